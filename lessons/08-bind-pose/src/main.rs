//! Lesson 08, bind pose: a worm of three tins, carried by its joints, by your answers.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_08::scene::run()
}
