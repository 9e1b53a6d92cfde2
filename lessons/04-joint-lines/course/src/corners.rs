//! Inputs of the checks: posed skeletons; in the last probe the picture's own, and the limits that the texts promise.

use crate::creature::Family;
use crate::figures;
use crate::lesson_joints;
use crate::scene::SCENE;
use crate::{Joint, MAX_JOINTS};
use armature::math::Transform;
use check::Probe;
use glam::Mat4;

pub(crate) struct Skeleton {
    pub(crate) joints: Vec<Joint>,
    pub(crate) locals: Vec<Mat4>,
    pub(crate) model_from_root: Mat4,
}

impl Skeleton {
    /// Returns a random skeleton. Those of the last probe are no joint, one, roots alone, one behind the others, as many as
    /// `u_model` holds, and the picture's.
    pub(crate) fn drawn(probe: &Probe) -> Vec<Skeleton> {
        if !probe.is_last() {
            let rig = probe.rig();
            return vec![Skeleton {
                joints: lesson_joints(rig.skeleton.joints()),
                locals: rig.pose.locals.iter().map(Transform::to_mat4).collect(),
                model_from_root: rig.model_from_root.into(),
            }];
        }
        let mut random = probe.random();
        let mut parents: Vec<Option<usize>> = vec![None, None];
        for index in 2..MAX_JOINTS {
            parents.push((random.below(12) > 0).then(|| random.below(index)));
        }
        let mut skeletons = Vec::new();
        for parents in [vec![], vec![None], vec![None; 3], vec![None, Some(0), None], parents] {
            let locals = parents.iter().map(|_| random.rigid().to_mat4()).collect();
            let model_from_root = random.rigid().to_mat4();
            skeletons.push(Skeleton { joints: figures::joints(&parents), locals, model_from_root });
        }
        let family = Family::new();
        let joints = lesson_joints(family.model.skeleton.joints());
        let locals = family.pose(SCENE.time).locals.iter().map(Transform::to_mat4).collect();
        skeletons.push(Skeleton { joints, locals, model_from_root: family.model_from_root(SCENE.time) });
        skeletons
    }
}
