//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_03::scene::Scene,
    screenshot_with: ["--time", "2"],
    // The lines cover about 1 pixel in 50, those of the young about 1 in 150.
    every_todo_changes: [0.004; 4],
}

mod picture;
mod readme;
mod verify;
