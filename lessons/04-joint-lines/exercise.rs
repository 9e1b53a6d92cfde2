//! Lesson 04: the skeleton as lines. Your vertex shader is shaders/04-joint-lines/joints.vert.

use crate::{Answers, Joint, MAX_JOINTS, ShaderFile};
use glam::Mat4;

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers =
    Answers { vertex: ShaderFile("04-joint-lines/joints.vert"), matrices, index_pairs, chain_starts };

// TODO 04.1 is not here: it is the vertex shader, shaders/04-joint-lines/joints.vert.

/// The list for `u_model`.
///
/// `locals` has each joint's `parent_from_joint`, and `model_from_root` stands in for the parent of a root.
/// `crate::model_poses(joints, locals, model_from_root)` is your 02.2 without `order`, because here parents precede
/// their children in the array. `list.resize(n, value)` makes a `Vec` longer.
fn matrices(joints: &[Joint], locals: &[Mat4], model_from_root: Mat4) -> Vec<Mat4> {
    // TODO 04.2: which matrices does the shader need, and in which order?
    let _ = (joints, locals, model_from_root); // you will need them
    vec![Mat4::IDENTITY; MAX_JOINTS]
}

/// The index buffer of a line list.
///
/// `crate::depth_first_order(joints)` is your 02.1. `if let Some(parent) = joints[joint].parent { .. }` runs only where
/// there is a parent, and `joint as u16` makes a `u16` of a `usize`.
fn index_pairs(joints: &[Joint]) -> Vec<u16> {
    // TODO 04.3: which two indices does each joint on the walk write?
    let _ = joints; // you will need it
    Vec::new()
}

/// Where each chain begins in the index buffer of 04.3: one number for every root, in the order of the walk.
fn chain_starts(joints: &[Joint]) -> Vec<usize> {
    // TODO 04.4: walk again; how many indices has 04.3 written when you reach a root?
    let _ = joints; // you will need it
    vec![0]
}
