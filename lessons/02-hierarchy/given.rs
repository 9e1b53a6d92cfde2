//! The joint type of the exercise.

use armature::math::Transform;
use armature::skeleton;
use glam::{Mat4, Vec3};

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct Hierarchy {
        "02.1" depth_first_order: fn(joints: &[Joint]) -> Vec<usize>,
        /// Joints, the order of the walk, locals, `model_from_root`; returns `model_from_joint`.
        "02.2" model_poses: fn(joints: &[Joint], order: &[usize], locals: &[Mat4], model_from_root: Mat4) -> Vec<Mat4>,
        /// Joints, `model_from_joint`, and a joint; returns the tip's position in the model's space.
        "02.3" tip: fn(joints: &[Joint], model_from_joint: &[Mat4], joint: usize) -> Vec3,
    }
}

/// A joint: a name, and its parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// `"left knee 2"`.
    pub name: String,
    /// The parent's index in the array; `None` for a root. It may be a larger index than the joint's own.
    pub parent: Option<usize>,
}

/// Converts joints to the runtime's, with the identity as their rest pose.
pub fn core_joints(joints: &[Joint]) -> Vec<skeleton::Joint> {
    joints
        .iter()
        .map(|joint| skeleton::Joint {
            name: joint.name.clone(),
            parent: joint.parent,
            bind_local: Transform::IDENTITY,
        })
        .collect()
}

/// Converts joints of the runtime to this lesson's, without their rest pose.
pub fn lesson_joints(joints: &[skeleton::Joint]) -> Vec<Joint> {
    joints.iter().map(|j| Joint { name: j.name.clone(), parent: j.parent }).collect()
}
