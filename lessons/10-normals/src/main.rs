//! Lesson 10, normals: a balloon and a cactus dance in the light, by your answers.

use common::{app, check};
use lesson_10::window::Window;
use std::process::ExitCode;

/// Limits the memory of a check; changes nothing otherwise.
#[global_allocator]
static MEMORY: check::memory::Limited = check::memory::Limited;

fn main() -> ExitCode {
    app::lesson_main::<Window>()
}
