//! Lesson 05, keyframes: three knights dance by your answers.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_05::scene::run()
}
