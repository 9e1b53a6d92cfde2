//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, Rig};
use common::check::{Answer, AnswerError, Ask, Check, finite};
use common::words;
use given::{Course, Lost};
use glam::Mat4;

common::lesson! {
    bind_pose: BindPose,
    earlier: {
        hierarchy: lesson_02 {
            "02.1": "the order of the walk over the joints",
            "02.2": "poses the worm's joints",
        }
    }
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[Check] = &[
    // Metres. Chains of up to seven joints, coordinates up to about 100 in a small figure's joints, an inverse.
    Check { tolerance: 0.002, ask: inverse_binds, cases: &[] },
    // As above, and a product.
    Check { tolerance: 0.002, ask: skinning_matrices, cases: &[] },
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    Check { tolerance: 1e-3, ask: vertex, cases: &[] },
];

pub(crate) fn inverse_binds(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    matrices(q, answer, |course, figure| course.bind_pose.inverse_binds(&figure.joints, &figure.bind_locals))
}

pub(crate) fn skinning_matrices(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    matrices(q, answer, |course, figure| {
        let back = REFERENCE.bind_pose.inverse_binds(&figure.joints, &figure.bind_locals)?;
        course.bind_pose.skinning_matrices(&figure.model_from_joint, &back)
    })
}

pub(crate) fn vertex(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    probes::skinning(&q.probe).compare(q, answer, |course| course.bind_pose.vertex())
}

/// A matrix for each joint of the probe's figures.
fn matrices(
    q: &mut Ask,
    answer: &mut Answer,
    of: fn(&Course, &Rig) -> Result<Vec<Mat4>, Lost>,
) -> Result<(), AnswerError> {
    for figure in probes::figures(&q.probe) {
        let matrices = q.ask(&figure.told, |course| of(course, &figure))?;
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
    Ok(())
}
