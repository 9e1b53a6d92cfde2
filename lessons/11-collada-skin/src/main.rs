//! Lesson 11, Collada skin: figures out of files, in skins that your answers have read.

use common::app;
use lesson_11::window::Window;
use std::process::ExitCode;

fn main() -> ExitCode {
    app::lesson_main::<Window>()
}
