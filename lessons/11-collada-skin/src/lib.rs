//! Lesson 11, Collada skin. You edit `exercise.rs`.

pub mod checks;
mod earlier;
#[allow(clippy::unnecessary_wraps)] // a placeholder never fails
pub mod exercise;
mod file;
mod finished;
mod given;
pub mod joint_pose;
mod mistakes;
mod panel;
pub mod probes;
pub mod scene;
mod skinned;
mod stands;
#[allow(clippy::unnecessary_wraps)] // as in `exercise`
pub mod starter;
mod vertex_weights;

pub use file::{File, FileSkin};
pub use given::{Influence, Input, Joint, offset_of, rows, strongest_first, total_weight};
pub use skinned::{SkinAnswers, bind_skins};
pub use vertex_weights::VertexWeights;

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::Mat4;

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        /// Inputs, vcount, v, weights, the number of joints.
        influences: fn(&[Input], &[usize], &[i32], &[f32], usize) -> Vec<Vec<Influence>>,
        /// The skin's names, the skeleton's joints.
        skeleton_joints: fn(&[String], &[Joint]) -> Result<Vec<usize>, String>,
        joint_from_mesh: fn(&[f32], Mat4) -> Vec<Mat4>,
        four_strongest: fn(&[Influence]) -> Vec<Influence>,
    }
}
