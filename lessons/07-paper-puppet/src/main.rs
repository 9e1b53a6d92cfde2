//! Lesson 07, paper puppet: bows, a vine and a fox of paper dance by your answers.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_07::scene::run()
}
