//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_09::scene::Scene,
    screenshot_with: ["--margin", "0.05", "--angles", "-60,80", "--joint", "head", "--heat"],
}

mod picture;
mod program;
mod readme;
