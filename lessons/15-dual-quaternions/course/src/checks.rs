//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, Blend, SKIN_VERTEX};
use crate::finished::ANSWERS;
use crate::{DualQuat, candy, probes};
use armature::math::DualQuaternion;
use check::{Answer, AnswerError, AnyCheck, Case, Check, Picture, Probe, finite, vector};
use common::scenes::skinning_probe::{self, Skinned, SkinningProbe};
use common::shader;
use given::Course;
use glam::{Mat4, Quat, Vec3, Vec4};
use std::f32::consts::{PI, TAU};

check::lesson! {
    dual_quaternions: DualQuaternions,
}

pub(crate) const CHECKS: &[&dyn AnyCheck] =
    &[check::of::<Thickness>(), check::of::<FromRigid>(), check::of::<Sum>(), check::of::<Vertex>()];

/// 15.1: a twist in radians, and the weight of the second joint.
pub(crate) struct Thickness;

impl Check for Thickness {
    type Input = (f32, f32);
    type Output = f32;
    // A fraction of 1. Where next to nothing is left, the root of a sum that is right to 1e-7 is right to 3e-4.
    const TOLERANCE: f32 = 1e-3;

    fn by_hand() -> Vec<Case<(f32, f32)>> {
        let mut cases = Vec::new();
        for [twist, weight] in [[90.0, 0.5], [180.0, 0.5], [0.0, 0.5], [180.0, 0.0], [180.0, 0.25], [90.0, 0.25]] {
            let words = format!("theta = {twist}°, weight {weight}");
            cases.push(Case::at(words, [twist, weight], figures::twisted));
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<(f32, f32)>> {
        let mut cases = Vec::new();
        for (theta, weight) in probes::rings(probe) {
            cases.push(Case::new(format!("theta {theta:.3}, weight {weight:.3}"), (theta, weight)));
        }
        cases
    }

    fn call(course: &Course, (theta, weight): &(f32, f32)) -> Result<f32, AnswerError> {
        Ok(course.dual_quaternions.thickness(*theta, *weight)?)
    }

    fn compare(_: &(f32, f32), thickness: f32, answer: &mut Answer) {
        answer.compare("the thickness", finite(thickness));
    }
}

/// 15.2: a rotation and a translation.
pub(crate) struct FromRigid;

impl Check for FromRigid {
    type Input = (Quat, Vec3);
    type Output = DualQuat;
    // Numbers up to 15, right to 1e-6; the smallest of the mistakes is off by a tenth of a metre.
    const TOLERANCE: f32 = 1e-3;

    fn by_hand() -> Vec<Case<(Quat, Vec3)>> {
        let half_turn = Quat::from_xyzw(0.0, 0.0, 1.0, 0.0);
        vec![
            Case::at("not rotated, translated by (2, 0, 0)", [0.0, 2.0, 0.0], figures::rigid),
            Case::new("rotated by 180° about z, then translated by (2, 0, 0)", (half_turn, 2.0 * Vec3::X))
                .shown([180.0, 2.0, 0.0]),
            Case::at("rotated by 90° about z, then translated by (2, 0, 0)", [90.0, 2.0, 0.0], figures::rigid),
            Case::at("no rotation, no translation", [0.0; 3], figures::rigid),
            Case::new("rotated by 180° about z, not translated", (half_turn, Vec3::ZERO)).shown([180.0, 0.0, 0.0]),
            Case::new("rotated by 180° about z, then translated by (0, 0, 4)", (half_turn, 4.0 * Vec3::Z)),
            Case::new(
                "rotated by 180° about y, then translated by (2, 0, 4)",
                (Quat::from_xyzw(0.0, 1.0, 0.0, 0.0), Vec3::new(2.0, 0.0, 4.0)),
            ),
            Case::new(
                "rotated by 180° about x, then translated by (0, 2, 4)",
                (Quat::from_xyzw(1.0, 0.0, 0.0, 0.0), Vec3::new(0.0, 2.0, 4.0)),
            ),
            Case::at(
                "rotated by -90° about z, stored as (0, 0, 0.71, -0.71), then translated by (2, 0, 0)",
                [270.0, 2.0, 0.0],
                figures::rigid,
            ),
        ]
    }

    fn drawn(probe: &Probe) -> Vec<Case<(Quat, Vec3)>> {
        let mut cases = Vec::new();
        for (rotation, translation) in probes::rigid(probe) {
            let (axis, angle) = rotation.to_axis_angle();
            let [axis, translation_words] = [axis, translation].map(|v| vector(&v.to_array(), 2));
            let words =
                format!("rotated by {:.0}° about {axis}, then translated by {translation_words}", angle.to_degrees());
            cases.push(Case::new(words, (rotation, translation)));
        }
        cases
    }

    fn call(course: &Course, (rotation, translation): &(Quat, Vec3)) -> Result<DualQuat, AnswerError> {
        Ok(course.dual_quaternions.from_rigid(*rotation, *translation)?)
    }

    fn compare((rotation, translation): &(Quat, Vec3), motion: DualQuat, answer: &mut Answer) {
        compare_parts(answer, motion, (ANSWERS.from_rigid)(*rotation, *translation));
    }
}

/// 15.3: weights and motions.
pub(crate) struct Sum;

impl Check for Sum {
    type Input = Blend;
    type Output = DualQuat;
    // Numbers up to 15, right to 1e-6. The sum may be 0.2 long, and rounding grows fivefold. Of the mistakes the one that
    // is nearest to being right, dividing the real part alone, is off by a few hundredths.
    const TOLERANCE: f32 = 1e-3;

    fn by_hand() -> Vec<Case<Blend>> {
        let mut cases = Vec::new();
        for twist in [120.0, 240.0] {
            let words = format!(
                "weights 0.5 and 0.5; the first motion moves nothing, the second turns by {twist}° about z around (3, 0, 0)"
            );
            cases.push(Case::at(words, [0.5, twist, 3.0], figures::elbow));
        }
        let [none, two, four, back] = [0.0, 2.0, 4.0, -2.0].map(translated);
        for (words, weights, motions) in [
            ("one motion of weight 1, by (2, 0, 0)", vec![1.0], vec![two]),
            ("weights 0.5 and 0.5; motions by (0, 0, 0) and by (2, 0, 0)", vec![0.5, 0.5], vec![none, two]),
            ("weights 0.75 and 0.25; motions by (0, 0, 0) and by (2, 0, 0)", vec![0.75, 0.25], vec![none, two]),
            (
                "the same, but both parts of the second are stored with the opposite sign",
                vec![0.75, 0.25],
                vec![none, DualQuat { real: -two.real, dual: -two.dual }],
            ),
            ("weights 0.75 and 0.25; motions by (-2, 0, 0) and by (4, 0, 0)", vec![0.75, 0.25], vec![back, four]),
            (
                "weights 0.5 and 0.5; a motion by (2, 0, 0) and a rotation by 90° about z",
                vec![0.5, 0.5],
                vec![two, rotated(90.0)],
            ),
            (
                "weights 0.6 and 0.4; rotations by 150° and -150° about z",
                vec![0.6, 0.4],
                vec![rotated(150.0), rotated(-150.0)],
            ),
            (
                "weights 0.4, 0.3 and 0.3; rotations by 0°, 150° and -150° about z",
                vec![0.4, 0.3, 0.3],
                [0.0, 150.0, -150.0].map(rotated).into(),
            ),
        ] {
            cases.push(Case::new(words, Blend { weights, motions }));
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Blend>> {
        let mut cases = Vec::new();
        for blend in probes::blends(probe) {
            let weights: Vec<String> = blend.weights.iter().map(|weight| format!("{weight:.2}")).collect();
            let first = blend.motions[0].real;
            let dots: Vec<String> =
                blend.motions.iter().skip(1).map(|motion| format!("{:.2}", first.dot(motion.real))).collect();
            let words = format!(
                "weights {}; dot products with the first one's real part: {}",
                weights.join(", "),
                if dots.is_empty() { "none".into() } else { dots.join(", ") }
            );
            cases.push(Case::new(words, blend));
        }
        cases
    }

    fn call(course: &Course, Blend { weights, motions }: &Blend) -> Result<DualQuat, AnswerError> {
        Ok(course.dual_quaternions.blend(weights, motions)?)
    }

    fn compare(Blend { weights, motions }: &Blend, motion: DualQuat, answer: &mut Answer) {
        compare_parts(answer, motion, (ANSWERS.blend)(weights, motions));
    }
}

/// Returns a translation along x.
fn translated(x: f32) -> DualQuat {
    motion(0.0, x).into()
}

/// Returns a rotation about z.
fn rotated(degrees: f32) -> DualQuat {
    motion(degrees, 0.0).into()
}

/// Returns a turn about z, then a translation along x.
fn motion(degrees: f32, x: f32) -> DualQuaternion {
    DualQuaternion::from_rotation_translation(Quat::from_rotation_z(degrees.to_radians()), x * Vec3::X)
}

/// 15.4: a palette, vertices that follow it, and the camera's matrix.
pub(crate) struct Vertex;

impl Check for Vertex {
    type Input = (SkinningProbe, Mat4);
    type Output = Skinned;
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    const TOLERANCE: f32 = 1e-3;

    fn by_hand() -> Vec<Case<Self::Input>> {
        let words = "an elbow at (3, 0, 0), bent by 120° about z; a vertex at (3, -0.2, 0) with a_normal (0, -1, 0), half its \
                     weight on a joint that stays, half on the one that bends";
        let mut cases = vec![Case::at(words, [120.0], |state| {
            let motions = figures::arm(state).map(DualQuaternion::from);
            let entry = |joint| motions[usize::from(joint == 1)];
            let mut probe = SkinningProbe::of_vertex(entry, [0, 1, 0, 0], [0.5, 0.5, 0.0, 0.0], SKIN_VERTEX);
            probe.vertices[0].normal = -Vec3::Y;
            (probe, Mat4::IDENTITY)
        })];
        // Each joint turns by so many degrees about z, and then moves along x.
        let moved = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0].map(|x| (0.0, x));
        let alone = [1.0, 0.0, 0.0, 0.0];
        let halves = [0.5, 0.5, 0.0, 0.0];
        for (words, joints, weights, motions) in [
            ("that follows a joint, which moves by (1, 0, 0)", [0; 4], alone, &[(0.0, 1.0)][..]),
            ("that follows a joint, which turns by 90° about z", [0; 4], alone, &[(90.0, 0.0)]),
            (
                "that follows a joint, which turns by 90° about z and then moves by (1, 0, 0)",
                [0; 4],
                alone,
                &[(90.0, 1.0)],
            ),
            ("that follows joint 5, which moves by (5, 0, 0)", [5, 0, 0, 0], alone, &moved),
            (
                "with weights 0.4, 0.3, 0.2 and 0.1, joints that move by 0, 1, 2 and 3 along x",
                [0, 1, 2, 3],
                [0.4, 0.3, 0.2, 0.1],
                &moved,
            ),
            (
                "with half its weight on a joint that stays, half on one that turns by 90° about z",
                [0, 1, 0, 0],
                halves,
                &[(0.0, 0.0), (90.0, 0.0)],
            ),
            // 450 degrees are 90, and their quaternion has the opposite sign.
            (
                "of the same joints, but the second is stored with the opposite sign",
                [0, 1, 0, 0],
                halves,
                &[(0.0, 0.0), (450.0, 0.0)],
            ),
            (
                "of the same joints, but the second then moves by (2, 0, 0)",
                [0, 1, 0, 0],
                halves,
                &[(0.0, 0.0), (450.0, 2.0)],
            ),
            (
                "with weights 0.4, 0.3 and 0.3, joints that turn by 0°, 150° and -150° about z",
                [0, 1, 2, 0],
                [0.4, 0.3, 0.3, 0.0],
                &[(0.0, 0.0), (150.0, 0.0), (-150.0, 0.0)],
            ),
        ] {
            let entry = |joint| {
                let (degrees, x) = motions.get(joint).copied().unwrap_or_default();
                motion(degrees, x)
            };
            let probe = SkinningProbe::of_vertex(entry, joints, weights, 3.0 * Vec3::X);
            cases.push(Case::new(format!("a vertex at (3, 0, 0) {words}"), (probe, Mat4::IDENTITY)));
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Self::Input>> {
        vec![Case::of((probes::skinning(probe), shader::clip_from_model(probe)))]
    }

    /// The candy bar is twisted by up to half a turn, and back.
    fn picture() -> Option<Picture<Self::Input>> {
        const SECONDS: f32 = 6.0;
        let camera = candy::MIDDLE.extend(1.6).into();
        Some(skinning_probe::picture(&candy::mesh(), SECONDS, camera, |time| {
            let twist = PI * (0.5 - 0.5 * (TAU * time / SECONDS).cos());
            candy::motions(twist).map(|(turn, shift)| DualQuaternion::from_rotation_translation(turn, shift)).to_vec()
        }))
    }

    fn call(course: &Course, (probe, camera): &Self::Input) -> Result<Skinned, AnswerError> {
        probe.run(*camera, course.dual_quaternions.vertex())
    }

    fn compare((probe, _): &Self::Input, outputs: Skinned, answer: &mut Answer) {
        probe.compare_outputs(outputs, answer);
    }
}

/// Compares both parts of a dual quaternion, negated together if that is nearer to the right one: the motion is the same.
fn compare_parts(answer: &mut Answer, DualQuat { real, dual }: DualQuat, right: DualQuat) {
    let sign = if real.dot(right.real) < 0.0 { -1.0 } else { 1.0 };
    for (name, part) in [("real", real), ("dual", dual)] {
        answer.compare(format!("the {name} part (x, y, z, w)"), finite(Vec4::from(part) * sign)).group(name);
    }
}
