//! Lesson 06, rotations. You edit `exercise.rs`.

pub mod arms;
pub mod checks;
pub mod exercise;
mod given;
mod graph;
pub mod knight;
mod mistakes;
mod probes;
pub mod scene;
pub mod starter;

pub use given::{Transform, euler_lerp, matrix_lerp};

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
