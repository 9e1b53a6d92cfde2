//! What later lessons call of this one.

use crate::{Answers, Joint, checks};
use common::app::Watchdog;
use glam::Mat4;
use std::sync::Arc;

/// `model_from_joint` of all joints in several poses: 02.1 for the order, 02.2 along it. `joints` have their
/// parents' indices.
pub fn posed<'a>(
    answers: &Answers,
    watchdog: &mut Watchdog,
    joints: impl Iterator<Item = (&'a str, Option<usize>)>,
    poses: Vec<Vec<Mat4>>,
) -> Vec<Vec<Mat4>> {
    let joint = |(name, parent): (&str, _)| Joint { name: name.into(), parent };
    let joints: Arc<Vec<Joint>> = Arc::new(joints.map(joint).collect());
    let mut hierarchy = watchdog.guard(&checks::LESSON, *answers);
    let mut order = hierarchy.call("02.1", joints.clone(), |answers, joints| (answers.depth_first_order)(joints));
    if !is_parents_first(&joints, &order) {
        hierarchy.report("02.1", "a joint before its parent, twice, or not at all");
        order = (checks::REFERENCE.depth_first_order)(&joints);
    }
    let inputs = (joints.clone(), order, poses);
    let mut models = hierarchy.call("02.2", inputs, |answers, (joints, order, poses)| {
        let model = |pose: &Vec<Mat4>| (answers.model_poses)(joints, order, pose, Mat4::IDENTITY);
        poses.iter().map(model).collect::<Vec<_>>()
    });
    for model in &mut models {
        model.resize(joints.len(), Mat4::IDENTITY);
    }
    models
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
