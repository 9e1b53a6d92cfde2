//! Inputs of a check's last probe: the picture's own joints, and the limits that the texts promise.

use crate::creature::Family;
use crate::figures;
use crate::lesson_joints;
use crate::scene::SCENE;
use crate::{Joint, MAX_JOINTS};
use armature::math::Transform;
use check::{Case, Probe};
use glam::Mat4;

pub(crate) struct Skeleton {
    pub(crate) joints: Vec<Joint>,
    pub(crate) locals: Vec<Mat4>,
    pub(crate) model_from_root: Mat4,
}

/// Returns the fixed inputs: no joint, one, roots alone, one behind the others, the picture's, and as many as `u_model`
/// holds.
pub(crate) fn corners(probe: &Probe) -> Vec<Case<Skeleton>> {
    let mut random = probe.random();
    let mut parents: Vec<Option<usize>> = vec![None, None];
    for index in 2..MAX_JOINTS {
        parents.push((random.below(12) > 0).then(|| random.below(index)));
    }
    let full = format!("{MAX_JOINTS} joints");
    let mut corners = Vec::new();
    for (words, parents) in [
        ("no joint", vec![]),
        ("one joint", vec![None]),
        ("three roots", vec![None; 3]),
        ("a bone and a root after it", vec![None, Some(0), None]),
        (&full, parents),
    ] {
        let locals = parents.iter().map(|_| random.rigid().to_mat4()).collect();
        let model_from_root = random.rigid().to_mat4();
        corners.push(Case::new(words, Skeleton { joints: figures::joints(&parents), locals, model_from_root }));
    }
    let family = Family::new();
    let joints = lesson_joints(family.model.skeleton.joints());
    let words = format!("the picture's {} joints", joints.len());
    let locals = family.pose(SCENE.time).locals.iter().map(Transform::to_mat4).collect();
    corners.push(Case::new(words, Skeleton { joints, locals, model_from_root: family.model_from_root(SCENE.time) }));
    corners
}
