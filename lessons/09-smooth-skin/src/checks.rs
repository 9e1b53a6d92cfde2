//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::{Answers, probes};
use common::cast::limb;
use common::check::{Answer, AnswerError, Check, Lesson, Probe};
use common::graphics::ShaderFile;
use common::scenes::skinning_probe::SkinningProbe;
use common::{lesson, words};

/// Lesson 09, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(WEIGHTS, VERTEX, JOINT_ANGLES);

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    weights: limb::weights,
    vertex: ShaderFile("common/smooth_skin.vert"),
    joint_angles: limb::joint_angles,
};

const WEIGHTS: Check<Answers> = Check {
    // A weight is a share of 1, and the smallest margin asked about is 0.05: 1e-7 of a height is 1e-6
    // of a weight.
    tolerance: 1e-4,
    ask: |answers, probe| Ok(shares(answers, probe)),
};

const VERTEX: Check<Answers> = Check {
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    tolerance: 1e-3,
    ask: positions_and_normals,
};

const JOINT_ANGLES: Check<Answers> = Check {
    // Radians, of angles up to 3.
    tolerance: 1e-4,
    ask: |answers, probe| Ok(angles(answers, probe)),
};

/// Every weight of every height, so that the first that is wrong can be named.
fn shares(answers: &Answers, probe: &Probe) -> Answer {
    let mut random = probe.random();
    let margin = probes::margin(&mut random);
    let mut answer = Answer::default();
    let mut notes = Vec::new();
    for height in probes::heights(&mut random, margin) {
        let weights = (answers.weights)(height, margin);
        let label = |joint: usize| {
            let name = ["tail", "middle", "head"][joint];
            format!("height {height:.3}, margin {margin:.3}: weight of the {name}")
        };
        let sum: f32 = weights.iter().sum();
        if (sum - 1.0).abs() > 1e-3 && notes.is_empty() {
            notes.push(words!("sum", height, sum));
        }
        answer = answer.and(Answer::finite_numbers(label, weights));
    }
    answer.noting(notes)
}

fn angles(answers: &Answers, probe: &Probe) -> Answer {
    let (leans, times) = probes::leans(&mut probe.random());
    let mut answer = Answer::default();
    for time in times {
        let label = |joint: usize| {
            let name = ["middle", "head"][joint];
            format!("after {time:.2} s, the angle of the {name}")
        };
        answer = answer.and(Answer::finite_numbers(label, (answers.joint_angles)(time, &leans)));
    }
    answer
}

fn positions_and_normals(answers: &Answers, probe: &Probe) -> Result<Answer, AnswerError> {
    let skinning = SkinningProbe::new(probe, probes::palette_and_vertices(&mut probe.random()));
    let output = skinning.positions(answers.vertex, &["a_joints", "a_weights"])?;
    let label = |vertex: usize, what: &str| match skinning.vertices.get(vertex) {
        Some(v) => {
            let [x, y, z, w] = v.weights;
            let (joints, weights) = (v.joints, format!("{x:.2}, {y:.2}, {z:.2}, {w:.2}"));
            format!("vertex {vertex}, joints {joints:?}, weights [{weights}], {what}")
        }
        None => format!("vertex {vertex}"),
    };
    let normals = skinning.normals(answers.vertex)?;
    let positions = Answer::vec4s(|vertex| label(vertex, "gl_Position"), output.positions);
    let normals = Answer::points(|vertex| label(vertex, "v_normal"), normals);
    Ok(positions.and(normals).noting(output.notes))
}
