//! Lesson 12, playback: a character walks out of its file, by your answers.

use common::{app, check};
use lesson_12::earlier;
use lesson_12::window::Window;
use std::process::ExitCode;

/// Limits the memory of a check; changes nothing otherwise.
#[global_allocator]
static MEMORY: check::memory::Limited = check::memory::Limited;

fn main() -> ExitCode {
    earlier::check_here().unwrap_or_else(app::lesson_main::<Window>)
}
