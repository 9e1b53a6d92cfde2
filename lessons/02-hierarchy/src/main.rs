//! Lesson 02, hierarchy: the creature, where your answers put her joints.

use common::app;
use lesson_02::window::Window;
use std::process::ExitCode;

fn main() -> ExitCode {
    app::lesson_main::<Window>()
}
