//! The `main` of a lesson.

use crate::build;
use crate::check;
use crate::exercise::{Exercise, command_line, shared};
use std::process::ExitCode;

/// Runs a lesson: a check that a parent process has requested, a picture, or the window. The lesson's library calls it
/// (`scene::run`), and `main.rs` only calls that, by [`program!`](crate::program).
pub fn lesson_main<E: Exercise>() -> ExitCode {
    shared::run::<E>().or_else(|| check::main(E::LESSON, build::answers)).unwrap_or_else(command_line::run::<E>)
}

/// The program of a lesson, whose `main` is this function.
#[macro_export]
macro_rules! program {
    ($run:path) => {
        fn main() -> ::std::process::ExitCode {
            $run()
        }
    };
}
