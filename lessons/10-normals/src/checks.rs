//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::{Answers, probes};
use common::check::{Answer, AnswerError, Check, Lesson, Probe, shader};
use common::graphics::ShaderFile;
use common::scenes::format::coordinates;
use common::scenes::lighting_probe::LightingProbe;
use common::{lesson, skin};
use glam::{Mat3, Mat3A, Mat4};

/// Lesson 10, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(FRAGMENT, NORMAL_MATRIX, VERTEX, SHORTCUT_WILL_DO);

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    fragment: ShaderFile("common/phong.frag"),
    normal_matrix: |model_from_bind| Mat3::from(skin::normal_matrix(&Mat3A::from_mat4(model_from_bind))),
    vertex: ShaderFile("common/lit_skin.vert"),
    shortcut_will_do: |model_from_bind| skin::scales_evenly(&Mat3A::from_mat4(model_from_bind)),
};

const FRAGMENT: Check<Answers> = Check {
    // Of colours from 0 to 1, as the screen gets them: a step of 255 is 0.004.
    tolerance: 0.003,
    ask: |answers, probe| {
        let lighting = LightingProbe::new(&shader::context()?, probe);
        lighting.map_err(AnswerError::NoGraphics)?.colors(answers.fragment)
    },
};

const NORMAL_MATRIX: Check<Answers> = Check {
    // Of directions of length 1, after an inverse in single precision; 0.1 degrees.
    tolerance: 0.002,
    ask: |answers, probe| {
        let normals = probes::normals(&mut probe.random());
        Ok(of_matrices(probe, |model_from_bind, label| {
            let turns = (answers.normal_matrix)(model_from_bind);
            // How long a normal comes out does not matter.
            let turned = normals.map(|normal| (turns * normal).normalize());
            Answer::points(|n| format!("{label}: where {} goes", coordinates(normals[n])), turned)
        }))
    },
};

const VERTEX: Check<Answers> = Check {
    // Normals of length 1, and clip coordinates up to about 10: single precision is right to 1e-5 of that.
    tolerance: 0.002,
    ask: |answers, probe| probes::skinning(probe).outputs(probe, answers.vertex),
};

const SHORTCUT_WILL_DO: Check<Answers> = Check {
    // Of words: they are equal or not.
    tolerance: 0.5,
    ask: |answers, probe| {
        Ok(of_matrices(probe, |model_from_bind, label| {
            let will_do = (answers.shortcut_will_do)(model_from_bind);
            let word = if will_do { "right" } else { "not right" };
            Answer::words(|_| format!("{label}: the shortcut"), [word])
        }))
    },
};

/// What is answered about each of the probe's matrices.
fn of_matrices(probe: &Probe, answer: impl Fn(Mat4, &str) -> Answer) -> Answer {
    let of = |(index, (family, kind, model_from_bind)): (usize, probes::Named)| {
        answer(model_from_bind, &format!("matrix {index}, {kind}")).grouped(|_| family.into())
    };
    probes::matrices(probe).into_iter().enumerate().map(of).collect()
}
