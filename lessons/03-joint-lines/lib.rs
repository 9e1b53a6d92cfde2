//! Lesson 03, joint lines. You edit `exercise.rs` and `shaders/03-joint-lines/joints.vert`.

#[forbid(unsafe_code)]
pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene. None of it is in the library that answers.
#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod checks;
    pub(crate) mod corners;
    pub(crate) mod earlier;
    pub mod figures;
    pub(crate) mod finished;
    pub(crate) mod mistakes;
    pub mod scene;
    pub mod starter;
}

pub use common::cast::creature;
pub use given::{Joint, MAX_JOINTS, depth_first_order, lesson_joints, model_poses};
/// The scene: a creature and her young, which lesson 02 made walk.
#[cfg(not(live))]
pub use lesson::*;

use common::graphics::ShaderFile;
use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::Mat4;

common::live!("given.rs"; lesson_02);

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
        vertex: ShaderFile = "joints.vert", within 1e-3;
        // Metres. A dozen products of matrices with coordinates below 10 are right to 1e-5.
        matrices: fn(&[Joint], &[Mat4], Mat4) -> Vec<Mat4>, within 0.002;
        index_pairs: fn(&[Joint]) -> Vec<u16>, within 0.5;
        chain_starts: fn(&[Joint]) -> Vec<usize>, within 0.5;
    }
}
