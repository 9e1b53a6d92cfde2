//! Lesson 02: where every joint of a tree is.

use crate::{Answers, Joint};
use glam::{Mat4, Vec3};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { depth_first_order, model_poses, tip };

/// The indices of all joints in the order of a depth-first walk.
///
/// A child may come before its parent in `joints`. `for (index, joint) in joints.iter().enumerate()` gives each joint
/// with its index, and `joint.parent.is_none()` is true of a root. The shortest solution is a helper `fn` that calls
/// itself: give it the joints, one joint's index, and a `&mut Vec<usize>` to push into.
fn depth_first_order(joints: &[Joint]) -> Vec<usize> {
    // TODO 02.1: every root, and below each joint its children, one branch after the other.
    (0..joints.len()).collect()
}

/// `model_from_joint` of every joint.
///
/// `locals[i]` is `parent_from_joint` of joint i, and `model_from_root` stands in for the parent's matrix of a root.
/// Begin with a list of the right length, `vec![Mat4::IDENTITY; joints.len()]`, and overwrite its elements.
fn model_poses(joints: &[Joint], order: &[usize], locals: &[Mat4], model_from_root: Mat4) -> Vec<Mat4> {
    // TODO 02.2: go along the walk, and make each joint's matrix from its parent's and its own.
    let _ = (joints, order, model_from_root); // you will need them
    locals.to_vec()
}

/// The end of the limb that begins at `joint`, as a point in the model's space.
///
/// `model_from_joint` is what 02.2 returns. `m.transform_point3(Vec3::ZERO)` is where a matrix `m` takes the origin.
fn tip(joints: &[Joint], model_from_joint: &[Mat4], joint: usize) -> Vec3 {
    // TODO 02.3: first walk down to the last joint of the limb. (For now this is where `joint` itself is.)
    let _ = joints; // you will need it
    model_from_joint[joint].transform_point3(Vec3::ZERO)
}
