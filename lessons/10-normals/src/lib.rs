//! Lesson 10, normals. You edit `exercise.rs`, and in `shaders/10-normals` `phong.frag` and `lit.vert`.

pub mod checks;
pub mod dancer;
mod earlier;
pub mod exercise;
mod given;
mod mistakes;
pub mod probes;
pub mod scene;
mod spines;
pub mod starter;

pub use given::{blend, weights};

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
