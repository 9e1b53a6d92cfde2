//! Lesson 15, dual quaternions: a candy bar and a knight's arm, twisted.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_15::scene::run()
}
