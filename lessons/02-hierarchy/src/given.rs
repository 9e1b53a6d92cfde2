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
pub(crate) fn core_joints(joints: &[Joint]) -> Vec<skeleton::Joint> {
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
    let joint = |&old: &usize| Joint {
        name: joints[old].name.clone(),
        parent: joints[old].parent.map(|parent| place[parent]),
    };
    order.iter().map(joint).collect()
}
