//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_03::scene::Scene,
    screenshot_with: ["--time", "2"],
}

mod figure;
mod moved;
mod picture;
mod readme;
