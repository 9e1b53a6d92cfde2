//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_17::scene::Scene,
    screenshot_with: ["--count", "12", "--who", "frames"],
}

mod cast;
mod picture;
mod program;
mod readme;
