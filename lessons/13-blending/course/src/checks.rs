//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, Between, FadeFrame};
use crate::{Fade, Now, State, Tools, Transform, finished};
use armature::math;
use check::case;
use check::words;
use check::{Answer, AnswerError, AnyCheck, Ask, AskedCase, Value, called_the_answer, finite};
use given::CallError;
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

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[AnyCheck] = &[
    AnyCheck::asked(BLENDED, blend, BLEND),
    // Entries of about 3. Poses turn by up to 40 degrees, for which nlerp and slerp differ by 0.0013.
    AnyCheck::asked(4e-3, fade, FADE),
    AnyCheck::asked(0.0, next_state, NEXT_STATE),
    AnyCheck::asked(0.0, masked, MASKED),
];

/// Tolerance of numbers of about 2 after a few roundings each; a slerp in single precision is right to 1e-5.
pub(crate) const BLENDED: f32 = 1e-3;

/// The tools for 13.1, in whose check its own tool is no answer.
const TOOLS_FOR_BLEND: Tools = Tools {
    blend: |a, b, u, tools| {
        called_the_answer();
        REFERENCE.blending.blend(a, b, u, tools)
    },
    ..finished::TOOLS
};

const BLEND: &[AskedCase] = &[
    case!("a at (0, 0, 0), b at (2, 0, 0), u = 0", blend_case(translated(0.0), translated(2.0), 0.0)),
    case!("a at (0, 0, 0), b at (2, 0, 0), u = 0.25", blend_case(translated(0.0), translated(2.0), 0.25)),
    case!("a scaled by 1, b by 5, u = 0.25", blend_case(scaled(1.0), scaled(5.0), 0.25)),
    case!("a turned by -90° about z, b by 0°, u = 0", blend_case(rotated(-FRAC_PI_2), rotated(0.0), 0.0)),
    case!("a turned by -90° about z, b by 0°, u = 0.5", blend_case(rotated(-FRAC_PI_2), rotated(0.0), 0.5)),
    case!(
        "the same, but b's quaternion is stored as -q",
        blend_case(rotated(-FRAC_PI_2), Transform { rotation: -Quat::IDENTITY, ..rotated(0.0) }, 0.5)
    ),
];

fn translated(x: f32) -> Transform {
    Transform { translation: Vec3::new(x, 0.0, 0.0), ..Transform::IDENTITY }
}

fn scaled(factor: f32) -> Transform {
    Transform { scale: Vec3::splat(factor), ..Transform::IDENTITY }
}

fn rotated(angle: f32) -> Transform {
    Transform { rotation: Quat::from_rotation_z(angle), ..Transform::IDENTITY }
}

fn blend_case(q: &mut Ask, answer: &mut Answer, a: Transform, b: Transform, u: f32) -> Result<(), AnswerError> {
    let got = q.ask("", |course| course.blending.blend(&[a], &[b], u, &TOOLS_FOR_BLEND))?;
    answer.compare("the number of joints", got.len());
    for local in got {
        answer.compare("the joint's (1, 0, 0)", finite(local.to_mat4().transform_point3(Vec3::X)));
    }
    Ok(())
}

pub(crate) fn blend(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for Between { a, b, u } in probes::between(&q.probe) {
        let about = words!("between", u, count = a.len());
        let got = q.ask(about, |course| course.blending.blend(&a, &b, u, &TOOLS_FOR_BLEND))?;
        answer.compare(format!("joints at u = {u:.2}"), got.len());
        for what in ["translation", "rotation as (x, y, z, w)", "scale"] {
            for (joint, local) in got.iter().enumerate() {
                let mut rotation = local.rotation;
                let mut turned = String::new();
                if let (Some(a), Some(b)) = (a.get(joint), b.get(joint)) {
                    rotation = as_by_nlerp(a.rotation, b.rotation, u, rotation);
                    turned = turn(a.rotation, b.rotation);
                }
                let value: Value = match what {
                    "translation" => local.translation.into(),
                    "scale" => local.scale.into(),
                    _ => rotation.into(),
                };
                answer.compare(format!("joint {joint}{turned} at u = {u:.2}, {what}"), value);
            }
        }
    }
    Ok(())
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
    if got.abs_diff_eq(arc, BLENDED) { line } else { got }
}

