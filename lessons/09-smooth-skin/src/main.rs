//! Lesson 09, smooth skin: a worm in one piece bends at its joints, by your answers.

use common::{app, check};
use lesson_09::window::Window;
use std::process::ExitCode;

/// Limits the memory of a check; changes nothing otherwise.
#[global_allocator]
static MEMORY: check::memory::Limited = check::memory::Limited;

fn main() -> ExitCode {
    app::lesson_main::<Window>()
}
