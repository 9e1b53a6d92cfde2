//! Lesson 03, joint lines: the family's skeleton over the family, by your answers.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_03::scene::run()
}
