//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

use common::exercise::testing;
use common::graphics::{OrbitCamera, camera::Projection};
use given::Course;
use glam::{Mat4, Vec3};
use lesson_00::checks::REFERENCE;
use lesson_00::{FirstFrame, VERTICAL_FOV, crate_frame::CrateWindow};

common::lesson_tests!(lesson_00::crate_frame::CrateWindow);

#[test]
fn wild_answers_are_drawn() {
    let first_frame = FirstFrame { paint: || Ok(Vec3::NAN), clip_from_camera: |_, _| Ok(Mat4::NAN) };
    testing::wild_answers_are_drawn::<CrateWindow>(&Course { first_frame, ..REFERENCE }, &[]);
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

common::solution_tests!(lesson_00, first_frame: FirstFrame);
