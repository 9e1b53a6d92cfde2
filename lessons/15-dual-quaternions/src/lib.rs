//! Lesson 15, dual quaternions. You edit `exercise.rs` and `shaders/15-dual-quaternions/dual.vert`.

mod candy;
pub mod checks;
pub mod exercise;
mod given;
mod graph;
mod knight;
mod mistakes;
pub mod probes;
pub mod scene;
pub mod starter;

pub use given::DualQuat;

use common::graphics::ShaderFile;
use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::{Quat, Vec3};

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        thickness: fn(f32, f32) -> f32,
        from_rigid: fn(Quat, Vec3) -> DualQuat,
        blend: fn(&[f32], &[DualQuat]) -> DualQuat,
        vertex: ShaderFile = "dual.vert",
    }
}
