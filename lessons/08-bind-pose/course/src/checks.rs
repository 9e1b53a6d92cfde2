//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::Answers;
use crate::finished;
use crate::probes::{self, Rig};
use common::check::{Answer, Ask, Check, Lesson, finite};
use common::{lesson, words};
use glam::Mat4;

/// Lesson 08, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!();

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[Check<Answers>] = &[
    // Metres. Chains of up to seven joints, coordinates up to about 100 in a small figure's joints, an inverse.
    Check { tolerance: 0.002, ask: inverse_binds },
    // As above, and a product.
    Check { tolerance: 0.002, ask: skinning_matrices },
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    Check { tolerance: 1e-3, ask: vertex },
];

/// What is right.
pub const REFERENCE: Answers = finished::ANSWERS;

pub(crate) fn inverse_binds(q: &mut Ask<Answers>, answer: &mut Answer) {
    matrices(q, answer, |a, figure| (a.inverse_binds)(&figure.joints, &figure.bind_locals));
}

pub(crate) fn skinning_matrices(q: &mut Ask<Answers>, answer: &mut Answer) {
    matrices(q, answer, |a, figure| {
        let back = (REFERENCE.inverse_binds)(&figure.joints, &figure.bind_locals);
        (a.skinning_matrices)(&figure.model_from_joint, &back)
    });
}

pub(crate) fn vertex(q: &mut Ask<Answers>, answer: &mut Answer) {
    probes::skinning(&q.probe).compare(q, answer, |a| a.vertex);
}

/// A matrix for each joint of the probe's figures.
fn matrices(q: &mut Ask<Answers>, answer: &mut Answer, of: fn(&Answers, &Rig) -> Vec<Mat4>) {
    for figure in probes::figures(&q.probe) {
        let matrices = q.ask(&figure.told, |a| of(a, &figure));
        let (count, joints) = (matrices.len(), figure.joints.len());
        if count != joints {
            answer.notes.push(words!("count", count, joints));
        }
        for (joint, matrix) in matrices.into_iter().enumerate() {
            let is_random = figure.kind.is_empty() && joint < joints;
            let group = if is_random { format!("depth {}", figure.depth(joint)) } else { figure.kind.into() };
            answer.compare(figure.label(joint), finite(matrix)).group(group);
        }
        if figure.kind.is_empty() {
            answer.notes.push(figure.told);
        }
    }
}
