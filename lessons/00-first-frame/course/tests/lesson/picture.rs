//! The lesson's picture, and that every TODO changes it.

use common::exercise::testing;
use given::Course;
use glam::{Mat4, Vec3};
use lesson_00::{FirstFrame, checks::REFERENCE, scene::Scene};

#[test]
fn wild_answers_are_drawn() {
    let first_frame = FirstFrame { paint: || Ok(Vec3::NAN), clip_from_camera: |_, _| Ok(Mat4::NAN) };
    testing::wild_answers_are_drawn::<Scene>(&Course { first_frame, ..REFERENCE }, &[]);
}
