//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::{DualQuat, probes};
use armature::math::DualQuaternion;
use check::case;
use check::{Answer, AnswerError, AnyCheck, Ask, AskedCase, finite};
use common::scenes::skinning_probe::SkinningProbe;
use glam::{Mat4, Quat, Vec3, Vec4};
use std::f32::consts::{FRAC_PI_2, PI};

check::lesson! {
    dual_quaternions: DualQuaternions,
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[AnyCheck] = &[
    // A fraction of 1. Where next to nothing is left, the root of a sum that is right to 1e-7 is right to 3e-4.
    AnyCheck::asked(1e-3, thickness, THICKNESS),
    // Numbers up to 15, right to 1e-6; the smallest of the mistakes is off by a tenth of a metre.
    AnyCheck::asked(1e-3, from_rigid, FROM_RIGID),
    // As above. The sum may be 0.2 long, and rounding grows fivefold. Of the mistakes the one that is nearest to
    // being right, dividing the real part alone, is off by a few hundredths.
    AnyCheck::asked(1e-3, blend, BLEND),
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    AnyCheck::asked(1e-3, vertex, VERTEX),
];

const THICKNESS: &[AskedCase] = &[
    case!("theta = 0, weight 0.5", thickness_case(0.0, 0.5)),
    case!("theta = 180°, weight 0", thickness_case(PI, 0.0)),
    case!("theta = 180°, weight 0.5", thickness_case(PI, 0.5)),
    case!("theta = 90°, weight 0.5", thickness_case(FRAC_PI_2, 0.5)),
    case!("theta = 180°, weight 0.25", thickness_case(PI, 0.25)),
    case!("theta = 90°, weight 0.25", thickness_case(FRAC_PI_2, 0.25)),
];

fn thickness_case(q: &mut Ask, answer: &mut Answer, theta: f32, weight: f32) -> Result<(), AnswerError> {
    let thickness = q.ask("", |course| course.dual_quaternions.thickness(theta, weight))?;
    answer.compare("the thickness", finite(thickness));
    Ok(())
}

pub(crate) fn thickness(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for (theta, weight) in probes::rings(&q.probe) {
        let thickness = q.ask("", |course| course.dual_quaternions.thickness(theta, weight))?;
        answer.compare(format!("theta {theta:.3}, weight {weight:.3}"), finite(thickness));
    }
    Ok(())
}

const FROM_RIGID: &[AskedCase] = &[
    case!("no rotation, no translation", rigid_case(Quat::IDENTITY, Vec3::ZERO)),
    case!("rotated by 180° about z, not translated", rigid_case(HALF_TURN, Vec3::ZERO)),
    case!("not rotated, translated by (2, 0, 0)", rigid_case(Quat::IDENTITY, 2.0 * Vec3::X)),
    case!("rotated by 180° about z, then translated by (2, 0, 0)", rigid_case(HALF_TURN, 2.0 * Vec3::X)),
    case!("rotated by 180° about z, then translated by (0, 0, 4)", rigid_case(HALF_TURN, 4.0 * Vec3::Z)),
    case!(
        "rotated by 180° about y, then translated by (2, 0, 4)",
        rigid_case(Quat::from_xyzw(0.0, 1.0, 0.0, 0.0), Vec3::new(2.0, 0.0, 4.0))
    ),
    case!(
        "rotated by 180° about x, then translated by (0, 2, 4)",
        rigid_case(Quat::from_xyzw(1.0, 0.0, 0.0, 0.0), Vec3::new(0.0, 2.0, 4.0))
    ),
    case!(
        "rotated by -90° about z, stored as (0, 0, 0.71, -0.71), then translated by (2, 0, 0)",
        rigid_case(-Quat::from_rotation_z(-FRAC_PI_2), 2.0 * Vec3::X)
    ),
    case!(
        "rotated by 90° about z, then translated by (2, 0, 0)",
        rigid_case(Quat::from_rotation_z(FRAC_PI_2), 2.0 * Vec3::X)
    ),
];

/// A rotation by 180° about z.
const HALF_TURN: Quat = Quat::from_xyzw(0.0, 0.0, 1.0, 0.0);

fn rigid_case(q: &mut Ask, answer: &mut Answer, rotation: Quat, translation: Vec3) -> Result<(), AnswerError> {
    let got = q.ask("", |course| course.dual_quaternions.from_rigid(rotation, translation))?;
    compare_parts(answer, "the ", got, REFERENCE.dual_quaternions.from_rigid(rotation, translation)?);
    Ok(())
}

pub(crate) fn from_rigid(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for (rotation, translation) in probes::rigid(&q.probe) {
        let got = q.ask("", |course| course.dual_quaternions.from_rigid(rotation, translation))?;
        let [x, y, z] = translation.to_array();
        let label = format!("{}, then translated by ({x:.2}, {y:.2}, {z:.2}): ", in_words(rotation));
        compare_parts(answer, &label, got, REFERENCE.dual_quaternions.from_rigid(rotation, translation)?);
    }
    Ok(())
}

const BLEND: &[AskedCase] = &[
    case!("one motion of weight 1, by (2, 0, 0)", blend_case(&[1.0], &[translated(2.0)])),
    case!(
        "weights 0.5 and 0.5; motions by (0, 0, 0) and by (2, 0, 0)",
        blend_case(&[0.5, 0.5], &[translated(0.0), translated(2.0)])
    ),
    case!(
        "weights 0.5 and 0.5; rotations by 0° and by 120° about z, the second stored with the opposite sign",
        blend_case(&[0.5, 0.5], &[rotated(0.0), negated(rotated(120.0))])
    ),
    case!(
        "weights 0.75 and 0.25; motions by (0, 0, 0) and by (2, 0, 0)",
        blend_case(&[0.75, 0.25], &[translated(0.0), translated(2.0)])
    ),
    case!(
        "the same, but both parts of the second are stored with the opposite sign",
        blend_case(&[0.75, 0.25], &[translated(0.0), negated(translated(2.0))])
    ),
    case!(
        "weights 0.75 and 0.25; motions by (-2, 0, 0) and by (4, 0, 0)",
        blend_case(&[0.75, 0.25], &[translated(-2.0), translated(4.0)])
    ),
    case!(
        "weights 0.5 and 0.5; a motion by (2, 0, 0) and a rotation by 90° about z",
        blend_case(&[0.5, 0.5], &[translated(2.0), rotated(90.0)])
    ),
    case!(
        "weights 0.6 and 0.4; rotations by 150° and -150° about z",
        blend_case(&[0.6, 0.4], &[rotated(150.0), rotated(-150.0)])
    ),
    case!(
        "weights 0.4, 0.3 and 0.3; rotations by 0°, 150° and -150° about z",
        blend_case(&[0.4, 0.3, 0.3], &[rotated(0.0), rotated(150.0), rotated(-150.0)])
    ),
];

/// Returns a translation along x.
fn translated(x: f32) -> DualQuat {
    DualQuat { real: Quat::IDENTITY, dual: Quat::from_xyzw(x / 2.0, 0.0, 0.0, 0.0) }
}

/// Returns a rotation about z.
fn rotated(degrees: f32) -> DualQuat {
    DualQuat { real: Quat::from_rotation_z(degrees.to_radians()), dual: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0) }
}

