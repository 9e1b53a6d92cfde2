//! Lesson 12, playback: a character walks out of its file, by your answers.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_12::scene::run()
}
