//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, LEANS};
use crate::scene::MARGIN;
use crate::tube_worm::{NAMES, STAGE, TubeWorm, heights};
use crate::{Swing, probes, wave};
use check::{AnyCheck, Case, Check, ShaderCheck, finite, vector};
use common::scenes::skinning_probe::{self, Skinned, SkinningProbe};
use common::shader;
use drawing::cast::limb;
use glam::{Mat4, Vec3};
use std::f32::consts::TAU;

check::lesson! {
    smooth_skin: SmoothSkin,
    earlier: {
        bind_pose: lesson_08 {
            "08.2": "the palette",
        }
    }
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[&WEIGHTS, &VERTEX, &JOINT_ANGLES];

/// 09.1: a height and a margin.
const WEIGHTS: Check<[f32; 2], [f32; 3]> = Check {
    // A weight is a fraction of 1, and the smallest margin in a probe is 0.002: 1e-7 of a height is 3e-5 of a weight.
    tolerance: 1e-4,
    words: |[height, margin]| format!("height {height:.3}, margin {margin:.3}"),
    by_hand: || {
        let mut cases = Vec::new();
        for (words, height, margin) in [
            ("height 0.35, margin 1/12: a ramp from 0.25 to 0.4167", 0.35, 1.0 / 12.0),
            ("height 0.6, margin 1/12: a ramp from 0.5833 to 0.75", 0.6, 1.0 / 12.0),
            ("height 0, margin 0.1", 0.0, 0.1),
            ("height 0.5, margin 0.1", 0.5, 0.1),
            ("height 1, margin 0.1", 1.0, 0.1),
            ("height 1/3, where the first ramp is halfway up", 1.0 / 3.0, 0.1),
            ("height 0.35, margin 1/6: a ramp from 0.1667 to 0.5", 0.35, 1.0 / 6.0),
        ] {
            cases.push(Case::at([height, margin], |input| input).called(words));
        }
        cases
    },
    drawn: |probe| probes::places(probe).into_iter().map(<[f32; 2]>::from).collect(),
    call: |course, [height, margin]| Ok(course.smooth_skin.weights(*height, *margin)?),
    compare: |[height, _], weights, answer| {
        let sum: f32 = weights.iter().sum();
        for (name, weight) in NAMES.into_iter().zip(weights) {
            let item = answer.compare(format!("the weight of the {name}"), finite(weight));
            if (sum - 1.0).abs() > 1e-3 {
                item.note(format!("at the height {height:.3} your three weights sum to {sum:.3}."));
            }
        }
    },
};

/// 09.2: a palette, vertices that follow it, and the camera's matrix.
const VERTEX: ShaderCheck<(SkinningProbe, Mat4), Skinned> = ShaderCheck {
    check: Check {
        // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
        tolerance: 1e-3,
        words: |_| String::new(),
        by_hand: vertices_by_hand,
        drawn: |probe| vec![(probes::skinning(probe), shader::clip_from_model(probe))],
        call: |course, (probe, camera)| probe.run(*camera, course.smooth_skin.vertex()),
        compare: |(probe, _), outputs, answer| probe.compare_outputs(outputs, answer),
    },
    // The worm swings.
    picture: || {
        let worm = TubeWorm::new();
        let rings: Vec<_> = heights().into_iter().map(|height| limb::weights(height, MARGIN)).collect();
        let camera = (STAGE + 1.25 * Vec3::Y).extend(5.8).into();
        skinning_probe::picture(&worm.skinned(&rings), LEANS[0].period, camera, |time| {
            worm.palette(&worm.posed(limb::joint_angles(time, &LEANS)))
        })
    },
};

fn vertices_by_hand() -> Vec<Case<(SkinningProbe, Mat4)>> {
    let mut cases = Vec::new();
    for (words, state, [a, b]) in [
        ("a vertex at (3, -2, 0) with its whole weight on joint 0, which does not move", [1.0, 0.0, 90.0], [0, 1]),
        (
            "a vertex at (3, -2, 0) with a quarter of its weight on joint 0, which does not move, the rest on joint 1, \
             which turns by 90° about z around (3, 0, 0)",
            [0.25, 0.75, 90.0],
            [0, 1],
        ),
        ("the same, but joint 1 is its first influence, joint 0 the second", [0.25, 0.75, 90.0], [1, 0]),
    ] {
        let case = Case::at(state, |state| {
            let matrices = figures::two_joints(state);
            let matrix = |joint| matrices.get(joint).copied().unwrap_or(Mat4::IDENTITY);
            let weights = [state[a], state[b], 0.0, 0.0];
            let vertex = SkinningProbe::of_vertex(matrix, [a as u16, b as u16, 2, 3], weights, figures::VERTEX);
            (vertex, Mat4::IDENTITY)
        });
        cases.push(case.called(words));
    }
    for (words, joints, weights) in [
        (
            "a vertex at (3, 0, 0), a quarter of its weight each on the joints 0 to 3, which move by 1, 2, 3 and 4 along x",
            [0, 1, 2, 3],
            [0.25; 4],
        ),
        (
            "a vertex at (3, 0, 0) with its whole weight in the fourth influence, on joint 3, which moves by (4, 0, 0)",
            [5, 6, 7, 3],
            [0.0, 0.0, 0.0, 1.0],
        ),
    ] {
        let matrix = |joint: usize| Mat4::from_translation((joint + 1) as f32 * Vec3::X);
        let vertex = SkinningProbe::of_vertex(matrix, joints, weights, 3.0 * Vec3::X);
        cases.push(Case::new((vertex, Mat4::IDENTITY)).called(words));
    }
    cases
}

/// 09.3: a time in seconds, and the swings of middle and head.
const JOINT_ANGLES: Check<(f32, [Swing; 2]), [f32; 2]> = Check {
    tolerance: 1e-4, // radians, of angles up to 5
    words: |(time, swings)| {
        let [middle, head] = swings.map(|swing| {
            let lean = wave(*time, &swing);
            format!("{} ({:.0}°)", vector(&[lean], 3), lean.to_degrees())
        });
        format!("after {} s, when the middle leans by {middle}, the head by {head}", vector(&[*time], 2))
    },
    by_hand: || [1.6, 1.4, 0.8].map(|time| Case::at([time], |[time]| (time, LEANS))).into(),
    drawn: probes::leans,
    call: |course, (time, leans)| Ok(course.smooth_skin.joint_angles(*time, leans)?),
    compare: |(time, leans), angles, answer| {
        let right = limb::joint_angles(*time, leans);
        for (joint, name) in ["middle", "head"].into_iter().enumerate() {
            let angle = nearest_turn(angles[joint], right[joint]);
            answer.compare(format!("the angle of the {name}"), finite(angle));
        }
    },
};

/// Returns the angle of `got` that is nearest to `right`: an answer that brings angles to -pi..pi is right, too.
pub fn nearest_turn(got: f32, right: f32) -> f32 {
    got + TAU * ((right - got) / TAU).round()
}
