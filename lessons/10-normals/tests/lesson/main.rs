//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_10::scene::Scene,
    screenshot_with: ["--squash", "0.5", "--bend", "1"],
    // The dancers cover about 1 pixel in 8, their spines 1 in 60, those that are white 1 in 250.
    every_todo_changes: [0.03, 0.01, 0.012, 0.003],
}

mod picture;
mod program;
mod readme;
