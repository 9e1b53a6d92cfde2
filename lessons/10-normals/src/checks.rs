//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::{Answers, probes};
use common::check::{Answer, AnswerError, Check, Lesson, Probe, shader};
use common::graphics::{ShaderFile, patch::SIDE};
use common::lesson;
use common::scenes::format::coordinates;
use common::skin;
use glam::{Mat3, Mat3A};

/// Lesson 10, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(FRAGMENT, NORMAL_MATRIX, VERTEX, SHORTCUT_WILL_DO);

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    fragment: ShaderFile("common/phong.frag"),
    normal_matrix: |model_from_bind| {
        Mat3::from(skin::normal_matrix(&Mat3A::from_mat4(model_from_bind)))
    },
    vertex: ShaderFile("common/lit_skin.vert"),
    shortcut_will_do: |model_from_bind| skin::scales_evenly(&Mat3A::from_mat4(model_from_bind)),
};

const FRAGMENT: Check<Answers> = Check {
    // Of colours from 0 to 1, as the screen gets them: a step of 255 is 0.004.
    tolerance: 0.003,
    ask: colors,
};

const NORMAL_MATRIX: Check<Answers> = Check {
    // Of directions of length 1, after an inverse in single precision; 0.1 degrees.
    tolerance: 0.002,
    ask: |answers, probe| {
        let asked = probes::matrices(probe);
        let normals = probes::normals(&mut probe.random());
        let one = |(index, matrix): (usize, &probes::Matrix)| {
            let turns = (answers.normal_matrix)(matrix.model_from_bind);
            // How long a normal comes out does not matter.
            let turned = normals.map(|normal| (turns * normal).normalize());
            let label = |n: usize| {
                format!("matrix {index}, {}: where {} goes", matrix.kind, coordinates(normals[n]))
            };
            Answer::points(label, turned).grouped(|_| matrix.family.into())
        };
        Ok(asked.iter().enumerate().map(one).fold(Answer::default(), Answer::and))
    },
};

const VERTEX: Check<Answers> = Check {
    // Normals of length 1, and clip coordinates up to about 10: single precision is right to 1e-5 of that.
    tolerance: 0.002,
    ask: |answers, probe| {
        probes::skinning(probe).outputs(probe, answers.vertex, |vertex| {
            let [x, y, z, w] = vertex.weights;
            format!("joints {:?}, weights [{x:.2}, {y:.2}, {z:.2}, {w:.2}]", vertex.joints)
        })
    },
};

const SHORTCUT_WILL_DO: Check<Answers> = Check {
    // Of words: they are equal or not.
    tolerance: 0.5,
    ask: |answers, probe| {
        let asked = probes::matrices(probe);
        let one = |matrix: &probes::Matrix| {
            if (answers.shortcut_will_do)(matrix.model_from_bind) { "right" } else { "not right" }
        };
        let verdicts: Vec<&str> = asked.iter().map(one).collect();
        let label = |index: usize| format!("matrix {index}, {}: the shortcut", asked[index].kind);
        let group = |index: usize| String::from(asked[index].family);
        Ok(Answer::words(label, verdicts).grouped(group))
    },
};

fn colors(answers: &Answers, probe: &Probe) -> Result<Answer, AnswerError> {
    let gl = shader::context()?;
    let texture = probes::texture(&gl).map_err(AnswerError::NoGraphics)?;
    let mut all = Answer::default();
    for (place, pixels) in probes::pixels(probe).into_iter().enumerate() {
        let output = pixels.colors(&gl, answers.fragment, &texture)?;
        let side = SIDE as usize;
        let label = |index: usize| {
            let (x, y) = (index % side, index / side);
            format!("a patch {}, pixel ({x}, {y})", pixels.kind)
        };
        // They are the same for each patch.
        let notes = if place == 0 { output.notes } else { Vec::new() };
        let patch = Answer::vec4s(label, output.colors).grouped(|_| pixels.kind.into());
        all = all.and(patch.noting(notes));
    }
    Ok(all)
}
