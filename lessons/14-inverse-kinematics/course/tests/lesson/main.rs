//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_14::Window,
    options: ["--set", "part=feet", "--set", "slope=-12.5"],
}

mod picture;
mod program;
mod scene;

common::solution_tests!(lesson_14, inverse_kinematics: InverseKinematics);
