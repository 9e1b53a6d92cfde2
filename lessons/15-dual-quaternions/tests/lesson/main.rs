//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_15::scene::Scene,
    screenshot_with: ["--twist", "90"],
}

mod picture;
mod program;
mod readme;
