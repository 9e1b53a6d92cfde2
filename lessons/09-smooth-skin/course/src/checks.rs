//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes;
use crate::tube_worm::NAMES;
use common::cast::limb;
use common::check::{Answer, AnswerError, Ask, Check, finite};
use common::words;
use std::f32::consts::TAU;

common::lesson! {
    smooth_skin: SmoothSkin,
    earlier: {
        bind_pose: lesson_08 {
            "08.2": "the palette",
        }
    }
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[Check] = &[
    // A weight is a fraction of 1, and the smallest margin asked about is 0.002: 1e-7 of a height is 3e-5 of a weight.
    Check { tolerance: 1e-4, ask: weights, cases: &[] },
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    Check { tolerance: 1e-3, ask: vertex, cases: &[] },
    // Radians, of angles up to 5.
    Check { tolerance: 1e-4, ask: joint_angles, cases: &[] },
];

/// Every weight of every height, so that the first that is wrong can be named.
pub(crate) fn weights(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for (height, margin) in probes::places(&q.probe) {
        let weights = q.ask("", |course| course.smooth_skin.weights(height, margin))?;
        let sum: f32 = weights.iter().sum();
        for (name, weight) in NAMES.into_iter().zip(weights) {
            let label = format!("height {height:.3}, margin {margin:.3}: weight of the {name}");
            let item = answer.compare(label, finite(weight));
            if (sum - 1.0).abs() > 1e-3 {
                item.note(words!("sum", height, sum));
            }
        }
    }
    Ok(())
}

pub(crate) fn vertex(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    probes::skinning(&q.probe).compare(q, answer, |course| course.smooth_skin.vertex())
}

pub(crate) fn joint_angles(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for (time, leans) in probes::leans(&q.probe) {
        let angles = q.ask("", |course| course.smooth_skin.joint_angles(time, &leans))?;
        let right = limb::joint_angles(time, &leans);
        for (joint, name) in NAMES.into_iter().skip(1).take(2).enumerate() {
            let angle = nearest_turn(angles[joint], right[joint]);
            answer.compare(format!("after {time:.2} s, the angle of the {name}"), finite(angle));
        }
    }
    Ok(())
}

/// Returns the angle of `got` that is nearest to `right`: an answer that brings angles to -pi..pi is right, too.
pub fn nearest_turn(got: f32, right: f32) -> f32 {
    got + TAU * ((right - got) / TAU).round()
}
