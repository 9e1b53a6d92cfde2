//! Lesson 09, smooth skin: a worm in one piece bends at its joints, by your answers.

use common::app;
use lesson_09::window::Window;
use std::process::ExitCode;

fn main() -> ExitCode {
    app::lesson_main::<Window>()
}
