//! The README's statements about the code hold.

use crate::readme_says;
use check::{Submission, verdict};
use common::graphics::{OrbitCamera, camera::Projection};
use glam::Vec3;
use lesson_00::checks::{LESSON, REFERENCE};
use lesson_00::figures::{AWAY, HALF};
use lesson_00::{PAINT, VERTICAL_FOV};
use verdict::Status;

const README: &str = include_str!("../../../README.md");
const STARTER: &str = LESSON.about.starter_text;

#[test]
fn the_numbers_are_those_of_the_code() {
    let [red, green, blue] = PAINT;
    let tin = format!("he tin says red {red}, green {green}, blue {blue}");
    assert!(README.contains(&tin) && STARTER.contains(&tin), "{tin}");
    readme_says(&format!("comes out {:.2} times as wide as high", 1280.0 / 720.0));
    readme_says(&format!("51 of 255 is {:.2}", 51.0 / 255.0));
}

#[test]
fn the_first_change_is_a_step() {
    readme_says("Find `Vec3::new(0.5, 0.5, 0.5)`, the grey. Make the first 0.5 a 1.0.");
    for (red, steps) in [("1.0", 1), ("0.9", 0)] {
        let text = STARTER.replacen("Vec3::new(0.5, ", &format!("Vec3::new({red}, "), 1);
        assert_ne!(text, STARTER);
        let submission = Submission { answers: &LESSON.starter(), text: Some(&text), shaders: "" };
        let verdict = verdict(&LESSON, 0, &submission, 41);
        assert_eq!((verdict.status, verdict.steps_right()), (Status::Fail, steps), "{red}");
    }
}

#[test]
fn the_figures_numbers_are_those_of_the_code() {
    let clip_from_camera = REFERENCE.first_frame.clip_from_camera(1280, 720).unwrap();
    let [near, far] = [2.0, 4.0].map(|away| clip_from_camera.project_point3(Vec3::new(0.0, HALF, -away)).y);
    readme_says(&format!("At 2 m its upper end is at {near:.2} in the picture, at 4 m at {far:.2}"));
    readme_says(&format!("the corner stays at $x = {HALF}$, $z = {HALF}$"));
    readme_says(&format!("A camera at 3 m sees it at $z = {}$ when", HALF - 3.0));
    // The corner by hand: as far from the middle, in pixels, as a matrix for a square picture and the right one put it.
    let corner = Vec3::new(HALF, HALF, HALF - 3.0);
    let stretched = REFERENCE.first_frame.clip_from_camera(1, 1).unwrap().project_point3(corner);
    let [right, above] = [640.0 * stretched.x, 360.0 * stretched.y];
    readme_says(&format!("a factor $f$ of {:.3}, so $y' = ", 1.0 / (VERTICAL_FOV / 2.0).tan()));
    readme_says(&format!("= {:.3}$, and $x'$ is the same", stretched.y));
    readme_says(&format!("= {right:.0} pixels right of the middle and {:.3} · 360 = {above:.0} above it", stretched.y));
    let cured = clip_from_camera.project_point3(corner);
    readme_says(&format!("= {:.3}, and {:.3} · 640 = {:.0}", cured.x, cured.x, 640.0 * cured.x));
    let light = 30.0_f32.to_radians().sin();
    readme_says(&format!("{light:.2} where it stands 30° above the surface"));
    // "it is round in the picture", and with a = 1 it is not
    let for_square = REFERENCE.first_frame.clip_from_camera(1, 1).unwrap();
    for (matrix, expected) in [(clip_from_camera, 1.0), (for_square, 1280.0 / 720.0)] {
        let corner = matrix.project_point3(Vec3::new(HALF, HALF, -AWAY));
        assert!((corner.x * 1280.0 / (corner.y * 720.0) - expected).abs() < 1e-5);
    }
}

/// The formula of the text, for a point off the middle.
#[test]
fn the_projection_is_the_formula() {
    let point = Vec3::new(0.7, -0.4, -3.0);
    let Vec3 { x, y, z } = point;
    let f = 1.0 / (VERTICAL_FOV / 2.0).tan();
    let clip_from_camera = REFERENCE.first_frame.clip_from_camera(640, 400).unwrap();
    let seen = clip_from_camera.project_point3(point);
    readme_says("A point there has a fourth number, $w = -z$, and the card divides by it.");
    assert_eq!((clip_from_camera * point.extend(1.0)).w, -z);
    // Numbers near 1, a few roundings of 6e-8.
    assert!((seen.x - f / (640.0 / 400.0) * x / -z).abs() < 1e-6, "{seen}");
    assert!((seen.y - f * y / -z).abs() < 1e-6, "{seen}");
}

/// The finished form is the camera of `common`: the same picture, whatever range of depth it keeps.
#[test]
fn the_projection_is_that_of_the_camera() {
    let projection = Projection::Perspective { vertical_fov: VERTICAL_FOV };
    let target = Vec3::new(0.3, 1.0, -0.2);
    let camera = OrbitCamera { target, projection, ..OrbitCamera::default() };
    for (width, height) in [(1280, 720), (300, 500)] {
        let mine = REFERENCE.first_frame.clip_from_camera(width, height).unwrap() * camera.camera_from_world();
        let common = camera.clip_from_world(width as f32 / height as f32);
        for point in [Vec3::ZERO, Vec3::ONE, Vec3::new(-0.5, 0.2, 0.9)] {
            let mine = mine.project_point3(point);
            let common = common.project_point3(point);
            assert!((mine - common).truncate().length() < 1e-5, "{mine} {common}");
        }
    }
}
