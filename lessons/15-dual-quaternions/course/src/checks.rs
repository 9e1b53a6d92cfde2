//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, Blend, SKIN_VERTEX};
use crate::finished::ANSWERS;
use crate::{DualQuat, candy, probes};
use armature::math::DualQuaternion;
use check::{Answer, AnyCheck, Case, Check, ShaderCheck, finite, vector};
use common::scenes::skinning_probe::{self, Skinned, SkinningProbe};
use common::shader;
use glam::{Mat4, Quat, Vec3, Vec4};
use std::f32::consts::{PI, TAU};

check::lesson! {
    dual_quaternions: DualQuaternions,
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[&THICKNESS, &FROM_RIGID, &SUM, &VERTEX];

/// 15.1: a twist in radians, and the weight of the second joint.
const THICKNESS: Check<(f32, f32), f32> = Check {
    // A fraction of 1. Where next to nothing is left, the root of a sum that is right to 1e-7 is right to 3e-4.
    tolerance: 1e-3,
    words: |(twist, weight)| {
        let [twist, weight] = [twist.to_degrees(), *weight].map(|number| vector(&[number], 2));
        format!("theta = {twist}°, weight {weight}")
    },
    by_hand: || {
        let states = [[90.0, 0.5], [180.0, 0.5], [0.0, 0.5], [180.0, 0.0], [180.0, 0.25], [90.0, 0.25]];
        states.map(|state| Case::at(state, figures::twisted)).into()
    },
    drawn: probes::rings,
    call: |course, (theta, weight)| Ok(course.dual_quaternions.thickness(*theta, *weight)?),
    compare: |_, thickness, answer| {
        answer.compare("the thickness", finite(thickness));
    },
};

/// 15.2: a rotation and a translation.
const FROM_RIGID: Check<(Quat, Vec3), DualQuat> = Check {
    // Numbers up to 15, right to 1e-6; the smallest of the mistakes is off by a tenth of a metre.
    tolerance: 1e-3,
    words: |(rotation, translation)| {
        let (axis, angle) = rotation.to_axis_angle();
        let [axis, translation] = [axis, *translation].map(|v| vector(&v.to_array(), 2));
        format!("rotated by {:.0}° about {axis}, then translated by {translation}", angle.to_degrees())
    },
    by_hand: || {
        let half_turn = Quat::from_xyzw(0.0, 0.0, 1.0, 0.0);
        vec![
            Case::at([0.0, 2.0, 0.0], figures::rigid).called("not rotated, translated by (2, 0, 0)"),
            Case::at([180.0, 2.0, 0.0], |[_, x, _]| (half_turn, x * Vec3::X))
                .called("rotated by 180° about z, then translated by (2, 0, 0)"),
            Case::at([90.0, 2.0, 0.0], figures::rigid).called("rotated by 90° about z, then translated by (2, 0, 0)"),
            Case::at([0.0; 3], figures::rigid).called("no rotation, no translation"),
            Case::at([180.0, 0.0, 0.0], |_| (half_turn, Vec3::ZERO)).called("rotated by 180° about z, not translated"),
            Case::new((half_turn, 4.0 * Vec3::Z)).called("rotated by 180° about z, then translated by (0, 0, 4)"),
            Case::new((Quat::from_xyzw(0.0, 1.0, 0.0, 0.0), Vec3::new(2.0, 0.0, 4.0)))
                .called("rotated by 180° about y, then translated by (2, 0, 4)"),
            Case::new((Quat::from_xyzw(1.0, 0.0, 0.0, 0.0), Vec3::new(0.0, 2.0, 4.0)))
                .called("rotated by 180° about x, then translated by (0, 2, 4)"),
            Case::at([270.0, 2.0, 0.0], figures::rigid)
                .called("rotated by -90° about z, stored as (0, 0, 0.71, -0.71), then translated by (2, 0, 0)"),
        ]
    },
    drawn: probes::rigid,
    call: |course, (rotation, translation)| Ok(course.dual_quaternions.from_rigid(*rotation, *translation)?),
    compare: |(rotation, translation), motion, answer| {
        compare_parts(answer, motion, (ANSWERS.from_rigid)(*rotation, *translation));
    },
};

/// 15.3: weights and motions.
const SUM: Check<Blend, DualQuat> = Check {
    // Numbers up to 15, right to 1e-6. The sum may be 0.2 long, and rounding grows fivefold. Of the mistakes the one that
    // is nearest to being right, dividing the real part alone, is off by a few hundredths.
    tolerance: 1e-3,
    words: |blend| {
        let weights: Vec<String> = blend.weights.iter().map(|weight| format!("{weight:.2}")).collect();
        let mut dots = Vec::new();
        for motion in &blend.motions[1..] {
            dots.push(format!("{:.2}", blend.motions[0].real.dot(motion.real)));
        }
        let dots = if dots.is_empty() { "none".into() } else { dots.join(", ") };
        format!("weights {}; dot products with the first one's real part: {dots}", weights.join(", "))
    },
    by_hand: || {
        let mut cases = Vec::new();
        for twist in [120.0, 240.0] {
            let words = format!(
                "weights 0.5 and 0.5; the first motion moves nothing, the second turns by {twist}° about z around (3, 0, 0)"
            );
            cases.push(Case::at([0.5, twist, 3.0], figures::elbow).called(words));
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
            cases.push(Case::new(Blend { weights, motions }).called(words));
        }
        cases
    },
    drawn: probes::blends,
    call: |course, Blend { weights, motions }| Ok(course.dual_quaternions.blend(weights, motions)?),
    compare: |Blend { weights, motions }, motion, answer| {
        compare_parts(answer, motion, (ANSWERS.blend)(weights, motions));
    },
};

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
const VERTEX: ShaderCheck<(SkinningProbe, Mat4), Skinned> = ShaderCheck {
    check: Check {
        // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
        tolerance: 1e-3,
        words: |_| String::new(),
        by_hand: || {
            let mut cases = Vec::new();
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
                    "with half its weight each on joints 1 and 2, which turn by 150° and -150° about z; joint 0 stays",
                    [1, 2, 0, 0],
                    halves,
                    &[(0.0, 0.0), (150.0, 0.0), (-150.0, 0.0)],
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
                cases.push(Case::new((probe, Mat4::IDENTITY)).called(format!("a vertex at (3, 0, 0) {words}")));
            }
            let elbow = Case::at([120.0], |state| {
                let motions = figures::arm(state).map(DualQuaternion::from);
                let entry = |joint| motions[usize::from(joint == 1)];
                let mut probe = SkinningProbe::of_vertex(entry, [0, 1, 0, 0], [0.5, 0.5, 0.0, 0.0], SKIN_VERTEX);
                probe.vertices[0].normal = -Vec3::Y;
                (probe, Mat4::IDENTITY)
            });
            let words = "an elbow at (3, 0, 0), bent by 120° about z; a vertex at (3, -0.2, 0) with a_normal (0, -1, 0), half its \
                     weight on a joint that stays, half on the one that bends";
            cases.push(elbow.called(words));
            cases
        },
        drawn: |probe| vec![(probes::skinning(probe), shader::clip_from_model(probe))],
        call: |course, (probe, camera)| probe.run(*camera, course.dual_quaternions.vertex()),
        compare: |(probe, _), outputs, answer| probe.compare_outputs(outputs, answer),
    },
    // The candy bar is twisted by up to half a turn, and back.
    picture: || {
        const SECONDS: f32 = 6.0;
        let camera = candy::MIDDLE.extend(1.6).into();
        skinning_probe::picture(&candy::mesh(), SECONDS, camera, |time| {
            let twist = PI * (0.5 - 0.5 * (TAU * time / SECONDS).cos());
            candy::motions(twist).map(|(turn, shift)| DualQuaternion::from_rotation_translation(turn, shift)).to_vec()
        })
    },
};

/// Compares both parts of a dual quaternion, negated together if that is nearer to the right one: the motion is the same.
fn compare_parts(answer: &mut Answer, DualQuat { real, dual }: DualQuat, right: DualQuat) {
    let sign = if real.dot(right.real) < 0.0 { -1.0 } else { 1.0 };
    for (name, part) in [("real", real), ("dual", dual)] {
        answer.compare(format!("the {name} part (x, y, z, w)"), finite(Vec4::from(part) * sign)).group(name);
    }
}
