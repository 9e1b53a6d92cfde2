//! The lesson's program, its checks and its picture, by the tests that all lessons share; below them this lesson's own.

common::lesson_tests! {
    lesson_18::scene::Scene,
    screenshot_with: ["--time", "2"],
}

mod editor;
mod fight;
mod game;
mod ground;
mod knight;
mod level;
mod player;
mod scene;
