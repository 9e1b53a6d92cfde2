//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, Between, Masking, Script};
use crate::{Now, State, Tools, Transform, finished, play, probes};
use armature::math;
use check::{Answer, AnswerError, AnyCheck, Case, Check, Probe, called_the_answer, finite};
use given::Course;
use glam::{Quat, Vec3};
use std::f32::consts::FRAC_PI_2;

check::lesson! {
    blending: Blending,
    earlier: {
        hierarchy: lesson_02 {
            "02.1": "the order of the walk over the joints",
            "02.2": "from local to model",
        }
        keyframes: lesson_05 {
            "05.1": "matrices out of a channel's numbers",
            "05.2": "which two keys",
            "05.3": "the time in a clip",
        }
        rotations: lesson_06 {
            "06.1": "the short way round",
            "06.2": "rotations between two poses",
            "06.3": "rotations between two keys",
            "06.4": "keys and poses in three parts",
        }
        playback: lesson_12 {
            "12.1": "which channel moves which joint",
            "12.2": "a joint at a time",
            "12.3": "a pose at a time",
            "12.4": "ticks, and his place in the world",
        }
    }
}

pub(crate) const CHECKS: &[&dyn AnyCheck] =
    &[check::of::<Blend>(), check::of::<FadeCheck>(), check::of::<NextState>(), check::of::<Masked>()];

/// The tools for 13.1, in whose check its own tool is no answer.
const TOOLS_FOR_BLEND: Tools = Tools {
    blend: |a, b, u, tools| {
        called_the_answer();
        REFERENCE.blending.blend(a, b, u, tools)
    },
    ..finished::TOOLS
};

/// 13.1: two poses and how far from one to the other.
pub(crate) struct Blend;

impl Check for Blend {
    type Input = Between;
    type Output = Vec<Transform>;
    // Numbers of about 2 after a few roundings each; a slerp in single precision is right to 1e-5.
    const TOLERANCE: f32 = 1e-3;

    fn by_hand() -> Vec<Case<Between>> {
        let mut cases = Vec::new();
        for (words, state) in [
            ("u = 0.5", [0.5, 0.0, 0.0]),
            ("u = 0", [0.0, 0.0, 0.0]),
            ("b's quaternions stored as -q, u = 0.5", [0.5, 0.0, 1.0]),
        ] {
            let words =
                format!("an arm of 3 joints, turned about z by -90°, 0°, 0° in a, by 0°, 20°, 0° in b, {words}");
            cases.push(Case::at(words, state, figures::arms));
        }
        for (words, a, b) in [
            ("a at (0, 0, 0), b at (2, 0, 0), u = 0.25", Vec3::ZERO, 2.0 * Vec3::X),
            ("a at (0, 0, 0), b at (0, 0, 0), scaled by 5, u = 0.25", Vec3::ZERO, Vec3::ZERO),
        ] {
            let scale = if a == b { Vec3::splat(5.0) } else { Vec3::ONE };
            let [a, b] = [a, b].map(Transform::from_translation);
            cases.push(Case::new(words, (vec![a], vec![Transform { scale, ..b }], 0.25)));
        }
        let turned = [Quat::from_rotation_x(FRAC_PI_2), Quat::from_rotation_y(FRAC_PI_2)];
        let [a, b] = turned.map(|rotation| vec![Transform { rotation, ..Transform::IDENTITY }]);
        cases.push(Case::new("a joint turned by 90° about x in a, by 90° about y in b, u = 0.5", (a, b, 0.5)));
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Between>> {
        probes::between(probe)
    }

    fn call(course: &Course, (a, b, u): &Between) -> Result<Vec<Transform>, AnswerError> {
        Ok(course.blending.blend(a, b, *u, &TOOLS_FOR_BLEND)?)
    }

    fn compare((a, b, u): &Between, pose: Vec<Transform>, answer: &mut Answer) {
        answer.compare("the number of joints", pose.len());
        for (joint, mut local) in pose.into_iter().enumerate() {
            let mut label = format!("joint {joint}");
            if let (Some(a), Some(b)) = (a.get(joint), b.get(joint)) {
                local.rotation = as_by_nlerp(a.rotation, b.rotation, *u, local.rotation);
                label += &turn(a.rotation, b.rotation);
            }
            answer.compare(format!("the translation of {label}"), local.translation);
            answer.compare(format!("(1, 0, 0) turned by the rotation of {label}"), local.rotation * Vec3::X);
            answer.compare(format!("the rotation, as (x, y, z, w), of {label}"), local.rotation);
            answer.compare(format!("the scale of {label}"), local.scale);
        }
    }
}

/// Describes the angle from one rotation to another, and whether their quaternions lie on two sides.
fn turn(a: Quat, b: Quat) -> String {
    let sign = if a.dot(b) < 0.0 { ", the other quaternion" } else { "" };
    let turn = 2.0 * a.dot(b).abs().min(1.0).acos().to_degrees();
    format!(" (turns by {turn:.0} degrees{sign})")
}

/// Returns nlerp's quaternion for an answer that is slerp's, and q or -q, whichever is nearer to nlerp's: all of these are
/// right.
fn as_by_nlerp(a: Quat, b: Quat, u: f32, got: Quat) -> Quat {
    let near = math::shortest(a, b);
    let line = math::nlerp(a, near, u);
    let arc = math::slerp(a, near, u);
    let got = math::shortest(line, got);
    if got.abs_diff_eq(arc, Blend::TOLERANCE) { line } else { got }
}

/// 13.2: a pose, and the frames that follow.
pub(crate) struct FadeCheck;

impl Check for FadeCheck {
    type Input = Script;
    /// The pose shown in each frame.
    type Output = Vec<Vec<Transform>>;
    // Entries of about 3. Poses turn by up to 40 degrees, for which nlerp and slerp differ by 0.0013.
    const TOLERANCE: f32 = 4e-3;

