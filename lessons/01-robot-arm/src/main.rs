//! Lesson 01, robot arm: an arm that follows two sliders, by your answers.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_01::scene::run()
}
