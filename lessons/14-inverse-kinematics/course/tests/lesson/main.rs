//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_14::scene::ReachScene,
    options: ["--part", "feet", "--slope", "-12.5"],
    unseen: ["14.1 DIVIDED-BY-0"], // no bone of the robot is 0 long
}

mod cases;
mod picture;
mod program;
mod scene;

common::solution_tests!(lesson_14, inverse_kinematics: InverseKinematics);
mod solved;
