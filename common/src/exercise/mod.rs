//! A lesson's program: its window, its pictures and its command line, from what only it can know.
//!
//! ```text
//! the course's answers -> evaluate: their results in this frame -> draw: the picture
//!                                                              -> annotate: graphs and words over it
//!                                                              -> ui: numbers and names beside it
//!                                                              -> describe: the same in words
//! ```
//!
//! [`ExerciseApp`] chooses the answers that are called (the student's, the finished ones, or some of each), replaces one
//! that panics or does not return, and draws the card of the current TODO and pictures without a window.

mod answers;
mod app;
mod checker;
mod command_line;
mod difference;
mod earlier;
mod guard;
mod heartbeat;
mod interface;
mod library;
mod screen;
pub mod testing;
mod todo_state;
mod todos;

pub use answers::StudentAnswers;
pub use app::ExerciseApp;
pub use difference::{Difference, Farthest};
pub use drawing::report::{AnswerReport, fit, listen, report};
pub(crate) use guard::attempt;
pub use heartbeat::Heartbeat;
pub use interface::{Exercise, NoOptions};
pub use screen::Screen;

use crate::shader;
use std::process::ExitCode;

/// Runs a lesson: a check that a parent process has requested, a picture, or the window. The lesson's library calls it
/// (`scene::run`), and `main.rs` only calls that, by [`program!`](crate::program).
pub fn lesson_main<E: Exercise>() -> ExitCode {
    judge::main(E::LESSON, judge::answers, shader::open).unwrap_or_else(command_line::run::<E>)
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
