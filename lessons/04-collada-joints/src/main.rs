//! Lesson 04, Collada joints: the joints of a file, read by your answers.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_04::scene::run()
}
