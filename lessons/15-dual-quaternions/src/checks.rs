//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::{Answers, DualQuat, probes};
use common::check::{Answer, Check, Lesson};
use common::graphics::ShaderFile;
use common::lesson;
use common::math::DualQuaternion;
use common::skin::twisted_radius;
use glam::{Quat, Vec3, Vec4};

/// Lesson 15, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(THICKNESS, FROM_RIGID, BLEND, VERTEX);

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers =
    Answers { thickness: twisted_radius, from_rigid, blend, vertex: ShaderFile("common/dual_skin.vert") };

fn from_rigid(rotation: Quat, translation: Vec3) -> DualQuat {
    DualQuaternion::from_rotation_translation(rotation, translation).into()
}

fn blend(weights: &[f32], motions: &[DualQuat]) -> DualQuat {
    let motions: Vec<DualQuaternion> = motions.iter().map(|motion| (*motion).into()).collect();
    DualQuaternion::blend(weights, &motions).into()
}

const THICKNESS: Check<Answers> = Check {
    // A share of 1. Where next to nothing is left, the root of a sum that is right to 1e-7 is right to 3e-4.
    tolerance: 1e-3,
    ask: |answers, probe| {
        let rings = probes::rings(probe);
        let label = |ring: usize| {
            let (theta, weight) = rings[ring];
            format!("theta {theta:.3}, weight {weight:.3}")
        };
        let thickness = |(theta, weight): &(f32, f32)| (answers.thickness)(*theta, *weight);
        Ok(Answer::finite_numbers(label, rings.iter().map(thickness)))
    },
};

const FROM_RIGID: Check<Answers> = Check {
    // Numbers up to 15, right to 1e-6; the smallest of the mistakes is off by a tenth of a metre.
    tolerance: 1e-3,
    ask: |answers, probe| {
        let ask = |(rotation, translation): (Quat, Vec3)| {
            let [x, y, z] = translation.to_array();
            let rotated = in_words(rotation);
            let label = format!("{rotated}, then translated by ({x:.2}, {y:.2}, {z:.2})");
            let right = from_rigid(rotation, translation);
            parts(&label, (answers.from_rigid)(rotation, translation), right)
        };
        Ok(probes::rigid(probe).into_iter().map(ask).collect())
    },
};

const BLEND: Check<Answers> = Check {
    // As above. The sum may be 0.2 long, and rounding grows fivefold. Of the mistakes the one that is nearest to
    // being right, dividing the real part alone, is off by a few hundredths.
    tolerance: 1e-3,
    ask: |answers, probe| {
        let ask = |probes::Blend { weights, motions }: &probes::Blend| {
            let shown: Vec<String> = weights.iter().map(|weight| format!("{weight:.2}")).collect();
            let dot = |motion: &DualQuat| format!("{:.2}", motions[0].real.dot(motion.real));
            let dots: Vec<String> = motions.iter().skip(1).map(dot).collect();
            let label = format!(
                "weights {}; dot products with the first one's real part: {}",
                shown.join(", "),
                if dots.is_empty() { "none".into() } else { dots.join(", ") }
            );
            parts(&label, (answers.blend)(weights, motions), blend(weights, motions))
        };
        Ok(probes::blends(probe).iter().map(ask).collect())
    },
};

const VERTEX: Check<Answers> = Check {
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    tolerance: 1e-3,
    ask: |answers, probe| probes::skinning(probe).outputs(probe, answers.vertex),
};

/// Both parts of a dual quaternion. With the opposite sign it is the same motion: it is compared with the sign
/// that is nearer to the right one, both parts together.
fn parts(label: &str, DualQuat { real, dual }: DualQuat, right: DualQuat) -> Answer {
    let sign = if real.dot(right.real) < 0.0 { -1.0 } else { 1.0 };
    let part = |name: &str, part: Quat| {
        let four = Vec4::from(part) * sign;
        let label = |_| format!("{label}: {name} part (x, y, z, w)");
        Answer::finite_vec4s(label, [four]).grouped(|_| name.into())
    };
    part("real", real).and(part("dual", dual))
}

fn in_words(rotation: Quat) -> String {
    let (axis, angle) = rotation.to_axis_angle();
    let [x, y, z] = axis.to_array();
    format!("rotated by {:.0} degrees about ({x:.2}, {y:.2}, {z:.2})", angle.to_degrees())
}
