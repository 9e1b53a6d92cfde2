//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_05::Window,
    options: [concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets/arm.dae")],
}

mod agree;
mod malformed;
mod picture;
mod program;

common::solution_tests!(lesson_05, collada_joints: ColladaJoints);
mod solved;
