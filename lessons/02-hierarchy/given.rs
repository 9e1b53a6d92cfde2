//! What the exercise works on: a joint, and nothing else.

use common::math::Transform;
use common::skeleton;

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

/// Joints of `common`, without their places to rest in.
pub fn lesson_joints(joints: &[skeleton::Joint]) -> Vec<Joint> {
    joints.iter().map(|j| Joint { name: j.name.clone(), parent: j.parent }).collect()
}
