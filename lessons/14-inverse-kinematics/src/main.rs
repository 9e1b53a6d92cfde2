//! Lesson 14, Inverse kinematics: a finger, by your answers.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_14::scene::run()
}
