//! Lesson 11, Collada skin. You edit `exercise.rs`.

#[allow(clippy::unnecessary_wraps)] // a placeholder never fails
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
    pub mod file;
    pub(crate) mod finished;
    pub mod joint_pose;
    pub(crate) mod mistakes;
    pub(crate) mod panel;
    pub mod probes;
    pub mod scene;
    pub(crate) mod skinned;
    pub(crate) mod stands;
    #[allow(clippy::unnecessary_wraps)] // as in `exercise`
    pub mod starter;
    pub(crate) mod vertex_weights;

    pub use file::{File, FileSkin};
    pub use skinned::{SkinAnswers, bind_skins};
    pub use vertex_weights::VertexWeights;
}

pub use given::{Influence, Input, Joint, offset_of, rows, strongest_first, total_weight};
#[cfg(not(live))]
pub use lesson::*;

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::Mat4;

common::live!("given.rs");

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        /// Inputs, vcount, v, weights, the number of joints.
        // Weights are looked up, not computed.
        influences: fn(&[Input], &[usize], &[i32], &[f32], usize) -> Vec<Vec<Influence>>, within 1e-4;
        /// The skin's names, the skeleton's joints.
        skeleton_joints: fn(&[String], &[Joint]) -> Result<Vec<usize>, String>, within 0.5;
        // Metres. A product of two matrices with coordinates below 3.
        joint_from_mesh: fn(&[f32], Mat4) -> Vec<Mat4>, within 1e-3;
        four_strongest: fn(&[Influence]) -> Vec<Influence>, within checks::SHARE;
    }
}
