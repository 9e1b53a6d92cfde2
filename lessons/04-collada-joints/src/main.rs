//! Lesson 04, Collada joints: the joints of a file, read by your answers.

use common::app;
use lesson_04::window::Window;
use std::process::ExitCode;

fn main() -> ExitCode {
    app::lesson_main::<Window>()
}
