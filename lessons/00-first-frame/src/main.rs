//! Lesson 00, first frame: the crate, by your answers.

use common::app;
use lesson_00::window::Window;
use std::process::ExitCode;

fn main() -> ExitCode {
    app::lesson_main::<Window>()
}
