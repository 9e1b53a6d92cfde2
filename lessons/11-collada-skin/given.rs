//! The contents of a file's skin in plain lists, and two small helpers.

use glam::Mat4;

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct ColladaSkin {
        /// Inputs, vcount, v, weights, the number of joints.
        "11.1" influences: fn(inputs: &[Input], vcount: &[usize], v: &[i32], weights: &[f32], joints: usize) -> Vec<Vec<Influence>>,
        /// The skin's names, the skeleton's joints.
        "11.2" skeleton_joints: fn(names: &[String], joints: &[Joint]) -> Result<Vec<usize>, String>,
        "11.3" joint_from_mesh: fn(inverse_binds: &[f32], bind_from_mesh: Mat4) -> Vec<Mat4>,
        "11.4" four_strongest: fn(influences: &[Influence]) -> Vec<Influence>,
    }
}

/// An `<input>` of `<vertex_weights>`: what the numbers of `<v>` at this offset mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// `"JOINT"`, `"WEIGHT"`, or something that another program needs.
    pub semantic: String,
    /// Position in each group of numbers.
    pub offset: usize,
}

/// Returns the offset of the input with this semantic, or 0 if there is no such input.
pub fn offset_of(inputs: &[Input], semantic: &str) -> usize {
    let input = inputs.iter().find(|input| input.semantic == semantic);
    input.map_or(0, |input| input.offset)
}

/// A joint of the skeleton, with the names that the file gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joint {
    /// Unique in the whole file.
    pub id: String,
    /// The name by which a skin refers to the joint.
    pub sid: String,
}

/// One joint's pull at one vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Influence {
    /// Index in the skin's list of joints, and so in the palette.
    pub slot: usize,
    /// The weight as the file has it. A weight of 0 has no effect.
    pub weight: f32,
}

/// Returns the same influences, the strongest first.
pub fn strongest_first(influences: &[Influence]) -> Vec<Influence> {
    let mut sorted = influences.to_vec();
    sorted.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    sorted
}

/// Returns the sum of the weights.
pub fn total_weight(influences: &[Influence]) -> f32 {
    influences.iter().map(|influence| influence.weight).sum()
}

/// Returns the 16 numbers of each matrix, row by row, as a file has them.
pub fn rows(matrices: &[Mat4]) -> Vec<f32> {
    matrices.iter().flat_map(|matrix| matrix.transpose().to_cols_array()).collect()
}
