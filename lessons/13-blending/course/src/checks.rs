//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, Between, Frame};
use crate::{Fade, Now, State, Tools, Transform, finished};
use common::check::{Answer, AnswerError, Ask, Check, Value, called_the_answer, finite};
use common::{math, words};
use given::Lost;
use glam::Quat;

common::lesson! {
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
pub(crate) const CHECKS: &[Check] = &[
    Check { tolerance: BLENDED, ask: blend, cases: &[] },
    // Entries of about 3. Poses turn by up to 40 degrees, for which nlerp and slerp differ by 0.0013.
    Check { tolerance: 4e-3, ask: fade, cases: &[] },
    Check { tolerance: 0.0, ask: next_state, cases: &[] },
    Check { tolerance: 0.0, ask: masked, cases: &[] },
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

/// Three parts of each joint.
pub(crate) fn blend(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for Between { a, b, u } in probes::between(&q.probe) {
        let about = words!("between", u, count = a.len());
        let got = q.ask(about, |course| course.blending.blend(&a, &b, u, &TOOLS_FOR_BLEND))?;
        answer.compare(format!("joints at u = {u:.2}"), got.len());
        let asked = |joint: usize| Some((a.get(joint)?.rotation, b.get(joint)?.rotation));
        let mut each = |what: &str, value: &dyn Fn(usize) -> Value| {
            for joint in 0..got.len() {
                let turn = asked(joint).map_or(String::new(), |(a, b)| turn(a, b));
                answer.compare(format!("joint {joint}{turn} at u = {u:.2}, {what}"), value(joint));
            }
        };
        each("translation", &|joint| got[joint].translation.into());
        each("rotation as (x, y, z, w)", &|joint| match asked(joint) {
            Some((a, b)) => as_by_nlerp(a, b, u, got[joint].rotation).into(),
            None => got[joint].rotation.into(),
        });
        each("scale", &|joint| got[joint].scale.into());
    }
    Ok(())
}

fn turn(a: Quat, b: Quat) -> String {
    let sign = if a.dot(b) < 0.0 { ", the other quaternion" } else { "" };
    let turn = 2.0 * a.dot(b).abs().min(1.0).acos().to_degrees();
    format!(" (turns by {turn:.0} degrees{sign})")
}

/// Nlerp and slerp go the same way at other speeds, and either is right; so is either of the two quaternions of one
/// rotation. What is right comes out as nlerp has it.
fn as_by_nlerp(a: Quat, b: Quat, u: f32, got: Quat) -> Quat {
    let near = math::shortest(a, b);
    let (line, arc) = (math::nlerp(a, near, u), math::slerp(a, near, u));
    let got = math::shortest(line, got);
    if got.abs_diff_eq(arc, BLENDED) { line } else { got }
}

/// Compares the pose in every frame of a script.
pub(crate) fn fade(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for script in probes::scripts(&q.probe) {
        // Another fade has just ended.
        let mut fade = Fade { elapsed: 0.16, duration: 0.15, ..Fade::new(&script.first) };
        for Frame { pose, begins, dt, part, kind, since } in script.frames {
            let in_words = begins.map_or("None".into(), |fade| format!("Some({fade:.2})"));
            let about = words!("frame", part, since, begins = in_words, dt);
            fade = q.ask(about, |course| {
                let mut next = fade;
                course.blending.fade(&mut next, &pose, begins, dt, &finished::TOOLS)?;
                Ok::<_, Lost>(next)
            })?;
            for (joint, local) in fade.shown.iter().enumerate() {
                let label = format!("{part}: joint {joint} after {since:.3} s");
                answer.compare(label, finite(local.to_mat4())).group(kind);
            }
        }
    }
    Ok(())
}

/// Compares the next state for every line of the table.
pub(crate) fn next_state(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for (state, now) in probes::table() {
        let known = known(state, now);
        let next = q.ask(words!("known", known), |course| course.blending.next_state(state, now))?;
        let begins = next.map_or("nothing begins".into(), |state| format!("{} begins", state.name()));
        answer.compare(known, begins).group(format!("in {}", state.name()));
    }
    Ok(())
}

/// `in punch; supported; its clip has not ended; walk is wanted`.
fn known(state: State, now: Now) -> String {
    let ground = if now.supported { "supported" } else { "not supported" };
    let ended = match state.is_played_once() {
        true if now.ended => " its clip has ended;",
        true => " its clip has not ended;",
        false => "",
    };
    format!("in {}; {ground};{ended} {} is wanted", state.name(), now.wanted.name())
}

/// Compares the source of each joint's pose.
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

fn layered(q: &mut Ask, answer: &mut Answer, parents: &[Option<usize>], first: usize) -> Result<(), AnswerError> {
    let mut pose = || -> Vec<Transform> { parents.iter().map(|_| probes::scaled(&mut q.random)).collect() };
    let (base, over) = (pose(), pose());
    let parents_of = |parent: &Option<usize>| parent.map_or("-".into(), |at| at.to_string());
    let all: Vec<String> = parents.iter().take(12).map(parents_of).collect();
    let more = if parents.len() > all.len() { ", .." } else { "" };
    let family = words!("family", first, parents = format!("{}{more}", all.join(", ")));
    let got = q.ask(&*family, |course| course.blending.masked(&base, &over, parents, first))?;
    for (joint, local) in got.iter().enumerate() {
        let is = |pose: &[Transform]| {
            pose.get(joint).is_some_and(|other| other.to_mat4().abs_diff_eq(local.to_mat4(), 1e-4))
        };
        let whose = match () {
            () if is(&base) => "base",
            () if is(&over) => "over",
            () => "neither base nor over",
        };
        answer.compare(format!("joint {joint}; {family}"), whose);
    }
    Ok(())
}
