//! The right answers, by the runtime.

use crate::{Answers, model_poses};
use armature::skin::{Binding, Skin};
use given::ShaderFile;
use glam::{Affine3A, Mat4};

pub(crate) const ANSWERS: Answers = Answers {
    // `common`'s skeleton keeps each joint's bind in three parts, which have no shear: so it is not asked.
    inverse_binds: |joints, bind_locals| {
        let binds = model_poses(joints, bind_locals, Mat4::IDENTITY);
        binds.iter().map(|bind| bind.as_dmat4().inverse().as_mat4()).collect()
    },
    skinning_matrices: core_palette,
    vertex: ShaderFile("common/rigid_skin.vert"),
};

fn core_palette(model_from_joint: &[Mat4], joint_from_bind: &[Mat4]) -> Vec<Mat4> {
    let mut bindings = Vec::new();
    for (joint, inverse) in joint_from_bind.iter().enumerate() {
        bindings.push(Binding { joint: Some(joint), joint_from_bind: Affine3A::from_mat4(*inverse) });
    }
    let skin = Skin { bindings, bind_from_mesh: Affine3A::IDENTITY };
    let posed: Vec<Affine3A> = model_from_joint.iter().copied().map(Affine3A::from_mat4).collect();
    skin.palette(&posed).into_iter().map(Mat4::from).collect()
}
