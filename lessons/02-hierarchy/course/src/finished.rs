//! The right answers, by the runtime.

use crate::core_joints;
use crate::{Answers, Joint};
use armature::skeleton;
use glam::{Mat4, Vec3};

pub(crate) const ANSWERS: Answers = Answers {
    depth_first_order: |joints| skeleton::depth_first_order(&core_joints(joints)),
    model_poses: poses_along,
    tip: |joints, model_from_joint, joint| {
        let tip = skeleton::tip(&core_joints(joints), joint);
        model_from_joint[tip].transform_point3(Vec3::ZERO)
    },
};

/// Returns `model_from_joint` of joints in any order, as `armature::skeleton::local_to_model` does for sorted ones.
/// Joints that `order` leaves out stay at the model's origin.
fn poses_along(joints: &[Joint], order: &[usize], locals: &[Mat4], model_from_root: Mat4) -> Vec<Mat4> {
    let mut model_from_joint = vec![Mat4::IDENTITY; joints.len()];
    for &joint in order.iter().filter(|&&joint| joint < joints.len()) {
        let model_from_parent = joints[joint].parent.map_or(model_from_root, |parent| model_from_joint[parent]);
        model_from_joint[joint] = model_from_parent * locals[joint];
    }
    model_from_joint
}

/// Returns a joint's number of ancestors.
pub(crate) fn depth(joints: &[Joint], joint: usize) -> usize {
    std::iter::successors(joints[joint].parent, |&parent| joints[parent].parent).count()
}
