//! Lesson 06, rotations. You edit `exercise.rs`.

pub mod arms;
pub mod checks;
pub mod exercise;
mod given;
mod graph;
pub mod knight;
mod mistakes;
pub mod probes;
pub mod scene;
pub mod starter;

pub use given::{Transform, euler_lerp, matrix_lerp};

use common_dylib as _;
use glam::{Mat4, Quat}; // `common` as a shared library: a save relinks only the lesson

/// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
#[derive(Clone, Copy)]
pub struct Answers {
    /// 06.1
    pub shortest: fn(Quat, Quat) -> Quat,
    /// 06.2
    pub nlerp: fn(Quat, Quat, f32) -> Quat,
    /// 06.3
    pub slerp: fn(Quat, Quat, f32) -> Quat,
    /// 06.4
    pub decompose: fn(Mat4) -> Transform,
}
