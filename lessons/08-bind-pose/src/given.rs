//! What earlier lessons have built, in the form they left it in.

use common::skeleton;
use glam::Mat4;

/// A joint as in lesson 02: a name, and its parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// `"neck"`.
    pub name: String,
    /// The parent's index, always a smaller one; `None` for a root.
    pub parent: Option<usize>,
}

/// Lesson 02: `model_from_joint` of every joint, in index order, from each joint's `parent_from_joint`.
/// `model_from_root` stands in for the parent of a root: the identity if the roots' own matrices say
/// all. Parents come first.
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

/// A joint of `common`, without its place to rest in.
pub(crate) fn lesson_joints(joints: &[skeleton::Joint]) -> Vec<Joint> {
    joints.iter().map(|j| Joint { name: j.name.clone(), parent: j.parent }).collect()
}
