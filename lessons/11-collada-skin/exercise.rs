//! Lesson 11: the skin of a Collada file.

use crate::{Answers, Influence, Input, Joint, offset_of, strongest_first, total_weight};
use glam::Mat4;

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { influences, skeleton_joints, joint_from_mesh, four_strongest };

/// The influences of every vertex, from `<vcount>` and `<v>`.
///
/// `vcount` has the number of influences of each vertex. For each influence `v` has a group of numbers. `inputs` has
/// the offsets, in such a group, of the joint and of the weight's index in `weights`. The largest offset determines
/// the length of a group.
///
/// `joints` is the number of the skin's joints. Joint -1 means "no joint", and its slot comes after the last joint's,
/// so it is `joints`. The numbers have been checked, so none is missing or too large. The influences of a vertex may
/// be in any order.
fn influences(inputs: &[Input], vcount: &[usize], v: &[i32], weights: &[f32], joints: usize) -> Vec<Vec<Influence>> {
    // TODO 11.1: how long is a group? Then go from vertex to vertex, and for each through its influences.
    let _ = (inputs, v, weights, joints, offset_of(inputs, "JOINT")); // you will need them
    vec![Vec::new(); vcount.len()]
}

/// The index in the skeleton of each joint of the skin, in the skin's order.
///
/// `names` are the sids of the skin's joints. `joints` are the skeleton's, which has more of them, in its own order.
/// If two have the same sid, use the first. Returns an error with the name if no joint has it. Joint -1 has no name,
/// and no entry in the list.
fn skeleton_joints(names: &[String], joints: &[Joint]) -> Result<Vec<usize>, String> {
    // TODO 11.2: which joint of the skeleton is called by this name?
    let _ = joints; // you will need them
    Ok(vec![0; names.len()])
}

/// The matrix from the mesh's space to a joint's, `joint_from_mesh`, for each slot of the palette.
///
/// `inverse_binds` has 16 numbers for each joint of the skin, in the skin's order: its `joint_from_bind`, row by row.
/// `bind_from_mesh` is the bind shape matrix. Last comes one more matrix, for joint -1, which only takes a vertex to
/// where it was bound.
fn joint_from_mesh(inverse_binds: &[f32], bind_from_mesh: Mat4) -> Vec<Mat4> {
    // TODO 11.3: two steps for each joint; which one is applied to a vertex first? And one more matrix.
    let _ = bind_from_mesh; // you will need it
    vec![Mat4::IDENTITY; inverse_binds.len() / 16 + 1]
}

/// The four strongest influences of a vertex, or all if it has fewer, in any order. Their weights sum to 1. Among
/// equally strong ones you may keep any.
fn four_strongest(influences: &[Influence]) -> Vec<Influence> {
    // TODO 11.4: which ones stay? And what is their sum?
    let _ = (strongest_first(influences), total_weight(influences)); // they may be of use
    Vec::new()
}
