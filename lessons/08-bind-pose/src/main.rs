//! Lesson 08, bind pose: a worm of three tins, carried by its joints, by your answers.

use common::app;
use lesson_08::window::Window;
use std::process::ExitCode;

fn main() -> ExitCode {
    app::lesson_main::<Window>()
}
