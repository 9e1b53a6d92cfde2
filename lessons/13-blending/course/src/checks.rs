//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, Between, Masking, Script};
use crate::{Now, State, Tools, Transform, finished, play, probes};
use armature::math;
use check::{AnyCheck, Case, Check, called_the_answer, finite};
use glam::{Quat, Vec3};
use std::f32::consts::FRAC_PI_2;
use verdict::wording::counted;

check::lesson! {
    blending: Blending,
    earlier: {
        hierarchy: lesson_02 {
            "02.1": "the order of the walk over the joints",
            "02.2": "from local to model",
        }
        keyframes: lesson_06 {
            "06.1": "matrices out of a channel's numbers",
            "06.2": "which two keys",
            "06.3": "the time in a clip",
        }
        rotations: lesson_07 {
            "07.1": "the short way round",
            "07.2": "rotations between two poses",
            "07.3": "rotations between two keys",
            "07.4": "keys and poses in three parts",
        }
        playback: lesson_12 {
            "12.1": "which channel moves which joint, if the file has channels of matrices",
            "12.2": "a joint at a time",
            "12.3": "a pose at a time",
            "12.4": "ticks, and his place in the world",
        }
    }
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[&BLEND, &FADE_CHECK, &NEXT_STATE, &MASKED];

/// The tools for 13.1, in whose check its own tool is no answer.
const TOOLS_FOR_BLEND: Tools = Tools {
    blend: |a, b, u, tools| {
        called_the_answer();
        REFERENCE.blending.blend(a, b, u, tools)
    },
    ..finished::TOOLS
};

/// Tolerance of 13.1. Numbers of about 2 after a few roundings each; a slerp in single precision is right to 1e-5.
const TOLERANCE_OF_BLEND: f32 = 1e-3;

/// 13.1: two poses and how far from one to the other.
const BLEND: Check<Between, Vec<Transform>> = Check {
    tolerance: TOLERANCE_OF_BLEND,
    words: |(a, _, u)| format!("two poses of {}, u = {u:.2}", counted(a.len(), "joint", "joints")),
    by_hand: || {
        let mut cases = Vec::new();
        for (words, state) in [
            ("u = 0.5", [0.5, 0.0, 0.0]),
            ("u = 0", [0.0, 0.0, 0.0]),
            ("b's quaternions stored as -q, u = 0.5", [0.5, 0.0, 1.0]),
        ] {
            let words =
                format!("an arm of 3 joints, turned about z by -90°, 0°, 0° in a, by 0°, 20°, 0° in b, {words}");
            cases.push(Case::at(state, figures::arms).called(words));
        }
        for (words, a, b) in [
            ("a at (0, 0, 0), b at (2, 0, 0), u = 0.25", Vec3::ZERO, 2.0 * Vec3::X),
            ("a at (0, 0, 0), b at (0, 0, 0), scaled by 5, u = 0.25", Vec3::ZERO, Vec3::ZERO),
        ] {
            let scale = if a == b { Vec3::splat(5.0) } else { Vec3::ONE };
            let [a, b] = [a, b].map(Transform::from_translation);
            cases.push(Case::new((vec![a], vec![Transform { scale, ..b }], 0.25)).called(words));
        }
        let turned = [Quat::from_rotation_x(FRAC_PI_2), Quat::from_rotation_y(FRAC_PI_2)];
        let [a, b] = turned.map(|rotation| vec![Transform { rotation, ..Transform::IDENTITY }]);
        cases.push(Case::new((a, b, 0.5)).called("a joint turned by 90° about x in a, by 90° about y in b, u = 0.5"));
        cases
    },
    drawn: probes::between,
    call: |course, (a, b, u)| Ok(course.blending.blend(a, b, *u, &TOOLS_FOR_BLEND)?),
    compare: |(a, b, u), pose, answer| {
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
    },
};

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
    if got.abs_diff_eq(arc, TOLERANCE_OF_BLEND) { line } else { got }
}

