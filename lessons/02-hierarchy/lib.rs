//! Lesson 02, hierarchy. You edit `exercise.rs`.

#[forbid(unsafe_code)]
pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene. None of it is in the library that answers.
#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod checks;
    pub mod creature;
    pub mod figures;
    pub(crate) mod finished;
    pub(crate) mod mistakes;
    pub(crate) mod posed;
    pub mod probes;
    pub mod scene;
    pub mod starter;
    pub(crate) mod strip;

    pub use finished::model_poses;
    pub use posed::posed;
}

pub use given::{Joint, core_joints, lesson_joints};
#[cfg(not(live))]
pub use lesson::*;

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::{Mat4, Vec3};

common::live!("given.rs");

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        depth_first_order: fn(&[Joint]) -> Vec<usize>, within 0.5;
        /// Joints, the order of the walk, locals, `model_from_root`; out comes `model_from_joint`.
        // Metres. A handful of products of matrices with coordinates below 10 are right to 1e-5.
        model_poses: fn(&[Joint], &[usize], &[Mat4], Mat4) -> Vec<Mat4>, within 0.002;
        /// Joints, `model_from_joint`, and the joint that is asked about; out comes a place in the model's space.
        // Metres: a place is copied, not computed. But an answer that multiplies by the origin may round.
        tip: fn(&[Joint], &[Mat4], usize) -> Vec3, within 0.002;
    }
}
