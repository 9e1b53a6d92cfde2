//! What earlier lessons have built.

pub use crate::ShaderFile;
use glam::Mat4;

pub use crate::lesson_03::{Joint, MAX_JOINTS, lesson_joints, model_poses};

crate::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        inverse_binds: fn(joints: &[Joint], bind_locals: &[Mat4]) -> Vec<Mat4>,
        skinning_matrices: fn(model_from_joint: &[Mat4], joint_from_bind: &[Mat4]) -> Vec<Mat4>,
        vertex: ShaderFile = "rigid.vert",
    }
}
