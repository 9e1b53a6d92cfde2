//! Lesson 09, smooth skin. You edit `exercise.rs` and `shaders/09-smooth-skin/smooth.vert`.

#[forbid(unsafe_code)]
pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene. None of it is in the library that answers.
#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod checks;
    pub(crate) mod earlier;
    pub mod figures;
    pub(crate) mod graph;
    pub(crate) mod mistakes;
    pub mod probes;
    pub mod scene;
    pub mod starter;
    pub mod tube_worm;
}

pub use common::cast::puppet::{Swing, wave};
pub use common::scenes::skinned_mesh::MAX_JOINTS;
pub use given::{skinning_matrices, slots};
#[cfg(not(live))]
pub use lesson::*;

use common::graphics::ShaderFile;
use common_dylib as _; // `common` as a shared library: a save relinks only the lesson

common::live!("given.rs");

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        // A weight is a share of 1, and the smallest margin asked about is 0.002: 1e-7 of a height is 3e-5 of a weight.
        weights: fn(f32, f32) -> [f32; 3], within 1e-4;
        // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
        vertex: ShaderFile = "smooth.vert", within 1e-3;
        joint_angles: fn(f32, &[Swing; 2]) -> [f32; 2], within 1e-4; // Radians, of angles up to 5.
    }
}
