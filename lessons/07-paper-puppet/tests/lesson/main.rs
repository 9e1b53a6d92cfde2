//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_07::scene::Scene,
    screenshot_with: ["--time", "1.8"],
    // The fox covers about 1 pixel in 8, the vine and the bows together about 1 in 20.
    every_todo_changes: [0.03, 0.02, 0.02, 0.06],
}

mod agree;
mod picture;
mod program;
mod readme;
