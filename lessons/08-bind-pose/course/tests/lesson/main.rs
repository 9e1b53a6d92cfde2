//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_08::Window,
    options: ["--set", "pose=0.5", "--set", "as-floats=on"],
}

mod picture;

#[test]
fn a_pose_is_from_0_to_1() {
    for wrong in ["pose=1.5", "pose=NaN", "pose=half"] {
        PROGRAM.refuses("--set", wrong, "a number from 0 to 1");
    }
}

common::solution_tests!(lesson_08, bind_pose: BindPose);
mod solved;
