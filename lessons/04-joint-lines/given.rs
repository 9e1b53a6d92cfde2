//! Types and functions that earlier lessons have built.

pub use crate::ShaderFile;
use armature::skeleton;
use glam::Mat4;

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct JointLines {
        "04.1" vertex: ShaderFile = "joints.vert",
        "04.2" matrices: fn(joints: &[Joint], locals: &[Mat4], model_from_root: Mat4) -> Vec<Mat4>,
        "04.3" index_pairs: fn(joints: &[Joint]) -> Vec<u16>,
        "04.4" chain_starts: fn(joints: &[Joint]) -> Vec<usize>,
    }
}

/// Lesson 02: a joint, which has a name and its parent. From this lesson on a parent has a smaller index than its children.
pub use crate::lesson_02::{Joint, core_joints, lesson_joints};

/// Number of elements of `uniform mat4 u_model[96]`, which GLSL needs when it compiles.
pub const MAX_JOINTS: usize = 96;

/// Returns every joint's index, each followed by its descendants, with roots and siblings in array order (02.1).
pub fn depth_first_order(joints: &[Joint]) -> Vec<usize> {
    skeleton::depth_first_order(&core_joints(joints))
}

/// Returns `model_from_joint` of every joint (02.2). `locals` has each joint's `parent_from_joint`; a root's parent is
/// `model_from_root`. Every parent comes before its children in the array.
pub fn model_poses(joints: &[Joint], locals: &[Mat4], model_from_root: Mat4) -> Vec<Mat4> {
    let mut model_from_joint: Vec<Mat4> = Vec::new();
    for (joint, &parent_from_joint) in joints.iter().zip(locals) {
        let model_from_parent = match joint.parent {
            Some(parent) => model_from_joint[parent],
            None => model_from_root,
        };
        model_from_joint.push(model_from_parent * parent_from_joint);
    }
    model_from_joint
}
