//! Lesson 02, hierarchy: the creature, where your answers put her joints.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_02::scene::run()
}
