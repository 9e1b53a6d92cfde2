//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_07::scene::Scene,
    screenshot_with: ["--time", "1.8"],
}

mod picture;
mod program;
mod readme;
