//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::tube_worm::NAMES;
use crate::{Answers, probes};
use common::cast::limb;
use common::check::{Answer, Check, Lesson, Probe};
use common::graphics::ShaderFile;
use common::{lesson, words};
use std::f32::consts::TAU;

/// Lesson 09, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(WEIGHTS, VERTEX, JOINT_ANGLES);

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers =
    Answers { weights: limb::weights, vertex: ShaderFile("common/smooth_skin.vert"), joint_angles: limb::joint_angles };

const WEIGHTS: Check<Answers> = Check {
    // A weight is a share of 1, and the smallest margin asked about is 0.002: 1e-7 of a height is 3e-5 of a weight.
    tolerance: 1e-4,
    ask: |answers, probe| Ok(shares(answers, probe)),
};

const VERTEX: Check<Answers> = Check {
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    tolerance: 1e-3,
    ask: |answers, probe| probes::skinning(probe).outputs(probe, answers.vertex),
};

const JOINT_ANGLES: Check<Answers> = Check {
    // Radians, of angles up to 5.
    tolerance: 1e-4,
    ask: |answers, probe| Ok(angles(answers, probe)),
};

/// Every weight of every height, so that the first that is wrong can be named.
fn shares(answers: &Answers, probe: &Probe) -> Answer {
    let mut answer = Answer::default();
    let mut notes = Vec::new();
    for (height, margin) in probes::places(probe) {
        let weights = (answers.weights)(height, margin);
        let label = |joint: usize| {
            let name = NAMES[joint];
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
    let mut answer = Answer::default();
    for (time, leans) in probes::leans(probe) {
        let label = |joint: usize| format!("after {time:.2} s, the angle of the {}", NAMES[1 + joint]);
        let right = limb::joint_angles(time, &leans);
        let got = (answers.joint_angles)(time, &leans);
        let got = [0, 1].map(|joint| nearest_turn(got[joint], right[joint]));
        answer = answer.and(Answer::finite_numbers(label, got));
    }
    answer
}

/// The same turn as `got`, by the angle that is nearest to `right`: whoever brings angles to -pi..pi is right, too.
pub fn nearest_turn(got: f32, right: f32) -> f32 {
    got + TAU * ((right - got) / TAU).round()
}
