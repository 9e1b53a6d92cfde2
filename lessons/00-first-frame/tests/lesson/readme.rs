//! What README.md says about the code is so.

use crate::readme_says;
use common::graphics::{OrbitCamera, camera::Projection};
use glam::Vec3;
use lesson_00::checks::REFERENCE;
use lesson_00::{PAINT, VERTICAL_FOV};

const README: &str = include_str!("../../README.md");
const STARTER: &str = include_str!("../../src/starter.rs");

#[test]
fn the_numbers_are_those_of_the_code() {
    let [red, green, blue] = PAINT;
    let tin = format!("he tin says red {red}, green {green}, blue {blue}");
    assert!(README.contains(&tin) && STARTER.contains(&tin), "{tin}");
    let stretched = format!("comes out {:.2} times as wide as high", 1280.0 / 720.0);
    readme_says(&stretched);
}

/// The formula of the text, for a point off the middle.
#[test]
fn the_projection_is_the_formula() {
    let (width, height) = (640, 400);
    let (x, y, z) = (0.7, -0.4, -3.0);
    let aspect = width as f32 / height as f32;
    let f = 1.0 / (VERTICAL_FOV / 2.0).tan();
    let seen = (REFERENCE.clip_from_camera)(width, height).project_point3(Vec3::new(x, y, z));
    // Numbers near 1, a few roundings of 6e-8.
    assert!((seen.x - f / aspect * x / -z).abs() < 1e-6, "{seen}");
    assert!((seen.y - f * y / -z).abs() < 1e-6, "{seen}");
}

/// The finished form is the camera of `common`: the same picture, whatever range of depth it keeps.
#[test]
fn the_projection_is_that_of_the_camera() {
    let projection = Projection::Perspective { vertical_fov: VERTICAL_FOV };
    let target = Vec3::new(0.3, 1.0, -0.2);
    let camera = OrbitCamera { target, projection, ..OrbitCamera::default() };
    for (width, height) in [(1280, 720), (300, 500)] {
        let mine = (REFERENCE.clip_from_camera)(width, height) * camera.camera_from_world();
        let common = camera.clip_from_world(width as f32 / height as f32);
        for point in [Vec3::ZERO, Vec3::ONE, Vec3::new(-0.5, 0.2, 0.9)] {
            let (mine, common) = (mine.project_point3(point), common.project_point3(point));
            assert!((mine - common).truncate().length() < 1e-5, "{mine} {common}");
        }
    }
}
