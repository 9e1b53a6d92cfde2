//! Lesson 08, bind pose. You edit `exercise.rs` and `shaders/08-bind-pose/rigid.vert`.

#[forbid(unsafe_code)]
pub mod exercise;

/// All else: checks, mistakes, the scene. None of it is in the library that answers.
#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod checks;
    pub(crate) mod earlier;
    pub mod figures;
    pub(crate) mod mistakes;
    pub mod probes;
    pub mod scene;
    pub mod starter;
    pub mod tin_worm;
}

pub use common::scenes::skinned_mesh::MAX_JOINTS;
#[cfg(not(live))]
pub use lesson::*;
pub use lesson_02::{Joint, lesson_joints, model_poses};

use common::graphics::ShaderFile;
use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::Mat4;

common::live!(; lesson_02);

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        // Metres. Chains of up to seven joints, coordinates up to about 100 in a small figure's joints, an inverse.
        inverse_binds: fn(&[Joint], &[Mat4]) -> Vec<Mat4>, within 0.002;
        skinning_matrices: fn(&[Mat4], &[Mat4]) -> Vec<Mat4>, within 0.002; // As above, and a product.
        // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
        vertex: ShaderFile = "rigid.vert", within 1e-3;
    }
}
