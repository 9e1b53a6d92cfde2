//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_01::scene::Scene,
    screenshot_with: ["--a", "-20"],
}

mod figure;
mod picture;
mod program;
mod readme;
