//! Lesson 10, normals. You edit `exercise.rs`, and in `shaders/10-normals` `phong.frag` and `lit.vert`.

#[forbid(unsafe_code)]
pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene. None of it is in the library that answers.
#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod checks;
    pub mod dancer;
    pub(crate) mod earlier;
    pub mod figures;
    pub(crate) mod mistakes;
    pub mod probes;
    pub mod scene;
    pub(crate) mod spines;
    pub mod starter;
}

pub use given::{blend, weights};
#[cfg(not(live))]
pub use lesson::*;

use common::graphics::ShaderFile;
use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::{Mat3, Mat4};

common::live!("given.rs");

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        // Of colours from 0 to 1, as the screen gets them: a step of 255 is 0.004.
        fragment: ShaderFile = "phong.frag", within 0.003;
        // Of directions of length 1, after an inverse in single precision; 0.1 degrees.
        normal_matrix: fn(Mat4) -> Mat3, within 0.002;
        // Normals of length 1, and clip coordinates up to about 10: single precision is right to 1e-5 of that.
        vertex: ShaderFile = "lit.vert", within 0.002;
        shortcut_will_do: fn(Mat4) -> bool, within 0.5; // Of words: they are equal or not.
    }
}
