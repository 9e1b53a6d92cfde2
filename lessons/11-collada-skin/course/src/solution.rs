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
    // BEGIN 11.1
    let mut stride = 0;
    for input in inputs {
        stride = stride.max(input.offset + 1);
    }
    let mut vertices = Vec::new();
    let mut at = 0;
    for count in vcount {
        let mut vertex = Vec::new();
        for _ in 0..*count {
            let joint = v[at + offset_of(inputs, "JOINT")];
            let slot = if joint == -1 { joints } else { joint as usize };
            let weight = v[at + offset_of(inputs, "WEIGHT")] as usize;
            vertex.push(Influence { slot, weight: weights[weight] });
            at += stride;
        }
        vertices.push(vertex);
    }
    vertices
    // STUB // TODO 11.1: how long is a group? Then go from vertex to vertex, and for each through its influences.
    // STUB let _ = (inputs, v, weights, joints, offset_of); // you will need them
    // STUB vec![Vec::new(); vcount.len()]
    // END 11.1
}

/// The index in the skeleton of each joint of the skin, in the skin's order.
///
/// `joints` are the skeleton's, and a `Joint` has `id` and `sid`. `format!("no joint is called {name}")` makes a
/// `String`, and `return Err(..)` ends the function with it.
fn skeleton_joints(names: &[String], joints: &[Joint]) -> Result<Vec<usize>, String> {
    // BEGIN 11.2
    let mut index_of = std::collections::HashMap::new();
    for (index, joint) in joints.iter().enumerate().rev() {
        index_of.insert(&joint.sid, index); // the first comes last, and stays
    }
    let mut indices = Vec::new();
    for name in names {
        indices.push(*index_of.get(name).ok_or(format!("there is no joint \"{name}\""))?);
    }
    Ok(indices)
    // STUB // TODO 11.2: which joint of the skeleton is called by this name?
    // STUB let _ = joints; // you will need it
    // STUB Ok(vec![0; names.len()])
    // END 11.2
}

/// The matrix from the mesh's space to a joint's, `joint_from_mesh`, for each slot of the palette.
///
/// `bind_from_mesh` is the bind shape matrix. `inverse_binds.chunks(16)` goes through the numbers in pieces of 16, and
/// `Mat4::from_cols_slice(piece)` and `transpose()` are as in lesson 05.
fn joint_from_mesh(inverse_binds: &[f32], bind_from_mesh: Mat4) -> Vec<Mat4> {
    // BEGIN 11.3
    let mut matrices = Vec::new();
    for rows in inverse_binds.chunks(16) {
        // The file's rows stand where glam's columns should.
        matrices.push(Mat4::from_cols_slice(rows).transpose() * bind_from_mesh);
    }
    matrices.push(bind_from_mesh);
    matrices
    // STUB // TODO 11.3: two steps for each joint; which one is applied to a vertex first? And one more matrix.
    // STUB let _ = bind_from_mesh; // you will need it
    // STUB vec![Mat4::IDENTITY; inverse_binds.len() / 16 + 1]
    // END 11.3
}

/// The four strongest influences of a vertex, or all if it has fewer, in any order.
///
/// `strongest_first(influences)` is a new `Vec` of the same influences, sorted; `total_weight(list)` is the sum of any
/// list's weights; `list.truncate(4)` drops what comes after the fourth.
fn four_strongest(influences: &[Influence]) -> Vec<Influence> {
    // BEGIN 11.4
    let mut four = strongest_first(influences);
    four.truncate(4);
    let sum = total_weight(&four);
    for influence in &mut four {
        influence.weight /= sum;
    }
    four
    // STUB // TODO 11.4: which ones stay? And what is their sum?
    // STUB let _ = (influences, strongest_first, total_weight); // you will need them
    // STUB Vec::new()
    // END 11.4
}