    fn by_hand() -> Vec<Case<Script>> {
        let mut cases = Vec::new();
        for (words, state) in [
            ("after 0.1 s of it one of 0.2 s to (2, 0, 0)", [0.25, 20.0]),
            ("after 0.4 s one of 0.2 s to (2, 0, 0)", [0.55, 20.0]),
        ] {
            let words = format!(
                "a fade of 0.2 s from (0, 0, 0) to (1, 0, 0), {words}; frames of 0.05 s; before, one of 0.15 s has ended"
            );
            cases.push(Case::at(words, state, figures::script));
        }
        for (words, frames) in [
            ("a cut from (0, 0, 0) to (1, 0, 0): a fade of 0 s, in a frame of 0.5 s", &[(1.0, Some(0.0), 0.5)][..]),
            (
                "a fade of 0.5 s to (1, 0, 0) in a frame of 1 s, then a frame with the pose at (2, 0, 0)",
                &[(1.0, Some(0.5), 1.0), (2.0, None, 0.5)],
            ),
            (
                "half of a fade of 1 s to (1, 0, 0), then a cut to (2, 0, 0) in a frame of 0 s",
                &[(1.0, Some(1.0), 0.5), (2.0, Some(0.0), 0.0)],
            ),
        ] {
            let frames = frames.iter().map(|&(x, begins, dt)| (figures::pose_at(x), begins, dt)).collect();
            cases.push(Case::new(words, (figures::pose_at(0.0), frames)));
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Script>> {
        probes::scripts(probe)
    }

    fn call(course: &Course, (first, frames): &Script) -> Result<Vec<Vec<Transform>>, AnswerError> {
        let mut fade = figures::ended(first);
        let mut shown = Vec::new();
        for (pose, begins, dt) in frames {
            course.blending.fade(&mut fade, pose, *begins, *dt, &finished::TOOLS)?;
            shown.push(fade.shown.clone());
        }
        Ok(shown)
    }

    fn compare((first, frames): &Script, shown: Vec<Vec<Transform>>, answer: &mut Answer) {
        let mut fade = figures::ended(first);
        let mut kind = "a fade";
        for (number, ((_, begins, dt), pose)) in frames.iter().zip(shown).enumerate() {
            if let Some(lasts) = begins {
                kind = match (*lasts, fade.elapsed < fade.duration) {
                    (0.0, false) => "a cut",
                    (0.0, true) => "a cut in the middle of a fade",
                    (_, false) => "a fade",
                    (_, true) => "a fade in the middle of another",
                };
            }
            finished::advance_fade(&mut fade, *begins, *dt);
            for (joint, local) in pose.iter().enumerate() {
                let label = format!("frame {}, {:.3} s after {kind} began: joint {joint}", number + 1, fade.elapsed);
                answer.compare(label, finite(local.to_mat4())).group(kind);
            }
        }
    }
}

/// Seconds of the text's example.
const TIMES: [f32; 7] = [0.7, 0.8, 1.0, 1.3, 1.5, 1.7, 1.93];

/// 13.3: a state, and the input of a frame.
pub(crate) struct NextState;

impl Check for NextState {
    type Input = (State, Now);
    type Output = Option<State>;
    const TOLERANCE: f32 = 0.0;

    fn by_hand() -> Vec<Case<(State, Now)>> {
        let mut cases = Vec::new();
        // The seconds at which J and K are pressed, and the time.
        let mut states = TIMES.map(|time| [0.8, 2.1, time]).to_vec();
        states.extend([
            [0.8, 2.1, 0.3],
            [0.8, 2.1, 2.4],
            [0.8, 2.1, 2.85],
            [0.8, 2.1, 3.0],
            [3.0, 2.1, 3.0],
            [0.8, 2.9, 3.0],
            [3.2, 2.1, 3.2],
            [3.4, 2.1, 3.4],
        ]);
        for state in states {
            let input = figures::moment(state);
            cases.push(Case::new(describe_input(input), input).shown(state));
        }
        for (state, supported, ended, wanted) in [
            (State::Jump, true, false, State::Walk),
            (State::Jump, true, true, State::Walk),
            (State::Land, false, false, State::Walk),
            (State::Punch, true, true, State::Punch),
        ] {
            let input = (state, Now { supported, ended, wanted });
            cases.push(Case::new(describe_input(input), input));
        }
        cases
    }

    fn drawn(_: &Probe) -> Vec<Case<(State, Now)>> {
        play::table().into_iter().map(|input| Case::new(describe_input(input), input)).collect()
    }

    fn call(course: &Course, (state, now): &(State, Now)) -> Result<Option<State>, AnswerError> {
        Ok(course.blending.next_state(*state, *now)?)
    }

    fn compare((state, _): &(State, Now), next: Option<State>, answer: &mut Answer) {
        answer.compare("the next state", begun(next)).group(format!("in {}", state.name()));
    }
}

fn begun(next: Option<State>) -> String {
    next.map_or("None".into(), |state| format!("Some(State::{state:?})"))
}

/// Describes the input of 13.3: `in punch, supported, its clip has not ended, and walk is wanted`.
fn describe_input((state, now): (State, Now)) -> String {
    let ground = if now.supported { "supported" } else { "not supported" };
    let ended = match state.is_played_once() {
        true if now.ended => " its clip has ended,",
        true => " its clip has not ended,",
        false => "",
    };
    format!("in {}, {ground},{ended} and {} is wanted", state.name(), now.wanted.name())
}

/// 13.4: two poses, the joints' parents, and the first joint that the second pose has.
pub(crate) struct Masked;

impl Check for Masked {
    type Input = Masking;
    type Output = Vec<Transform>;
    const TOLERANCE: f32 = 0.0;

    fn by_hand() -> Vec<Case<Masking>> {
        let mut cases = Vec::new();
        for first in [2.0, 5.0, 0.0] {
            let words = format!("the figure's joints, first = {first}");
            cases.push(Case::at(words, [first], figures::masking));
        }
        for (words, parents, first) in [
            ("a root and its child, first = 1", &[None, Some(0)][..], 1),
            ("a root with two children, first = 1", &[None, Some(0), Some(0)], 1),
            ("two roots, 0 and 2, each with a child after it, first = 0", &[None, Some(0), None, Some(2)], 0),
        ] {
            let base = vec![Transform::IDENTITY; parents.len()];
            let over =
                vec![Transform { scale: Vec3::splat(2.0), ..Transform::from_translation(Vec3::X) }; parents.len()];
            cases.push(Case::new(words, (base, over, parents.to_vec(), first)));
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Masking>> {
        probes::maskings(probe)
    }

    fn call(course: &Course, (base, over, parents, first): &Masking) -> Result<Vec<Transform>, AnswerError> {
        Ok(course.blending.masked(base, over, parents, *first)?)
    }

    /// Compares from which pose each joint comes.
    fn compare((base, over, ..): &Masking, pose: Vec<Transform>, answer: &mut Answer) {
        for (joint, local) in pose.iter().enumerate() {
            let source = [("base", base), ("over", over)].into_iter().find(|(_, pose)| {
                pose.get(joint).is_some_and(|other| other.to_mat4().abs_diff_eq(local.to_mat4(), 1e-4))
            });
            answer.compare(
                format!("the pose of joint {joint}"),
                source.map_or("neither base nor over", |(name, _)| name),
            );
        }
    }
}
