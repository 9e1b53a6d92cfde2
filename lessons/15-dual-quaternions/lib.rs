//! Lesson 15, dual quaternions. You edit `exercise.rs` and `shaders/15-dual-quaternions/dual.vert`.

pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene.
#[path = "src"]
mod lesson {
    pub(crate) mod candy;
    pub mod checks;
    pub(crate) mod graph;
    pub(crate) mod knight;
    pub(crate) mod mistakes;
    pub mod probes;
    pub mod scene;
    pub mod starter;
}

pub use given::DualQuat;
pub use lesson::*;

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