fn negated(motion: DualQuat) -> DualQuat {
    DualQuat { real: -motion.real, dual: -motion.dual }
}

fn blend_case(q: &mut Ask, answer: &mut Answer, weights: &[f32], motions: &[DualQuat]) -> Result<(), AnswerError> {
    let got = q.ask("", |course| course.dual_quaternions.blend(weights, motions))?;
    compare_parts(answer, "the ", got, REFERENCE.dual_quaternions.blend(weights, motions)?);
    Ok(())
}

pub(crate) fn blend(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for probes::Blend { weights, motions } in probes::blends(&q.probe) {
        let got = q.ask("", |course| course.dual_quaternions.blend(&weights, &motions))?;
        let shown: Vec<String> = weights.iter().map(|weight| format!("{weight:.2}")).collect();
        let dots: Vec<String> =
            motions.iter().skip(1).map(|motion| format!("{:.2}", motions[0].real.dot(motion.real))).collect();
        let label = format!(
            "weights {}; dot products with the first one's real part: {}: ",
            shown.join(", "),
            if dots.is_empty() { "none".into() } else { dots.join(", ") }
        );
        compare_parts(answer, &label, got, REFERENCE.dual_quaternions.blend(&weights, &motions)?);
    }
    Ok(())
}

const VERTEX: &[AskedCase] = &[
    case!(
        "a vertex at (3, 0, 0) that follows a joint, which moves by (1, 0, 0)",
        vertex_case([0; 4], [1.0, 0.0, 0.0, 0.0], |_| motion(0.0, 1.0))
    ),
    case!(
        "the same vertex, the joint turns by 90° about z",
        vertex_case([0; 4], [1.0, 0.0, 0.0, 0.0], |_| motion(90.0, 0.0))
    ),
    case!(
        "the same vertex, the joint turns by 90° about z and then moves by (1, 0, 0)",
        vertex_case([0; 4], [1.0, 0.0, 0.0, 0.0], |_| motion(90.0, 1.0))
    ),
    case!(
        "a vertex at (3, 0, 0) that follows joint 5, which moves by (5, 0, 0)",
        vertex_case([5, 0, 0, 0], [1.0, 0.0, 0.0, 0.0], |joint| motion(0.0, joint as f32))
    ),
    case!(
        "a vertex at (3, 0, 0), weights 0.4, 0.3, 0.2 and 0.1, joints that move by 0, 1, 2 and 3 along x",
        vertex_case([0, 1, 2, 3], [0.4, 0.3, 0.2, 0.1], |joint| motion(0.0, joint as f32))
    ),
    case!(
        "a vertex at (3, 0, 0), half its weight on a joint that stays, half on one that turns by 90° about z",
        vertex_case([0, 1, 0, 0], [0.5, 0.5, 0.0, 0.0], |joint| motion(90.0 * joint as f32, 0.0))
    ),
    AskedCase {
        input: "the same, but the second joint is stored with the opposite sign",
        // 450 degrees are 90, and their quaternion has the opposite sign.
        ask: |q, answer| {
            vertex_case(q, answer, [0, 1, 0, 0], [0.5, 0.5, 0.0, 0.0], |joint| motion(450.0 * joint as f32, 0.0))
        },
    },
    case!(
        "the same, and the second joint then moves by (2, 0, 0)",
        vertex_case([0, 1, 0, 0], [0.5, 0.5, 0.0, 0.0], |joint| { motion(450.0 * joint as f32, 2.0 * joint as f32) })
    ),
    case!(
        "a vertex at (3, 0, 0), weights 0.4, 0.3 and 0.3, joints that turn by 0°, 150° and -150° about z",
        vertex_case([0, 1, 2, 0], [0.4, 0.3, 0.3, 0.0], |joint| { motion([0.0, 150.0, -150.0][joint % 3], 0.0) })
    ),
];

