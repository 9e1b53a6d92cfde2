//! Lesson 15, dual quaternions. You edit `exercise.rs` and `shaders/15-dual-quaternions/dual.vert`.

#[forbid(unsafe_code)]
pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene. None of it is in the library that answers.
#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod candy;
    pub mod checks;
    pub mod figures;
    pub(crate) mod graph;
    pub(crate) mod knight;
    pub(crate) mod mistakes;
    pub mod probes;
    pub mod scene;
    pub mod starter;
}

pub use given::DualQuat;
#[cfg(not(live))]
pub use lesson::*;

use common::graphics::ShaderFile;
use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::{Quat, Vec3};

common::live!("given.rs");

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        // A share of 1. Where next to nothing is left, the root of a sum that is right to 1e-7 is right to 3e-4.
        thickness: fn(f32, f32) -> f32, within 1e-3;
        // Numbers up to 15, right to 1e-6; the smallest of the mistakes is off by a tenth of a metre.
        from_rigid: fn(Quat, Vec3) -> DualQuat, within 1e-3;
        // As above. The sum may be 0.2 long, and rounding grows fivefold. Of the mistakes the one that is nearest to
        // being right, dividing the real part alone, is off by a few hundredths.
        blend: fn(&[f32], &[DualQuat]) -> DualQuat, within 1e-3;
        // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
        vertex: ShaderFile = "dual.vert", within 1e-3;
    }
}
