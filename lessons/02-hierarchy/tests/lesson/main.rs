//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_02::scene::Scene,
    screenshot_with: ["--time", "2"],
    // The creature covers about 1 pixel in 20, the marks at her tips 1 in 200.
    every_todo_changes: [0.03, 0.03, 0.003],
}

mod picture;
mod readme;
mod verify;
