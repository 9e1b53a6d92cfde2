//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_10::scene::Scene,
    screenshot_with: ["--squash", "0.5", "--bend", "1"],
}

mod picture;
mod program;
mod readme;
