//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, LEANS};
use crate::scene::MARGIN;
use crate::tube_worm::{NAMES, STAGE, TubeWorm, heights};
use crate::{Swing, probes, wave};
use check::{Answer, AnswerError, AnyCheck, Case, Check, Picture, Probe, finite, vector, words};
use common::scenes::skinning_probe::{self, Skinned, SkinningProbe};
use common::shader;
use drawing::cast::limb;
use given::Course;
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

pub(crate) const CHECKS: &[&dyn AnyCheck] =
    &[check::of::<Weights>(), check::of::<Vertex>(), check::of::<JointAngles>()];

/// 09.1: a height and a margin.
pub(crate) struct Weights;

impl Check for Weights {
    type Input = [f32; 2];
    type Output = [f32; 3];
    // A weight is a fraction of 1, and the smallest margin in a probe is 0.002: 1e-7 of a height is 3e-5 of a weight.
    const TOLERANCE: f32 = 1e-4;

    fn by_hand() -> Vec<Case<[f32; 2]>> {
        let mut cases = Vec::new();
        for (words, height, margin) in [
            ("height 0.35, margin 1/12: a ramp from 0.25 to 0.4167", 0.35, 1.0 / 12.0),
            ("height 0.7, margin 1/12: a ramp from 0.5833 to 0.75", 0.7, 1.0 / 12.0),
            ("height 0, margin 0.1", 0.0, 0.1),
            ("height 0.5, margin 0.1", 0.5, 0.1),
            ("height 1, margin 0.1", 1.0, 0.1),
            ("height 1/3, where the first ramp is halfway up", 1.0 / 3.0, 0.1),
            ("height 0.35, margin 1/6: a ramp from 0.1667 to 0.5", 0.35, 1.0 / 6.0),
        ] {
            cases.push(Case::new(words, [height, margin]).shown([height, margin]));
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<[f32; 2]>> {
        let mut cases = Vec::new();
        for (height, margin) in probes::places(probe) {
            cases.push(Case::new(format!("height {height:.3}, margin {margin:.3}"), [height, margin]));
        }
        cases
    }

    fn call(course: &Course, [height, margin]: &[f32; 2]) -> Result<[f32; 3], AnswerError> {
        Ok(course.smooth_skin.weights(*height, *margin)?)
    }

    fn compare([height, _]: &[f32; 2], weights: [f32; 3], answer: &mut Answer) {
        let sum: f32 = weights.iter().sum();
        for (name, weight) in NAMES.into_iter().zip(weights) {
            let item = answer.compare(format!("the weight of the {name}"), finite(weight));
            if (sum - 1.0).abs() > 1e-3 {
                item.note(words!("sum", height, sum));
            }
        }
    }
}

/// 09.2: a palette, vertices that follow it, and the camera's matrix.
pub(crate) struct Vertex;

impl Check for Vertex {
    type Input = (SkinningProbe, Mat4);
    type Output = Skinned;
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    const TOLERANCE: f32 = 1e-3;

    fn by_hand() -> Vec<Case<Self::Input>> {
        let mut cases = Vec::new();
        for (words, state) in [
            ("a vertex at (3, -2, 0) with its whole weight on joint 0, which does not move", [1.0, 0.0, 90.0]),
            (
                "a vertex at (3, -2, 0) with a quarter of its weight on joint 0, which does not move, the rest on joint \
                 1, which turns by 90° about z around (3, 0, 0)",
                [0.25, 0.75, 90.0],
            ),
        ] {
            let [w0, w1, _] = state;
            let matrices = figures::two_joints(state);
            let matrix = |joint| matrices.get(joint).copied().unwrap_or(Mat4::IDENTITY);
            let vertex = SkinningProbe::of_vertex(matrix, [0, 1, 2, 3], [w0, w1, 0.0, 0.0], figures::VERTEX);
            cases.push(Case::new(words, (vertex, Mat4::IDENTITY)).shown(state));
        }
        for (words, joints, weights) in [
            (
                "a vertex at (3, 0, 0), half its weight on joint 0, which moves by (1, 0, 0), half on joint 2, which moves by (3, 0, 0)",
                [0, 2, 6, 7],
                [0.5, 0.5, 0.0, 0.0],
            ),
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
            cases.push(Case::new(words, (vertex, Mat4::IDENTITY)));
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Self::Input>> {
        vec![Case::of((probes::skinning(probe), shader::clip_from_model(probe)))]
    }

    fn call(course: &Course, (probe, camera): &Self::Input) -> Result<Skinned, AnswerError> {
        probe.run(*camera, course.smooth_skin.vertex())
    }

    fn compare((probe, _): &Self::Input, outputs: Skinned, answer: &mut Answer) {
        probe.compare_outputs(outputs, answer);
    }

    /// The worm swings.
    fn picture() -> Option<Picture<Self::Input>> {
        let worm = TubeWorm::new();
        let rings: Vec<_> = heights().into_iter().map(|height| limb::weights(height, MARGIN)).collect();
        let camera = (STAGE + 1.25 * Vec3::Y).extend(5.8).into();
        Some(skinning_probe::picture(&worm.skinned(&rings), LEANS[0].period, camera, |time| {
            worm.palette(&worm.posed(limb::joint_angles(time, &LEANS)))
        }))
    }
}

/// 09.3: a time in seconds, and the swings of middle and head.
pub(crate) struct JointAngles;

impl Check for JointAngles {
    type Input = (f32, [Swing; 2]);
    type Output = [f32; 2];
    // Radians, of angles up to 5.
    const TOLERANCE: f32 = 1e-4;

    fn by_hand() -> Vec<Case<Self::Input>> {
        let mut cases = Vec::new();
        for time in [1.6, 1.4, 0.8] {
            let [middle, head] = LEANS.map(|swing| {
                let lean = wave(time, &swing);
                format!("{} ({:.0}°)", vector(&[lean], 3), lean.to_degrees())
            });
            let words = format!("after {time} s, when the middle leans by {middle}, the head by {head}");
            cases.push(Case::new(words, (time, LEANS)).shown([time]));
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Self::Input>> {
        probes::leans(probe).into_iter().map(|input| Case::new(format!("after {:.2} s", input.0), input)).collect()
    }

    fn call(course: &Course, (time, leans): &Self::Input) -> Result<[f32; 2], AnswerError> {
        Ok(course.smooth_skin.joint_angles(*time, leans)?)
    }

    fn compare((time, leans): &Self::Input, angles: [f32; 2], answer: &mut Answer) {
        let right = limb::joint_angles(*time, leans);
        for (joint, name) in ["middle", "head"].into_iter().enumerate() {
            let angle = nearest_turn(angles[joint], right[joint]);
            answer.compare(format!("the angle of the {name}"), finite(angle));
        }
    }
}

/// Returns the angle of `got` that is nearest to `right`: an answer that brings angles to -pi..pi is right, too.
pub fn nearest_turn(got: f32, right: f32) -> f32 {
    got + TAU * ((right - got) / TAU).round()
}
