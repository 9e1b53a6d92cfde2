//! Lesson 14, inverse kinematics: a robot, a knight and tentacles that reach, by your answers.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_14::scene::run()
}
