//! What the exercise works on: a joint, and nothing else.

use common::math::Transform;
use common::skeleton;
use glam::Mat4;

/// A joint: a name, and its parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// `"left knee 2"`.
    pub name: String,
    /// The parent's index in the array; `None` for a root. It may be a larger index than the joint's own.
    pub parent: Option<usize>,
}

/// The same joints as `common` keeps them: with a place to rest in, which this lesson does not need.
pub fn core_joints(joints: &[Joint]) -> Vec<skeleton::Joint> {
    let core = |joint: &Joint| skeleton::Joint {
        name: joint.name.clone(),
        parent: joint.parent,
        bind_local: Transform::IDENTITY,
    };
    joints.iter().map(core).collect()
}

/// The same joints in another order: joint i of the new array is joint `order[i]` of the old one,
/// and parents have their new indices. `order` holds every joint once.
pub(crate) fn reordered(joints: &[skeleton::Joint], order: &[usize]) -> Vec<Joint> {
    let mut place = vec![0; joints.len()];
    for (new, &old) in order.iter().enumerate() {
        place[old] = new;
    }
    let joint =
        |&old: &usize| Joint { name: joints[old].name.clone(), parent: joints[old].parent.map(|parent| place[parent]) };
    order.iter().map(joint).collect()
}

/// Joints of `common`, without their places to rest in.
pub fn lesson_joints(joints: &[skeleton::Joint]) -> Vec<Joint> {
    joints.iter().map(|j| Joint { name: j.name.clone(), parent: j.parent }).collect()
}

/// How many ancestors a joint has.
pub(crate) fn depth(joints: &[Joint], joint: usize) -> usize {
    std::iter::successors(joints[joint].parent, |&parent| joints[parent].parent).count()
}

/// For later lessons: `model_from_joint` of every joint, in index order, from each joint's `parent_from_joint`.
/// `model_from_root` stands in for the parent of a root. Parents come first: the array's order will do.
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
