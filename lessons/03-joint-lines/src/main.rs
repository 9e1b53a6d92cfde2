//! Lesson 03, joint lines: the family's skeleton over the family, by your answers.

use common::app;
use lesson_03::window::Window;
use std::process::ExitCode;

fn main() -> ExitCode {
    app::lesson_main::<Window>()
}
