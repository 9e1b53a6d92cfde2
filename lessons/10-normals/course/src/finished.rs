//! The right answers, by the runtime.

use crate::Answers;
use armature::skin;
use given::ShaderFile;
use glam::{Mat3, Mat3A};

pub(crate) const ANSWERS: Answers = Answers {
    fragment: ShaderFile("common/phong.frag"),
    normal_matrix: |model_from_bind| Mat3::from(skin::normal_matrix(&Mat3A::from_mat4(model_from_bind))),
    vertex: ShaderFile("common/lit_skin.vert"),
    shortcut_will_do: |model_from_bind| skin::scales_evenly(&Mat3A::from_mat4(model_from_bind)),
};
