//! Lesson 05, keyframes: three knights dance by your answers.

use common::app;
use lesson_05::window::Window;
use std::process::ExitCode;

fn main() -> ExitCode {
    app::lesson_main::<Window>()
}
