//! Lesson 16, Pose editor: a finger, by your answers.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_16::scene::run()
}
