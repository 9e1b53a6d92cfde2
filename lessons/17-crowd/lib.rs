//! Lesson 17, crowd. You edit `exercise.rs`, and `crowd.vert` and `frames.vert` in `shaders/17-crowd`.

pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene.
#[path = "src"]
mod lesson {
    pub mod cast;
    pub mod checks;
    pub(crate) mod costs;
    pub mod earlier;
    pub mod frame;
    pub(crate) mod ghost;
    pub(crate) mod mistakes;
    pub mod probes;
    pub mod scene;
    pub mod square;
    pub mod starter;
}

pub use given::{BakedClip, Dancer, Moment};
pub use lesson::*;

use common::graphics::ShaderFile;
use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::{Mat4, Vec4};

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        rows: fn(&[Mat4]) -> Vec<Vec4>,
        crowd: ShaderFile = "crowd.vert",
        moment: fn(&Dancer, &[BakedClip], f32) -> Moment,
        frames: ShaderFile = "frames.vert",
    }
}
