//! Lesson 00, first frame. You edit `exercise.rs`.

#[forbid(unsafe_code)]
pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene. None of it is in the library that answers.
#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod checks;
    pub mod figures;
    pub(crate) mod mistakes;
    pub mod scene;
    pub mod starter;
}

pub use given::{FARTHEST, NEAREST, PAINT, VERTICAL_FOV};
#[cfg(not(live))]
pub use lesson::*;

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::{Mat4, Vec3};

common::live!("given.rs");

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        paint: fn() -> Vec3, within 0.006; // Two decimals are good enough: a step of 255 is 0.004.
        clip_from_camera: fn(u32, u32) -> Mat4, within 0.002; // Of numbers between 0.3 and 10.
    }
}
