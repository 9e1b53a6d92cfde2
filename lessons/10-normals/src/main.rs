//! Lesson 10, normals: a balloon and a cactus dance in the light, by your answers.

use common::app;
use lesson_10::window::Window;
use std::process::ExitCode;

fn main() -> ExitCode {
    app::lesson_main::<Window>()
}
