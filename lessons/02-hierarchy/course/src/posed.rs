//! What later lessons call of this one.

use crate::{Answers, Joint};
use common::prelude::*;
use glam::Mat4;

/// `model_from_joint` of all joints in several poses: 02.1 for the order, 02.2 along it. `joints` have their
/// parents' indices.
pub fn posed<'a>(
    answers: &Answers,
    joints: impl Iterator<Item = (&'a str, Option<usize>)>,
    poses: &[Vec<Mat4>],
) -> Vec<Vec<Mat4>> {
    let joint = |(name, parent): (&str, _)| Joint { name: name.into(), parent };
    let joints: Vec<Joint> = joints.map(joint).collect();
    let order = todo("02.1", || (answers.depth_first_order)(&joints));
    if !is_parents_first(&joints, &order) {
        refuse("02.1", "a joint before its parent, twice, or not at all");
    }
    let model = |pose| todo("02.2", || (answers.model_poses)(&joints, &order, pose, Mat4::IDENTITY));
    poses.iter().map(|pose| fit("02.2", model(pose), joints.len(), Mat4::IDENTITY)).collect()
}

/// Whether an order has every joint once, and its parent before it.
fn is_parents_first(joints: &[Joint], order: &[usize]) -> bool {
    let mut seen = vec![false; joints.len()];
    let mut visit = |joint: usize| {
        let is_new = seen.get(joint) == Some(&false) && joints[joint].parent.is_none_or(|parent| seen[parent]);
        if is_new {
            seen[joint] = true;
        }
        is_new
    };
    order.len() == joints.len() && order.iter().all(|&joint| visit(joint))
}
