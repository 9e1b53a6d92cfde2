//! Lesson 06, rotations: four arms between two keys, by your answers.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_06::scene::run()
}
