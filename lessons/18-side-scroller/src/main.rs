//! Lesson 18, Side scroller: the program.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_18::scene::run()
}
