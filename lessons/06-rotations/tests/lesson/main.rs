//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_06::scene::Scene,
    screenshot_with: ["--u", "0.8"],
    // An arm, its arrow and its way cover about 1 pixel in 100: one of them moves at least.
    every_todo_changes: [0.007; 4],
}

mod picture;
mod program;
mod readme;
