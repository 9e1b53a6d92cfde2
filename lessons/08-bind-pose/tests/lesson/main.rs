//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_08::scene::Scene,
    screenshot_with: ["--pose", "0.5", "--as-floats"],
    // The worm covers about 1 pixel in 25, and each time it is elsewhere.
    every_todo_changes: [0.025; 3],
}

mod picture;
mod program;
mod readme;
