//! Lesson 15, Dual quaternions: a finger, by your answers.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_15::scene::run()
}
