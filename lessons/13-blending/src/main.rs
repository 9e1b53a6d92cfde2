//! Lesson 13, blending: a knight that is steered, by your answers.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_13::scene::run()
}
