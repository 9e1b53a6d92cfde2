//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::finished;
use crate::{Answers, probes};
use common::check::{Answer, Ask, Check, Lesson};
use common::lesson;
use common::scenes::format::coordinates;
use common::scenes::lighting_probe::LightingProbe;

/// Lesson 10, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!();

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[Check<Answers>] = &[
    // Of colours from 0 to 1, as the screen gets them: a step of 255 is 0.004.
    Check { tolerance: 0.003, ask: fragment },
    // Of directions of length 1, after an inverse in single precision; 0.1 degrees.
    Check { tolerance: 0.002, ask: normal_matrix },
    // Normals of length 1, and clip coordinates up to about 10: single precision is right to 1e-5 of that.
    Check { tolerance: 0.002, ask: vertex },
    // Of words: they are equal or not.
    Check { tolerance: 0.5, ask: shortcut_will_do },
];

/// What is right.
pub const REFERENCE: Answers = finished::ANSWERS;

pub(crate) fn fragment(q: &mut Ask<Answers>, answer: &mut Answer) {
    LightingProbe::compare(q, answer, |a| a.fragment);
}

pub(crate) fn normal_matrix(q: &mut Ask<Answers>, answer: &mut Answer) {
    let normals = probes::normals(&mut q.random);
    for (index, (family, kind, model_from_bind)) in probes::matrices(&q.probe).into_iter().enumerate() {
        let turns = q.ask("", |a| (a.normal_matrix)(model_from_bind));
        for normal in normals {
            let label = format!("matrix {index}, {kind}: where {} goes", coordinates(normal));
            // How long a normal comes out does not matter.
            answer.compare(label, (turns * normal).normalize()).group(family);
        }
    }
}

pub(crate) fn vertex(q: &mut Ask<Answers>, answer: &mut Answer) {
    probes::skinning(&q.probe).compare(q, answer, |a| a.vertex);
}

pub(crate) fn shortcut_will_do(q: &mut Ask<Answers>, answer: &mut Answer) {
    for (index, (family, kind, model_from_bind)) in probes::matrices(&q.probe).into_iter().enumerate() {
        let will_do = q.ask("", |a| (a.shortcut_will_do)(model_from_bind));
        let word = if will_do { "right" } else { "not right" };
        answer.compare(format!("matrix {index}, {kind}: the shortcut"), word).group(family);
    }
}
