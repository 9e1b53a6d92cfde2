//! Lesson 11, Collada skin: figures out of files, in skins that your answers have read.

use common::{app, check};
use lesson_11::window::Window;
use std::process::ExitCode;

/// Limits the memory of a check; changes nothing otherwise.
#[global_allocator]
static MEMORY: check::memory::Limited = check::memory::Limited;

fn main() -> ExitCode {
    app::lesson_main::<Window>()
}
