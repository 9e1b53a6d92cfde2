//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes;
use common::check::{Answer, AnswerError, Ask, Check};
use common::scenes::format::coordinates;
use common::scenes::lighting_probe::LightingProbe;

common::lesson! {
    normals: Normals,
    earlier: {
        bind_pose: lesson_08 {
            "08.2": "the palette of each dancer",
        }
    }
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[Check] = &[
    // Of colours from 0 to 1, as the screen gets them: a step of 255 is 0.004.
    Check { tolerance: 0.003, ask: fragment, cases: &[] },
    // Of directions of length 1, after an inverse in single precision; 0.1 degrees.
    Check { tolerance: 0.002, ask: normal_matrix, cases: &[] },
    // Normals of length 1, and clip coordinates up to about 10: single precision is right to 1e-5 of that.
    Check { tolerance: 0.002, ask: vertex, cases: &[] },
    // Of words: they are equal or not.
    Check { tolerance: 0.5, ask: shortcut_will_do, cases: &[] },
];

pub(crate) fn fragment(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    LightingProbe::compare(q, answer, |course| course.normals.fragment())
}

pub(crate) fn normal_matrix(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let normals = probes::normals(&mut q.random);
    for (index, (family, kind, model_from_bind)) in probes::matrices(&q.probe).into_iter().enumerate() {
        let turns = q.ask("", |course| course.normals.normal_matrix(model_from_bind))?;
        for normal in normals {
            let label = format!("matrix {index}, {kind}: where {} goes", coordinates(normal));
            // How long a normal comes out does not matter.
            answer.compare(label, (turns * normal).normalize()).group(family);
        }
    }
    Ok(())
}

pub(crate) fn vertex(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    probes::skinning(&q.probe).compare(q, answer, |course| course.normals.vertex())
}

pub(crate) fn shortcut_will_do(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for (index, (family, kind, model_from_bind)) in probes::matrices(&q.probe).into_iter().enumerate() {
        let will_do = q.ask("", |course| course.normals.shortcut_will_do(model_from_bind))?;
        let word = if will_do { "right" } else { "not right" };
        answer.compare(format!("matrix {index}, {kind}: the shortcut"), word).group(family);
    }
    Ok(())
}
