//! The right answers, by the runtime.

use crate::core_joints;
use crate::{Answers, MAX_JOINTS, model_poses};
use armature::skeleton::{self, depth_first_order};
use given::ShaderFile;
use glam::Mat4;

pub(crate) const ANSWERS: Answers = Answers {
    vertex: ShaderFile("common/joints.vert"),
    matrices: |joints, locals, model_from_root| {
        let mut matrices = model_poses(joints, locals, model_from_root);
        matrices.resize(MAX_JOINTS, Mat4::IDENTITY);
        matrices
    },
    index_pairs: |joints| index_pairs(&core_joints(joints)),
    chain_starts: |joints| chain_starts(&core_joints(joints)),
};

/// Returns the index of the parent and the index of the joint for each joint that has a parent, in depth-first order.
/// One root and n joints have 2 (n - 1) indices.
///
/// # Panics
/// If there are more than 65,536 joints.
fn index_pairs(joints: &[skeleton::Joint]) -> Vec<u16> {
    let mut indices = Vec::new();
    for joint in depth_first_order(joints) {
        if let Some(parent) = joints[joint].parent {
            for end in [parent, joint] {
                indices.push(u16::try_from(end).expect("a skeleton of at most 65,536 joints"));
            }
        }
    }
    indices
}

/// Returns the start of each chain, a root and its descendants, in [`index_pairs`], in the order of the roots. In
/// depth-first order a chain's bones are beside each other, so that one call can draw them.
///
/// # Panics
/// If a parent index is not a joint's ([`Skeleton::new`](armature::skeleton::Skeleton::new) rejects such lists).
fn chain_starts(joints: &[skeleton::Joint]) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut indices = 0;
    for joint in depth_first_order(joints) {
        match joints[joint].parent {
            None => starts.push(indices),
            Some(_) => indices += 2,
        }
    }
    starts
}
