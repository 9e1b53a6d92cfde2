//! The joint type of the exercise.

use armature::math::Transform;
use armature::skeleton;
use glam::{Mat4, Vec3};

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct Hierarchy {
        "02.1" depth_first_order: fn(joints: &[Joint]) -> Vec<usize>,
        /// Joints, the order of the walk, locals, `model_from_root`; out comes `model_from_joint`.
        "02.2" model_poses: fn(joints: &[Joint], order: &[usize], locals: &[Mat4], model_from_root: Mat4) -> Vec<Mat4>,
        /// Joints, `model_from_joint`, and the joint that is asked about; out comes a place in the model's space.
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

/// Converts joints to the runtime's, which have a rest pose that this lesson does not need.
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

/// Joints of the runtime, without their places to rest in.
pub fn lesson_joints(joints: &[skeleton::Joint]) -> Vec<Joint> {
    joints.iter().map(|j| Joint { name: j.name.clone(), parent: j.parent }).collect()
}
