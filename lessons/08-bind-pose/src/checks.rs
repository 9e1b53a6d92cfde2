//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, Figure};
use crate::{Answers, model_poses};
use common::check::{Answer, Check, Lesson, Probe, announce};
use common::graphics::ShaderFile;
use common::skin::{Binding, Skin};
use common::{lesson, words};
use glam::{Affine3A, Mat4};

/// Lesson 08, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(INVERSE_BINDS, SKINNING_MATRICES, VERTEX);

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    // `common`'s skeleton keeps each joint's bind in three parts, which have no shear: so it is not asked.
    inverse_binds: |joints, bind_locals| {
        let binds = model_poses(joints, bind_locals, Mat4::IDENTITY);
        binds.iter().map(|bind| bind.as_dmat4().inverse().as_mat4()).collect()
    },
    skinning_matrices: core_palette,
    vertex: ShaderFile("common/rigid_skin.vert"),
};

/// By `common`'s skin.
fn core_palette(model_from_joint: &[Mat4], joint_from_bind: &[Mat4]) -> Vec<Mat4> {
    let affine = |matrix: &Mat4| Affine3A::from_mat4(*matrix);
    let binding = |(joint, inverse)| Binding { joint: Some(joint), joint_from_bind: affine(inverse) };
    let bindings = joint_from_bind.iter().enumerate().map(binding).collect();
    let skin = Skin { bindings, bind_from_mesh: Affine3A::IDENTITY };
    let posed: Vec<Affine3A> = model_from_joint.iter().map(affine).collect();
    skin.palette(&posed).into_iter().map(Mat4::from).collect()
}

const INVERSE_BINDS: Check<Answers> = Check {
    // Metres. Chains of up to seven joints, coordinates up to about 100 in a small figure's joints, an inverse.
    tolerance: 0.002,
    ask: |answers, probe| {
        let binds = |figure: &Figure| (answers.inverse_binds)(&figure.joints, &figure.bind_locals);
        Ok(matrices(probe, binds))
    },
};

const SKINNING_MATRICES: Check<Answers> = Check {
    // As above, and a product.
    tolerance: 0.002,
    ask: |answers, probe| {
        let palette = |figure: &Figure| {
            let back = (REFERENCE.inverse_binds)(&figure.joints, &figure.bind_locals);
            (answers.skinning_matrices)(&figure.model_from_joint, &back)
        };
        Ok(matrices(probe, palette))
    },
};

const VERTEX: Check<Answers> = Check {
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    tolerance: 1e-3,
    ask: |answers, probe| probes::skinning(probe).outputs(probe, answers.vertex),
};

/// A matrix for each joint of the probe's figures.
fn matrices(probe: &Probe, of: impl Fn(&Figure) -> Vec<Mat4>) -> Answer {
    let mut all = Answer::default();
    for figure in probes::figures(probe) {
        announce(figure.told.as_str());
        let group = |joint: usize| match figure.joints.get(joint) {
            Some(_) if figure.kind.is_empty() => format!("depth {}", figure.depth(joint)),
            _ => figure.kind.into(),
        };
        let got = of(&figure);
        let (count, joints) = (got.len(), figure.joints.len());
        if count != joints {
            all = all.noting(vec![words!("count", count, joints)]);
        }
        let answer = Answer::finite_transforms(|joint| figure.label(joint), got);
        all = all.and(answer.grouped(group));
        if figure.kind.is_empty() {
            all = all.noting(vec![figure.told.clone()]);
        }
    }
    all
}
