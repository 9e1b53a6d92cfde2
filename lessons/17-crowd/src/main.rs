//! Lesson 17, Crowd: a finger, by your answers.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_17::scene::run()
}
