//! The right answers, by the runtime.

use crate::core_joints;
use crate::{Answers, MAX_JOINTS, model_poses};
use armature::skeleton;
use given::ShaderFile;
use glam::Mat4;

pub(crate) const ANSWERS: Answers = Answers {
    vertex: ShaderFile("common/joints.vert"),
    matrices: |joints, locals, model_from_root| {
        let mut matrices = model_poses(joints, locals, model_from_root);
        matrices.resize(MAX_JOINTS, Mat4::IDENTITY);
        matrices
    },
    index_pairs: |joints| skeleton::bone_index_pairs(&core_joints(joints)),
    chain_starts: |joints| skeleton::chain_starts(&core_joints(joints)),
};
