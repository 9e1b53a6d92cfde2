//! What this lesson becomes in `common`.

use crate::given::core_joints;
use crate::{Answers, Joint};
use common::skeleton;
use glam::{Mat4, Vec3};

/// Right on every probe.
pub(crate) const ANSWERS: Answers = Answers {
    depth_first_order: |joints| skeleton::depth_first_order(&core_joints(joints)),
    model_poses: poses_along,
    tip: |joints, model_from_joint, joint| {
        let tip = skeleton::tip(&core_joints(joints), joint);
        model_from_joint[tip].transform_point3(Vec3::ZERO)
    },
};

/// `common::skeleton::local_to_model` for joints that are not sorted yet; a test says that they agree.
/// Joints that `order` leaves out stay at the model's origin.
fn poses_along(joints: &[Joint], order: &[usize], locals: &[Mat4], model_from_root: Mat4) -> Vec<Mat4> {
    let mut model_from_joint = vec![Mat4::IDENTITY; joints.len()];
    for &joint in order.iter().filter(|&&joint| joint < joints.len()) {
        let model_from_parent = joints[joint].parent.map_or(model_from_root, |parent| model_from_joint[parent]);
        model_from_joint[joint] = model_from_parent * locals[joint];
    }
    model_from_joint
}

/// For later lessons: `model_from_joint` of every joint, in index order, from each joint's `parent_from_joint`.
/// `model_from_root` stands in for the parent of a root. Parents come first: the array's order will do.
pub fn model_poses(joints: &[Joint], locals: &[Mat4], model_from_root: Mat4) -> Vec<Mat4> {
    let mut model_from_joint: Vec<Mat4> = Vec::new();
    for (joint, &parent_from_joint) in joints.iter().zip(locals) {
        let model_from_parent = match joint.parent {
            Some(parent) => model_from_joint[parent],
            None => model_from_root,
        };
        model_from_joint.push(model_from_parent * parent_from_joint);
    }
    model_from_joint
}
