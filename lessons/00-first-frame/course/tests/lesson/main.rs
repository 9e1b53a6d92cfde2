//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

use common::exercise::testing;
use given::Course;
use glam::{Mat4, Vec3};
use lesson_00::{FirstFrame, checks::REFERENCE, scene::CrateScene};

common::lesson_tests! {
    lesson_00::scene::CrateScene,
    unseen: [],
}

mod readme;
mod wood;

#[test]
fn wild_answers_are_drawn() {
    let first_frame = FirstFrame { paint: || Ok(Vec3::NAN), clip_from_camera: |_, _| Ok(Mat4::NAN) };
    testing::wild_answers_are_drawn::<CrateScene>(&Course { first_frame, ..REFERENCE }, &[]);
}

common::solution_tests!(lesson_00, first_frame: FirstFrame);
