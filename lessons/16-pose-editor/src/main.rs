//! Lesson 16, pose editor: the program.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_16::scene::run()
}
