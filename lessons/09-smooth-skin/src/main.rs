//! Lesson 09, smooth skin: a worm in one piece bends at its joints, by your answers.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_09::scene::run()
}
