//! Lesson 11: the skin of a Collada file.

use crate::{Answers, Influence, Input, Joint, offset_of, strongest_first, total_weight};
use glam::Mat4;

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { influences, skeleton_joints, joint_from_mesh, four_strongest };

/// The influences of every vertex, from `<vcount>` and `<v>`.
///
/// `offset_of(inputs, "JOINT")` is the offset of that input, and each `Input` has an `offset`. An `Influence` has
/// `slot`, a `usize`, and `weight`, an `f32`. `as usize` turns a number of `v`, an `i32`, into an index, and -1 into a
/// huge one. The numbers have been checked, so none is missing or too large.
fn influences(inputs: &[Input], vcount: &[usize], v: &[i32], weights: &[f32], joints: usize) -> Vec<Vec<Influence>> {
    // TODO 11.1: how long is a group? Then go from vertex to vertex, and for each through its influences.
    let _ = (inputs, v, weights, joints, offset_of); // you will need them
    vec![Vec::new(); vcount.len()]
}

/// The index in the skeleton of each joint of the skin, in the skin's order.
///
/// `joints` are the skeleton's, and a `Joint` has `id` and `sid`. `format!("no joint is called {name}")` makes a
/// `String`, and `return Err(..)` ends the function with it.
fn skeleton_joints(names: &[String], joints: &[Joint]) -> Result<Vec<usize>, String> {
    // TODO 11.2: which joint of the skeleton is called by this name?
    let _ = joints; // you will need it
    Ok(vec![0; names.len()])
}

/// The matrix from the mesh's space to a joint's, `joint_from_mesh`, for each slot of the palette.
///
/// `bind_from_mesh` is the bind shape matrix. `inverse_binds.chunks(16)` goes through the numbers in pieces of 16, and
/// `Mat4::from_cols_slice(piece)` and `transpose()` are as in lesson 05.
fn joint_from_mesh(inverse_binds: &[f32], bind_from_mesh: Mat4) -> Vec<Mat4> {
    // TODO 11.3: two steps for each joint; which one is applied to a vertex first? And one more matrix.
    let _ = bind_from_mesh; // you will need it
    vec![Mat4::IDENTITY; inverse_binds.len() / 16 + 1]
}

/// The four strongest influences of a vertex, or all if it has fewer, in any order.
///
/// `strongest_first(influences)` is a new `Vec` of the same influences, sorted; `total_weight(list)` is the sum of any
/// list's weights; `list.truncate(4)` drops what comes after the fourth.
fn four_strongest(influences: &[Influence]) -> Vec<Influence> {
    // TODO 11.4: which ones stay? And what is their sum?
    let _ = (influences, strongest_first, total_weight); // you will need them
    Vec::new()
}
