//! Lesson 00, first frame: the crate, by your answers.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_00::scene::run()
}
