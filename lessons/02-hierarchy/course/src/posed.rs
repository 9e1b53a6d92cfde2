//! Functions of this lesson that later lessons call.

use crate::{Hierarchy, Joint};
use drawing::report::fit;
use given::CallError;
use glam::Mat4;

/// Returns `model_from_joint` of all joints in several poses, by 02.2 in the order of 02.1. `joints` are names and parents'
/// indices.
///
/// # Errors
/// If an answer cannot be used.
pub fn posed<'a>(
    hierarchy: &Hierarchy,
    joints: impl Iterator<Item = (&'a str, Option<usize>)>,
    poses: &[Vec<Mat4>],
) -> Result<Vec<Vec<Mat4>>, CallError> {
    let joints: Vec<Joint> = joints.map(|(name, parent)| Joint { name: name.into(), parent }).collect();
    let order = hierarchy.depth_first_order(&joints)?;
    if !is_parents_first(&joints, &order) {
        return Err(CallError::unusable("02.1", "a joint before its parent, twice, or not at all"));
    }
    let mut posed = Vec::new();
    for pose in poses {
        let model_from_joint = hierarchy.model_poses(&joints, &order, pose, Mat4::IDENTITY)?;
        posed.push(fit("02.2", model_from_joint, joints.len(), Mat4::IDENTITY));
    }
    Ok(posed)
}

/// Returns whether an order has every joint once, each after its parent.
fn is_parents_first(joints: &[Joint], order: &[usize]) -> bool {
    let mut seen = vec![false; joints.len()];
    for &joint in order {
        let is_new = seen.get(joint) == Some(&false);
        if !is_new || joints[joint].parent.is_some_and(|parent| !seen[parent]) {
            return false;
        }
        seen[joint] = true;
    }
    order.len() == joints.len()
}
