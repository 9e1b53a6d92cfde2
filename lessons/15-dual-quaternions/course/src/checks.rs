//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::{DualQuat, probes};
use common::check::{Answer, AnswerError, Ask, Check, finite};
use glam::{Quat, Vec4};

common::lesson! {
    dual_quaternions: DualQuaternions,
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[Check] = &[
    // A fraction of 1. Where next to nothing is left, the root of a sum that is right to 1e-7 is right to 3e-4.
    Check { tolerance: 1e-3, ask: thickness, cases: &[] },
    // Numbers up to 15, right to 1e-6; the smallest of the mistakes is off by a tenth of a metre.
    Check { tolerance: 1e-3, ask: from_rigid, cases: &[] },
    // As above. The sum may be 0.2 long, and rounding grows fivefold. Of the mistakes the one that is nearest to
    // being right, dividing the real part alone, is off by a few hundredths.
    Check { tolerance: 1e-3, ask: blend, cases: &[] },
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    Check { tolerance: 1e-3, ask: vertex, cases: &[] },
];

pub(crate) fn thickness(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for (theta, weight) in probes::rings(&q.probe) {
        let thickness = q.ask("", |course| course.dual_quaternions.thickness(theta, weight))?;
        answer.compare(format!("theta {theta:.3}, weight {weight:.3}"), finite(thickness));
    }
    Ok(())
}

pub(crate) fn from_rigid(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for (rotation, translation) in probes::rigid(&q.probe) {
        let got = q.ask("", |course| course.dual_quaternions.from_rigid(rotation, translation))?;
        let [x, y, z] = translation.to_array();
        let label = format!("{}, then translated by ({x:.2}, {y:.2}, {z:.2})", in_words(rotation));
        compare_parts(answer, &label, got, REFERENCE.dual_quaternions.from_rigid(rotation, translation)?);
    }
    Ok(())
}

pub(crate) fn blend(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for probes::Blend { weights, motions } in probes::blends(&q.probe) {
        let got = q.ask("", |course| course.dual_quaternions.blend(&weights, &motions))?;
        let shown: Vec<String> = weights.iter().map(|weight| format!("{weight:.2}")).collect();
        let dot = |motion: &DualQuat| format!("{:.2}", motions[0].real.dot(motion.real));
        let dots: Vec<String> = motions.iter().skip(1).map(dot).collect();
        let label = format!(
            "weights {}; dot products with the first one's real part: {}",
            shown.join(", "),
            if dots.is_empty() { "none".into() } else { dots.join(", ") }
        );
        compare_parts(answer, &label, got, REFERENCE.dual_quaternions.blend(&weights, &motions)?);
    }
    Ok(())
}

pub(crate) fn vertex(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    probes::skinning(&q.probe).compare(q, answer, |course| course.dual_quaternions.vertex())
}

/// Compares both parts of a dual quaternion. With the opposite sign it is the same motion: it is compared with the sign
/// that is nearer to the right one, both parts together.
fn compare_parts(answer: &mut Answer, label: &str, DualQuat { real, dual }: DualQuat, right: DualQuat) {
    let sign = if real.dot(right.real) < 0.0 { -1.0 } else { 1.0 };
    for (name, part) in [("real", real), ("dual", dual)] {
        answer.compare(format!("{label}: {name} part (x, y, z, w)"), finite(Vec4::from(part) * sign)).group(name);
    }
}

fn in_words(rotation: Quat) -> String {
    let (axis, angle) = rotation.to_axis_angle();
    let [x, y, z] = axis.to_array();
    format!("rotated by {:.0} degrees about ({x:.2}, {y:.2}, {z:.2})", angle.to_degrees())
}
