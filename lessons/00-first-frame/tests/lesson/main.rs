//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_00::scene::Scene,
    screenshot_with: ["--time", "2"],
    // The crate covers about 1 pixel in 6, its paint a third of that.
    every_todo_changes: [0.03, 0.03],
}

mod picture;
mod program;
mod readme;
mod wood;
