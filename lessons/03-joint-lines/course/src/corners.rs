//! Inputs of a check's last probe: the picture's own joints, and the limits that the texts promise.

use crate::creature::Family;
use crate::lesson_joints;
use crate::{Joint, MAX_JOINTS};
use armature::math::Transform;
use check::Probe;
use glam::Mat4;

/// Time of the lesson's own picture, in seconds.
pub(crate) const TIME: f32 = 0.5;

pub(crate) struct CornerCase {
    /// "no joint", "the picture's 90 joints".
    pub(crate) name: String,
    pub(crate) joints: Vec<Joint>,
    pub(crate) locals: Vec<Mat4>,
    pub(crate) model_from_root: Mat4,
}

/// Returns the fixed inputs: no joint, one, roots alone, one behind the others, the picture's, and as many as `u_model`
/// holds.
pub(crate) fn corners(probe: &Probe) -> Vec<CornerCase> {
    let mut random = probe.random();
    let mut parents: Vec<Option<usize>> = vec![None, None];
    for index in 2..MAX_JOINTS {
        parents.push((random.below(12) > 0).then(|| random.below(index)));
    }
    let full = format!("{MAX_JOINTS} joints");
    let drawn = [
        ("no joint", vec![]),
        ("one joint", vec![None]),
        ("three roots", vec![None; 3]),
        ("a bone and a root after it", vec![None, Some(0), None]),
        (full.as_str(), parents),
    ];
    let mut corners = Vec::new();
    for (name, parents) in drawn {
        corners.push(CornerCase {
            name: name.into(),
            locals: parents.iter().map(|_| random.rigid().to_mat4()).collect(),
            joints: parents.into_iter().map(|parent| Joint { name: "x".into(), parent }).collect(),
            model_from_root: random.rigid().to_mat4(),
        });
    }
    let family = Family::new();
    let joints = lesson_joints(family.model.skeleton.joints());
    corners.push(CornerCase {
        name: format!("the picture's {} joints", joints.len()),
        joints,
        locals: family.pose(TIME).locals.iter().map(Transform::to_mat4).collect(),
        model_from_root: family.model_from_root(TIME),
    });
    corners
}
