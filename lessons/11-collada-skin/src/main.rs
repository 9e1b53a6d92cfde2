//! Lesson 11, Collada skin: figures out of files, in skins that your answers have read.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_11::scene::run()
}
