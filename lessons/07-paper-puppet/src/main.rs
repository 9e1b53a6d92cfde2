//! Lesson 07, paper puppet: bows, a vine and a fox of paper dance by your answers.

use common::{app, check};
use lesson_07::window::Window;
use std::process::ExitCode;

/// Limits the memory of a check; changes nothing otherwise.
#[global_allocator]
static MEMORY: check::memory::Limited = check::memory::Limited;

fn main() -> ExitCode {
    app::lesson_main::<Window>()
}