fn vertex_case(
    q: &mut Ask,
    answer: &mut Answer,
    joints: [u16; 4],
    weights: [f32; 4],
    motion: fn(usize) -> DualQuaternion,
) -> Result<(), AnswerError> {
    let probe = SkinningProbe::of_vertex(motion, joints, weights, 3.0 * Vec3::X);
    probe.compare_vertex(q, answer, Mat4::IDENTITY, |course| course.dual_quaternions.vertex())
}

/// Returns a turn about z, then a translation along x.
fn motion(degrees: f32, x: f32) -> DualQuaternion {
    DualQuaternion::from_rotation_translation(Quat::from_rotation_z(degrees.to_radians()), x * Vec3::X)
}

pub(crate) fn vertex(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    probes::skinning(&q.probe).compare(q, answer, |course| course.dual_quaternions.vertex())
}

/// Compares both parts of a dual quaternion, negated together if that is nearer to the right one: the motion is the same.
fn compare_parts(answer: &mut Answer, label: &str, DualQuat { real, dual }: DualQuat, right: DualQuat) {
    let sign = if real.dot(right.real) < 0.0 { -1.0 } else { 1.0 };
    for (name, part) in [("real", real), ("dual", dual)] {
        answer.compare(format!("{label}{name} part (x, y, z, w)"), finite(Vec4::from(part) * sign)).group(name);
    }
}

/// Describes a rotation by its angle and axis.
fn in_words(rotation: Quat) -> String {
    let (axis, angle) = rotation.to_axis_angle();
    let [x, y, z] = axis.to_array();
    format!("rotated by {:.0} degrees about ({x:.2}, {y:.2}, {z:.2})", angle.to_degrees())
}
