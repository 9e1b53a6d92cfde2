//! Lesson 13, Blending: a finger, by your answers.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_13::scene::run()
}
