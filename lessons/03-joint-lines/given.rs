//! What earlier lessons have built.

use common::skeleton;

/// Lesson 02: a joint, which has a name and its parent; and `model_from_joint` of every joint. From this lesson on a
/// parent has a smaller index than its children.
pub use lesson_02::{Joint, lesson_joints, model_poses};

pub(crate) use lesson_02::core_joints;

/// Elements of `uniform mat4 u_model[96]`. GLSL wants the number when it compiles, so it is fixed.
pub const MAX_JOINTS: usize = 96;

/// Lesson 02: every joint's index, each followed by its descendants; roots and siblings in array order.
pub fn depth_first_order(joints: &[Joint]) -> Vec<usize> {
    skeleton::depth_first_order(&core_joints(joints))
}
