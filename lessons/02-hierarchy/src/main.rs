//! Lesson 02, hierarchy: the creature, where your answers put her joints.

use common::{app, check};
use lesson_02::window::Window;
use std::process::ExitCode;

/// Limits the memory of a check; changes nothing otherwise.
#[global_allocator]
static MEMORY: check::memory::Limited = check::memory::Limited;

fn main() -> ExitCode {
    app::lesson_main::<Window>()
}
