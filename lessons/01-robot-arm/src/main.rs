//! Lesson 01, robot arm: an arm that follows two sliders, by your answers.

use common::{app, check};
use lesson_01::window::Window;
use std::process::ExitCode;

/// Limits the memory of a check; changes nothing otherwise.
#[global_allocator]
static MEMORY: check::memory::Limited = check::memory::Limited;

fn main() -> ExitCode {
    app::lesson_main::<Window>()
}
