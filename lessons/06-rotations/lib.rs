//! Lesson 06, rotations. You edit `exercise.rs`.

pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene.
#[path = "src"]
mod lesson {
    pub mod arms;
    pub mod checks;
    pub(crate) mod graph;
    pub mod knight;
    pub(crate) mod mistakes;
    pub(crate) mod probes;
    pub mod scene;
    pub mod starter;
}

pub use given::{Transform, euler_lerp, matrix_lerp};
pub use lesson::*;

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::{Mat4, Quat};

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        shortest: fn(Quat, Quat) -> Quat,
        nlerp: fn(Quat, Quat, f32) -> Quat,
        slerp: fn(Quat, Quat, f32) -> Quat,
        decompose: fn(Mat4) -> Transform,
    }
}
