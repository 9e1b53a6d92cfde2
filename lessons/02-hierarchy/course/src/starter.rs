//! Lesson 02: where every joint of a tree is.

use crate::{Answers, Joint};
use glam::{Mat4, Vec3};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { depth_first_order, model_poses, tip };

/// A depth-first walk over the tree: the index of every joint, each followed by its descendants, and only
/// then by its next sibling.
///
/// A joint's index is its position in `joints`. Roots, and the children of one joint, come in the order
/// of their indices, the smallest first. Indices say nothing else: a child may come before its parent in
/// `joints`.
fn depth_first_order(joints: &[Joint]) -> Vec<usize> {
    // TODO 02.1: every root, and below each joint its children, one branch after the other.
    (0..joints.len()).collect()
}

/// `model_from_joint` of every joint: element i belongs to joint i.
///
/// `locals[i]` is `parent_from_joint` of joint i. A root has no parent: `model_from_root` stands in
/// for its parent's matrix. `order` is 02.1's walk: in it, every parent comes before its children.
fn model_poses(joints: &[Joint], order: &[usize], locals: &[Mat4], model_from_root: Mat4) -> Vec<Mat4> {
    // TODO 02.2: model_from_joint = model_from_parent * parent_from_joint, joint after joint along the walk.
    let _ = (joints, order, model_from_root); // you will need them
    locals.to_vec()
}

/// Returns the tip of `joint`: the end of the limb that begins there, in the model's space, in metres.
///
/// From the joint go to its first child (the one with the smallest index), from there to that one's
/// first child, and so on. The joint that has no child is the tip; `joint` itself may be it.
/// `model_from_joint` is what 02.2 returns.
fn tip(joints: &[Joint], model_from_joint: &[Mat4], joint: usize) -> Vec3 {
    // TODO 02.3: first walk down to the joint at the end. (This is where `joint` itself lies.)
    let _ = joints; // you will need them
    model_from_joint[joint].transform_point3(Vec3::ZERO)
}
