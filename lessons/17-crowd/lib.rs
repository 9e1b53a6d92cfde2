//! Lesson 17, crowd. You edit `exercise.rs`, and `crowd.vert` and `frames.vert` in `shaders/17-crowd`.

#[forbid(unsafe_code)]
pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene. None of it is in the library that answers.
#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod cast;
    pub mod checks;
    pub(crate) mod costs;
    pub mod earlier;
    pub mod figures;
    pub mod frame;
    pub(crate) mod ghost;
    pub(crate) mod mistakes;
    pub mod probes;
    pub mod scene;
    pub mod square;
    pub mod starter;
}

pub use given::{BakedClip, Dancer, Moment};
#[cfg(not(live))]
pub use lesson::*;

use common::graphics::ShaderFile;
use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::{Mat4, Vec4};

common::live!("given.rs");

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        rows: fn(&[Mat4]) -> Vec<Vec4>, within 1e-5; // The numbers of a matrix, copied.
        // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
        crowd: ShaderFile = "crowd.vert", within 1e-3;
        // Of a frame. Times of up to 60 s are right to 4e-6 s, and there are up to 30 frames a second; in the last probe
        // up to 100 s.
        moment: fn(&Dancer, &[BakedClip], f32) -> Moment, within 2e-3;
        frames: ShaderFile = "frames.vert", within 1e-3; // As for 17.2.
    }
}
