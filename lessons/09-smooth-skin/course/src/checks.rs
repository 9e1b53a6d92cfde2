//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::LEANS;
use crate::probes;
use crate::tube_worm::NAMES;
use check::case;
use check::words;
use check::{Answer, AnswerError, AnyCheck, Ask, AskedCase, finite};
use common::scenes::skinning_probe::SkinningProbe;
use drawing::cast::limb;
use glam::{Mat4, Vec3};
use std::f32::consts::{FRAC_PI_2, TAU};

check::lesson! {
    smooth_skin: SmoothSkin,
    earlier: {
        bind_pose: lesson_08 {
            "08.2": "the palette",
        }
    }
}

pub(crate) const CHECKS: &[AnyCheck] = &[
    // A weight is a fraction of 1, and the smallest margin asked about is 0.002: 1e-7 of a height is 3e-5 of a weight.
    AnyCheck::asked(1e-4, weights, WEIGHTS),
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    AnyCheck::asked(1e-3, vertex, VERTEX),
    // Radians, of angles up to 5.
    AnyCheck::asked(1e-4, joint_angles, JOINT_ANGLES),
];
const WEIGHTS: &[AskedCase] = &[
    case!("height 0, margin 0.1", weights_case(0.0, 0.1)),
    case!("height 0.5, margin 0.1", weights_case(0.5, 0.1)),
    case!("height 1, margin 0.1", weights_case(1.0, 0.1)),
    case!("height 1/3, where the first ramp is halfway up", weights_case(1.0 / 3.0, 0.1)),
    case!("height 0.35, margin 1/12: a ramp from 0.25 to 0.4167", weights_case(0.35, 1.0 / 12.0)),
    case!("height 0.35, margin 1/6: a ramp from 0.1667 to 0.5", weights_case(0.35, 1.0 / 6.0)),
    case!("height 0.7, margin 1/12: a ramp from 0.5833 to 0.75", weights_case(0.7, 1.0 / 12.0)),
];

fn weights_case(q: &mut Ask, answer: &mut Answer, height: f32, margin: f32) -> Result<(), AnswerError> {
    let weights = q.ask("", |course| course.smooth_skin.weights(height, margin))?;
    answer.compare("the list of weights (tail, middle, head)", finite(Vec3::from(weights)));
    Ok(())
}

/// Compares each weight at each height as an item of its own.
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

const VERTEX: &[AskedCase] = &[
    case!(
        "a vertex at (3, 0, 0) with its whole weight on joint 0, whose matrix moves by (1, 0, 0)",
        vertex_case([0, 5, 6, 7], [1.0, 0.0, 0.0, 0.0], moved)
    ),
    case!(
        "a vertex at (3, 0, 0), half its weight on joint 0, which moves by (1, 0, 0), half on joint 2, which moves by (3, 0, 0)",
        vertex_case([0, 2, 6, 7], [0.5, 0.5, 0.0, 0.0], moved)
    ),
    case!(
        "a vertex at (3, 0, 0), a quarter of its weight each on the joints 0 to 3, which move by 1, 2, 3 and 4 along x",
        vertex_case([0, 1, 2, 3], [0.25; 4], moved)
    ),
    case!(
        "a vertex at (3, 0, 0) with its whole weight in the fourth slot, on joint 3, which moves by (4, 0, 0)",
        vertex_case([5, 6, 7, 3], [0.0, 0.0, 0.0, 1.0], moved)
    ),
    AskedCase {
        input: "a vertex at (3, 0, 0) with its whole weight on a joint whose matrix turns by 90° about z",
        ask: |q, answer| {
            vertex_case(q, answer, [0, 5, 6, 7], [1.0, 0.0, 0.0, 0.0], |_| Mat4::from_rotation_z(FRAC_PI_2))
        },
    },
];

fn vertex_case(
    q: &mut Ask,
    answer: &mut Answer,
    joints: [u16; 4],
    weights: [f32; 4],
    matrix: fn(usize) -> Mat4,
) -> Result<(), AnswerError> {
    let probe = SkinningProbe::of_vertex(matrix, joints, weights, 3.0 * Vec3::X);
    probe.compare_vertex(q, answer, Mat4::IDENTITY, |course| course.smooth_skin.vertex())
}

fn moved(joint: usize) -> Mat4 {
    Mat4::from_translation((joint + 1) as f32 * Vec3::X)
}

pub(crate) fn vertex(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    probes::skinning(&q.probe).compare(q, answer, |course| course.smooth_skin.vertex())
}

const JOINT_ANGLES: &[AskedCase] = &[
    case!("after 1.2 s, when the middle leans by 0.53 (30°), the head by 0", angles_case(1.2)),
    case!("after 1.6 s, when the middle leans by 0, the head by 0.778 (45°)", angles_case(1.6)),
    case!("after 0.8 s, when the middle leans by 0.75 (43°), the head by -0.778 (-45°)", angles_case(0.8)),
];

fn angles_case(q: &mut Ask, answer: &mut Answer, time: f32) -> Result<(), AnswerError> {
    let angles = q.ask("", |course| course.smooth_skin.joint_angles(time, &LEANS))?;
    let right = limb::joint_angles(time, &LEANS);
    for (joint, name) in ["middle", "head"].into_iter().enumerate() {
        answer.compare(format!("the angle of the {name}"), finite(nearest_turn(angles[joint], right[joint])));
    }
    Ok(())
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
