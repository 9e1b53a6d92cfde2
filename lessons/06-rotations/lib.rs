//! Lesson 06, rotations. You edit `exercise.rs`.

#[forbid(unsafe_code)]
pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene. None of it is in the library that answers.
#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod arms;
    pub mod checks;
    pub mod figures;
    pub(crate) mod graph;
    pub mod knight;
    pub(crate) mod mistakes;
    pub(crate) mod probes;
    pub mod scene;
    pub mod starter;
}

pub use given::{Transform, euler_lerp, matrix_lerp};
#[cfg(not(live))]
pub use lesson::*;

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::{Mat4, Quat};

common::live!("given.rs");

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        shortest: fn(Quat, Quat) -> Quat, within 1e-5; // One of two sets of numbers: nothing is computed.
        nlerp: fn(Quat, Quat, f32) -> Quat, within 2e-5; // A few roundings of 6e-8.
        // An arc cosine loses digits where its argument is near 1, and the weights hardly notice.
        slerp: fn(Quat, Quat, f32) -> Quat, within 2e-5;
        decompose: fn(Mat4) -> Transform, within 1e-4; // Numbers up to 20, a square root and a division each.
    }
}
