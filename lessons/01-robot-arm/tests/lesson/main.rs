//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_01::scene::Scene,
    screenshot_with: ["--a", "-20"],
    // The robot covers about 1 pixel in 15, the small picture 1 in 10.
    every_todo_changes: [0.04; 4],
}

mod picture;
mod program;
mod readme;
