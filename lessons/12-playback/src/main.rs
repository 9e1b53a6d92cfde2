//! Lesson 12, playback: a character walks out of its file, by your answers.

use common::app;
use lesson_12::earlier;
use lesson_12::window::Window;
use std::process::ExitCode;

fn main() -> ExitCode {
    earlier::check_here().unwrap_or_else(app::lesson_main::<Window>)
}
