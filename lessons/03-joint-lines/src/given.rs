//! What earlier lessons have built, in the form they left it in.

use common::math::Transform;
use common::skeleton;
use glam::Mat4;

/// A joint as in lesson 02: a name, and its parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// `"left knee 2"`.
    pub name: String,
    /// The parent's index, from this lesson on always a smaller one; `None` for a root.
    pub parent: Option<usize>,
}

/// Elements of `uniform mat4 u_model[96]`. GLSL wants the number when it compiles, so it is fixed.
pub const MAX_JOINTS: usize = 96;

/// Lesson 02: every joint's index, each followed by its descendants; roots and siblings in array order.
pub fn depth_first_order(joints: &[Joint]) -> Vec<usize> {
    skeleton::depth_first_order(&core_joints(joints))
}

/// Lesson 02: `model_from_joint` of every joint, in index order, from each joint's `parent_from_joint`.
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

/// The same joints as `common` keeps them: with a place to rest in, which no lesson has needed so far.
pub(crate) fn core_joints(joints: &[Joint]) -> Vec<skeleton::Joint> {
    let core = |joint: &Joint| skeleton::Joint {
        name: joint.name.clone(),
        parent: joint.parent,
        bind_local: Transform::IDENTITY,
    };
    joints.iter().map(core).collect()
}

/// A joint of `common`, without its place to rest in.
pub fn lesson_joints(joints: &[skeleton::Joint]) -> Vec<Joint> {
    joints.iter().map(|j| Joint { name: j.name.clone(), parent: j.parent }).collect()
}
