//! Lesson 10, normals. You edit `exercise.rs`, and in `shaders/10-normals` `phong.frag` and `lit.vert`.

pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene.
#[path = "src"]
mod lesson {
    pub mod checks;
    pub mod dancer;
    pub(crate) mod earlier;
    pub(crate) mod mistakes;
    pub mod probes;
    pub mod scene;
    pub(crate) mod spines;
    pub mod starter;
}

pub use given::{blend, weights};
pub use lesson::*;

use common::graphics::ShaderFile;
use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::{Mat3, Mat4};

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        fragment: ShaderFile = "phong.frag",
        normal_matrix: fn(Mat4) -> Mat3,
        vertex: ShaderFile = "lit.vert",
        shortcut_will_do: fn(Mat4) -> bool,
    }
}
