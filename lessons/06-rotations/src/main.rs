//! Lesson 06, rotations: four arms between two keys, by your answers.

use common::app;
use lesson_06::window::Window;
use std::process::ExitCode;

fn main() -> ExitCode {
    app::lesson_main::<Window>()
}
