//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_08::scene::Scene,
    screenshot_with: ["--pose", "0.5", "--as-floats"],
}

mod figure;
mod picture;
mod program;
mod readme;
