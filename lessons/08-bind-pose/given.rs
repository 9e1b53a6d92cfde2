//! Types and functions that earlier lessons have built.

pub use crate::ShaderFile;
use glam::Mat4;

pub use crate::lesson_04::{Joint, MAX_JOINTS, lesson_joints, model_poses};

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct BindPose {
        "08.1" inverse_binds: fn(joints: &[Joint], bind_locals: &[Mat4]) -> Vec<Mat4>,
        "08.2" skinning_matrices: fn(model_from_joint: &[Mat4], joint_from_bind: &[Mat4]) -> Vec<Mat4>,
        "08.3" vertex: ShaderFile = "rigid.vert",
    }
}
