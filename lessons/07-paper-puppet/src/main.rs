//! Lesson 07, paper puppet: bows, a vine and a fox of paper dance by your answers.

use common::app;
use lesson_07::window::Window;
use std::process::ExitCode;

fn main() -> ExitCode {
    app::lesson_main::<Window>()
}
