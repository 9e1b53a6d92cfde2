//! Lesson 17, crowd: the program.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_17::scene::run()
}