/// 13.2: a pose, and the frames that follow.
const FADE_CHECK: Check<Script, Vec<Vec<Transform>>> = Check {
    // Entries of about 3. Poses turn by up to 40 degrees, for which nlerp and slerp differ by 0.0013.
    tolerance: 4e-3,
    words: |(_, frames)| {
        let mut fades = Vec::new();
        for (_, begins, _) in frames {
            fades.extend(begins.map(|fade| format!("{fade:.2}")));
        }
        format!("{} frames with fades of {} s", frames.len(), fades.join(", "))
    },
    by_hand: || {
        let mut cases = Vec::new();
        for (words, state) in [
            ("after 0.1 s of it one of 0.2 s to (2, 0, 0)", [0.25, 20.0]),
            ("after 0.4 s one of 0.2 s to (2, 0, 0)", [0.55, 20.0]),
        ] {
            let words = format!(
                "a fade of 0.2 s from (0, 0, 0) to (1, 0, 0), {words}; frames of 0.05 s; before, one of 0.15 s has ended"
            );
            cases.push(Case::at(state, figures::script).called(words));
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
            cases.push(Case::new((figures::pose_at(0.0), frames)).called(words));
        }
        cases
    },
    drawn: probes::scripts,
    call: |course, (first, frames)| {
        let mut fade = figures::ended(first);
        let mut shown = Vec::new();
        for (pose, begins, dt) in frames {
            course.blending.fade(&mut fade, pose, *begins, *dt, &finished::TOOLS)?;
            shown.push(fade.shown.clone());
        }
        Ok(shown)
    },
    compare: |(first, frames), shown, answer| {
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
    },
};

/// Seconds of the text's example.
const TIMES: [f32; 7] = [0.7, 0.8, 1.0, 1.3, 1.5, 1.7, 1.93];

/// 13.3: a state, and the input of a frame.
const NEXT_STATE: Check<(State, Now), Option<State>> = Check {
    tolerance: 0.0,
    words: |input| describe_input(*input),
    by_hand: || {
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
            cases.push(Case::at(state, figures::moment));
        }
        for (state, supported, ended, wanted) in [
            (State::Jump, true, false, State::Walk),
            (State::Jump, true, true, State::Walk),
            (State::Land, false, false, State::Walk),
            (State::Punch, true, true, State::Punch),
        ] {
            cases.push(Case::new((state, Now { supported, ended, wanted })));
        }
        cases
    },
    drawn: |_| play::table(),
    call: |course, (state, now)| Ok(course.blending.next_state(*state, *now)?),
    compare: |(state, _), next, answer| {
        answer.compare("the next state", begun(next)).group(format!("in {}", state.name()));
    },
};

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
const MASKED: Check<Masking, Vec<Transform>> = Check {
    tolerance: 0.0,
    words: |(_, _, parents, first)| {
        let mut list = Vec::new();
        for parent in parents.iter().take(12) {
            list.push(parent.map_or("-".into(), |parent| parent.to_string()));
        }
        let more = if parents.len() > list.len() { ", .." } else { "" };
        format!("first is {first}, and the joints' parents are {}{more}", list.join(", "))
    },
    by_hand: || {
        let mut cases = Vec::new();
        for first in [2.0, 5.0, 0.0] {
            let words = format!("the figure's joints, first = {first}");
            cases.push(Case::at([first], figures::masking).called(words));
        }
        for (words, parents, first) in [
            ("a root and its child, first = 1", &[None, Some(0)][..], 1),
            ("a root with two children, first = 1", &[None, Some(0), Some(0)], 1),
            ("two roots, 0 and 2, each with a child after it, first = 0", &[None, Some(0), None, Some(2)], 0),
        ] {
            let base = vec![Transform::IDENTITY; parents.len()];
            let over =
                vec![Transform { scale: Vec3::splat(2.0), ..Transform::from_translation(Vec3::X) }; parents.len()];
            cases.push(Case::new((base, over, parents.to_vec(), first)).called(words));
        }
        cases
    },
    drawn: probes::maskings,
    call: |course, (base, over, parents, first)| Ok(course.blending.masked(base, over, parents, *first)?),
    compare: |(base, over, ..), pose, answer| {
        for (joint, local) in pose.iter().enumerate() {
            let source = [("base", base), ("over", over)].into_iter().find(|(_, pose)| {
                pose.get(joint).is_some_and(|other| other.to_mat4().abs_diff_eq(local.to_mat4(), 1e-4))
            });
            answer.compare(
                format!("the pose of joint {joint}"),
                source.map_or("neither base nor over", |(name, _)| name),
            );
        }
    },
};
