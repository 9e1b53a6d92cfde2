//! Lesson 10, normals: a balloon and a cactus dance in the light, by your answers.

use std::process::ExitCode;

fn main() -> ExitCode {
    lesson_10::scene::run()
}
