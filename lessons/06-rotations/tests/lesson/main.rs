//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_06::scene::Scene,
    screenshot_with: ["--u", "0.8"],
}

mod picture;
mod readme;
