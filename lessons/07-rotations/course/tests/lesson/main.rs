//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

use common::exercise::testing;
use given::Course;
use glam::Quat;
use lesson_07::{Rotations, Window, checks::REFERENCE};

common::lesson_tests! {
    lesson_07::Window,
    options: ["--set", "u=0.8"],
}

#[test]
fn wild_answers_are_drawn() {
    let rotations = Rotations {
        nlerp: |a, _, _| Ok(a * 1e30),
        slerp: |a, b, u| Ok(if u < 0.5 { Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0) } else { a + b }),
        ..REFERENCE.rotations
    };
    let message = "07.3 slerp: some of its numbers are NaN, not a number.";
    testing::wild_answers_are_drawn::<Window>(&Course { rotations, ..REFERENCE }, &[message]);
    let rotations = Rotations {
        shortest: |_, to| Ok(to * f32::INFINITY),
        decompose: |_| Ok(lesson_07::Transform { scale: glam::Vec3::NAN, ..Default::default() }),
        ..rotations
    };
    testing::figures_are_drawn_by::<Window>(&Course { rotations, ..REFERENCE });
}

common::solution_tests!(lesson_07, rotations: Rotations);
mod solved;
