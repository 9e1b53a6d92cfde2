//! Lesson 01, robot arm: an arm that follows two sliders, by your answers.

use common::app;
use lesson_01::window::Window;
use std::process::ExitCode;

fn main() -> ExitCode {
    app::lesson_main::<Window>()
}