const FADE: &[AskedCase] = &[
    case!(
        "a cut from (0, 0, 0) to (1, 0, 0): a fade of 0 s begins, the frame takes 0.5 s",
        fade_case(&[(1.0, Some(0.0), 0.5)])
    ),
    case!(
        "a fade of 0.2 s from (0, 0, 0) to (1, 0, 0) begins, the frame takes 0.05 s",
        fade_case(&[(1.0, Some(0.2), 0.05)])
    ),
    case!("the same fade, two frames of 0.05 s", fade_case(&[(1.0, Some(0.2), 0.05), (1.0, None, 0.05)])),
    AskedCase {
        input: "the same fade, five frames of 0.05 s",
        ask: |q, answer| {
            let [first, next] = [(1.0, Some(0.2), 0.05), (1.0, None, 0.05)];
            fade_case(q, answer, &[first, next, next, next, next])
        },
    },
    case!(
        "a fade of 0.5 s to (1, 0, 0) has ended, then a frame with the pose at (2, 0, 0)",
        fade_case(&[(1.0, Some(0.5), 1.0), (2.0, None, 0.5)])
    ),
    case!(
        "half of a fade of 0.2 s to (1, 0, 0), then a fade of 0.2 s to (2, 0, 0) begins with a frame of 0.05 s",
        fade_case(&[(1.0, Some(0.2), 0.1), (2.0, Some(0.2), 0.05)])
    ),
    case!(
        "half of a fade of 1 s to (1, 0, 0), then a cut to (2, 0, 0) in a frame of 0 s",
        fade_case(&[(1.0, Some(1.0), 0.5), (2.0, Some(0.0), 0.0)])
    ),
];

/// Asks for the pose shown after these frames: where the joint of the animation's pose is along x, the fade that begins,
/// and the duration of the frame.
fn fade_case(q: &mut Ask, answer: &mut Answer, frames: &[(f32, Option<f32>, f32)]) -> Result<(), AnswerError> {
    let mut fade = Fade { elapsed: 0.16, duration: 0.15, ..Fade::new(&[translated(0.0)]) };
    for &(x, begins, dt) in frames {
        fade = q.ask("", |course| {
            let mut next = fade;
            course.blending.fade(&mut next, &[translated(x)], begins, dt, &finished::TOOLS)?;
            Ok::<_, CallError>(next)
        })?;
    }
    for local in &fade.shown {
        answer.compare("the joint that is shown", finite(local.translation));
    }
    Ok(())
}

pub(crate) fn fade(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for script in probes::scripts(&q.probe) {
        // Another fade has just ended.
        let mut fade = Fade { elapsed: 0.16, duration: 0.15, ..Fade::new(&script.first) };
        for FadeFrame { pose, begins, dt, part, kind, since } in script.frames {
            let in_words = begins.map_or("None".into(), |fade| format!("Some({fade:.2})"));
            let about = words!("frame", part, since, begins = in_words, dt);
            fade = q.ask(about, |course| {
                let mut next = fade;
                course.blending.fade(&mut next, &pose, begins, dt, &finished::TOOLS)?;
                Ok::<_, CallError>(next)
            })?;
            for (joint, local) in fade.shown.iter().enumerate() {
                let label = format!("{part}: joint {joint} after {since:.3} s");
                answer.compare(label, finite(local.to_mat4())).group(kind);
            }
        }
    }
    Ok(())
}

const NEXT_STATE: &[AskedCase] = &[
    case!("idle on the ground, walk is wanted", state_case(State::Idle, true, false, State::Walk)),
    case!("walk on the ground, walk is wanted", state_case(State::Walk, true, false, State::Walk)),
    case!("walk, but there is no ground, walk is wanted", state_case(State::Walk, false, false, State::Walk)),
    case!("walk, but there is no ground, jump is wanted", state_case(State::Walk, false, false, State::Jump)),
    case!(
        "jump in the air, its clip has not ended, walk is wanted",
        state_case(State::Jump, false, false, State::Walk)
    ),
    case!("jump in the air, its clip has ended, walk is wanted", state_case(State::Jump, false, true, State::Walk)),
    case!("fall back on the ground, walk is wanted", state_case(State::Fall, true, false, State::Walk)),
    case!(
        "jump back on the ground, its clip has not ended, walk is wanted",
        state_case(State::Jump, true, false, State::Walk)
    ),
    case!("fall in the air, jump is wanted", state_case(State::Fall, false, false, State::Jump)),
    case!(
        "punch, but there is no ground, its clip has not ended, walk is wanted",
        state_case(State::Punch, false, false, State::Walk)
    ),
    case!(
        "land on the ground, its clip has not ended, jump is wanted",
        state_case(State::Land, true, false, State::Jump)
    ),
    case!("land on the ground, its clip has ended, walk is wanted", state_case(State::Land, true, true, State::Walk)),
    case!(
        "punch on the ground, its clip has not ended, walk is wanted",
        state_case(State::Punch, true, false, State::Walk)
    ),
    case!("punch on the ground, its clip has ended, walk is wanted", state_case(State::Punch, true, true, State::Walk)),
];

