//! Lesson 19, your own program: the judge of its checks.

use lesson_19::checks::LESSON;
use std::process::ExitCode;

fn main() -> ExitCode {
    // The library makes a context of its own.
    judge::main(&LESSON, judge::answers, || ()).unwrap_or_else(|| {
        eprintln!("The program of lesson 19 is yours: `cargo run` in the folder own opens its window.");
        ExitCode::from(2)
    })
}
