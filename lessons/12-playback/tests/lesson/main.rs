//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_12::scene::Scene,
    screenshot_with: ["--time", "1.8", "--clip", "dance"],
    // The knight covers about 1 pixel in 12, his ghosts 1 in 7.
    every_todo_changes: [0.03, 0.03, 0.05, 0.08],
}

mod agree;
mod map;
mod mine;
mod picture;
mod program;
mod readme;