fn state_case(
    q: &mut Ask,
    answer: &mut Answer,
    state: State,
    supported: bool,
    ended: bool,
    wanted: State,
) -> Result<(), AnswerError> {
    let now = Now { supported, ended, wanted };
    let next = q.ask("", |course| course.blending.next_state(state, now))?;
    answer.compare("the next state", next.map_or("None".into(), |state| format!("Some({state:?})")));
    Ok(())
}

pub(crate) fn next_state(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for (state, now) in probes::table() {
        let known = describe_input(state, now);
        let next = q.ask(words!("known", known), |course| course.blending.next_state(state, now))?;
        let begins = next.map_or("nothing begins".into(), |state| format!("{} begins", state.name()));
        answer.compare(known, begins).group(format!("in {}", state.name()));
    }
    Ok(())
}

/// Describes the input of 13.3: `in punch; supported; its clip has not ended; walk is wanted`.
fn describe_input(state: State, now: Now) -> String {
    let ground = if now.supported { "supported" } else { "not supported" };
    let ended = match state.is_played_once() {
        true if now.ended => " its clip has ended;",
        true => " its clip has not ended;",
        false => "",
    };
    format!("in {}; {ground};{ended} {} is wanted", state.name(), now.wanted.name())
}

const MASKED: &[AskedCase] = &[
    case!("one joint, first = 0", masked_case(&[None], 0)),
    case!("a root and its child, first = 1", masked_case(&[None, Some(0)], 1)),
    case!("a root and its child, first = 0", masked_case(&[None, Some(0)], 0)),
    case!("a root with two children, first = 1", masked_case(&[None, Some(0), Some(0)], 1)),
    case!("a chain of five joints, first = 1", masked_case(&[None, Some(0), Some(1), Some(2), Some(3)], 1)),
    case!(
        "a root, its children 1 and 2, and joint 3 below joint 1; first = 1",
        masked_case(&[None, Some(0), Some(0), Some(1)], 1)
    ),
    case!(
        "two roots, 0 and 2, each with a child behind it; first = 0",
        masked_case(&[None, Some(0), None, Some(2)], 0)
    ),
];

/// Asks for two poses of joints with these parents, and compares from which pose each joint comes.
fn masked_case(q: &mut Ask, answer: &mut Answer, parents: &[Option<usize>], first: usize) -> Result<(), AnswerError> {
    let base = vec![translated(0.0); parents.len()];
    let over = vec![Transform { scale: Vec3::splat(2.0), ..translated(1.0) }; parents.len()];
    let got = q.ask("", |course| course.blending.masked(&base, &over, parents, first))?;
    let mut poses = Vec::new();
    for local in got {
        poses.push(match local {
            _ if local == base[0] => "base",
            _ if local == over[0] => "over",
            _ => "neither",
        });
    }
    answer.compare("the list", poses.join(", "));
    Ok(())
}

pub(crate) fn masked(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for _ in 0..if q.is_last() { 4 } else { 3 } {
        let (parents, first) = probes::family(&mut q.random);
        layered(q, answer, &parents, first)?;
    }
    let roots = probes::roots(&mut q.random);
    layered(q, answer, &roots, 0)?;
    if q.is_last() {
        // A root with its descendants, and a joint without any.
        for first in [0, 3] {
            layered(q, answer, &[None, Some(0), None, Some(1)], first)?;
        }
        // Three chains side by side, 50 joints deep.
        let chains: Vec<Option<usize>> = (0..150).map(|joint: usize| joint.checked_sub(3)).collect();
        layered(q, answer, &chains, 3)?;
    }
    Ok(())
}

/// Asks for random poses of joints with these parents, masked from `first` on.
fn layered(q: &mut Ask, answer: &mut Answer, parents: &[Option<usize>], first: usize) -> Result<(), AnswerError> {
    let [base, over] =
        [0, 1].map(|_| -> Vec<Transform> { parents.iter().map(|_| probes::scaled(&mut q.random)).collect() });
    let all: Vec<String> =
        parents.iter().take(12).map(|parent| parent.map_or("-".into(), |at| at.to_string())).collect();
    let more = if parents.len() > all.len() { ", .." } else { "" };
    let family = words!("family", first, parents = format!("{}{more}", all.join(", ")));
    let got = q.ask(&*family, |course| course.blending.masked(&base, &over, parents, first))?;
    for (joint, local) in got.iter().enumerate() {
        let source = [("base", &base), ("over", &over)]
            .into_iter()
            .find(|(_, pose)| pose.get(joint).is_some_and(|other| other.to_mat4().abs_diff_eq(local.to_mat4(), 1e-4)));
        answer.compare(format!("joint {joint}; {family}"), source.map_or("neither base nor over", |(name, _)| name));
    }
    Ok(())
}
