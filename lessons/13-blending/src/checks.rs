//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, Between};
use crate::{Answers, Fade, Now, State, Tools, Transform, finished};
use common::check::{Answer, Check, Lesson, Probe, announce, called_the_answer};
use common::{lesson, math, words};
use glam::Quat;

/// Lesson 13, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(BLEND, FADE, NEXT, MASKED);

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = finished::ANSWERS;

const BLEND: Check<Answers> = Check {
    // Numbers of about 2, a few roundings each; a slerp in single precision is right to 1e-5.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(probes::between(probe).iter().map(|pair| blended(answers, pair)).collect()),
};

const FADE: Check<Answers> = Check {
    // Entries of about 3. Poses turn by up to 40 degrees, for which nlerp and slerp differ by 0.001.
    tolerance: 4e-3,
    ask: |answers, probe| Ok(faded(answers, probe)),
};

const NEXT: Check<Answers> = Check { tolerance: 0.0, ask: |answers, _| Ok(begun(answers)) };

const MASKED: Check<Answers> = Check {
    tolerance: 0.0,
    ask: |answers, probe| {
        let random = &mut probe.random();
        let families = if probe.is_last() { 4 } else { 3 };
        let mut answer = Answer::default();
        for _ in 0..families {
            let (parents, first) = probes::family(random);
            answer = answer.and(layered(answers, &parents, first, random));
        }
        answer = answer.and(layered(answers, &probes::roots(random), 0, random));
        if probe.is_last() {
            // A root with its descendants, and a joint without any.
            for first in [0, 3] {
                answer = answer.and(layered(answers, &[None, Some(0), None, Some(1)], first, random));
            }
            // Three chains side by side, 50 joints deep.
            let chains: Vec<Option<usize>> = (0..150).map(|joint: usize| joint.checked_sub(3)).collect();
            answer = answer.and(layered(answers, &chains, 3, random));
        }
        Ok(answer)
    },
};

/// For 13.1, whose own tool is no answer.
const TOOLS_FOR_BLEND: Tools = Tools {
    blend: |a, b, u, tools| {
        called_the_answer();
        (REFERENCE.blend)(a, b, u, tools)
    },
    ..finished::TOOLS
};

/// Three parts of each joint.
fn blended(answers: &Answers, pair: &Between) -> Answer {
    let Between { a, b, u } = pair;
    announce(words!("between", u, count = a.len()));
    let got = (answers.blend)(a, b, *u, &TOOLS_FOR_BLEND);
    let turn = |joint: usize| {
        let (a, b) = (a.get(joint)?, b.get(joint)?);
        let sign = if a.rotation.dot(b.rotation) < 0.0 { ", the other quaternion" } else { "" };
        let turn = 2.0 * a.rotation.dot(b.rotation).abs().min(1.0).acos().to_degrees();
        Some(format!(" (turns by {turn:.0} degrees{sign})"))
    };
    let label =
        |what: &str, joint: usize| format!("joint {joint}{} at u = {u:.2}, {what}", turn(joint).unwrap_or_default());
    let rotation = |(joint, local): (usize, &Transform)| match (a.get(joint), b.get(joint)) {
        (Some(a), Some(b)) => as_by_nlerp(a.rotation, b.rotation, *u, local.rotation).into(),
        _ => local.rotation.into(),
    };
    let at_u = |_: usize| format!("joints at u = {u:.2}");
    Answer::words(at_u, [got.len()])
        .and(Answer::points(|joint| label("translation", joint), got.iter().map(|l| l.translation)))
        .and(Answer::vec4s(|joint| label("rotation as (x, y, z, w)", joint), got.iter().enumerate().map(rotation)))
        .and(Answer::points(|joint| label("scale", joint), got.iter().map(|l| l.scale)))
}

/// Nlerp and slerp go the same way at other speeds, and either is right; so is either of the two quaternions of one
/// rotation. What is right comes out as nlerp has it.
fn as_by_nlerp(a: Quat, b: Quat, u: f32, got: Quat) -> Quat {
    let near = math::shortest(a, b);
    let (line, arc) = (math::nlerp(a, near, u), math::slerp(a, near, u));
    let got = math::shortest(line, got);
    if got.abs_diff_eq(arc, BLEND.tolerance) { line } else { got }
}

/// What is shown in every frame of a script.
fn faded(answers: &Answers, probe: &Probe) -> Answer {
    let mut answer = Answer::default();
    for script in probes::scripts(probe) {
        // Another fade has just ended.
        let mut fade = Fade { elapsed: 0.16, duration: 0.15, ..Fade::new(&script.first) };
        for frame in &script.frames {
            let begins = frame.begins.map_or("None".into(), |fade| format!("Some({fade:.2})"));
            announce(words!("frame", part = frame.part, since = frame.since, begins, dt = frame.dt));
            (answers.fade)(&mut fade, &frame.pose, frame.begins, frame.dt, &finished::TOOLS);
            let label = |joint: usize| format!("{}: joint {joint} after {:.3} s", frame.part, frame.since);
            let shown = fade.shown.iter().map(Transform::to_mat4);
            let shown = Answer::finite_transforms(label, shown);
            answer = answer.and(shown.grouped(|_| frame.kind.into()));
        }
    }
    answer
}

/// What begins, for every line of the table.
fn begun(answers: &Answers) -> Answer {
    let table = probes::table();
    let begins = table.iter().map(|(state, now)| {
        announce(words!("known", known = known(*state, *now)));
        let next = (answers.next_state)(*state, *now);
        next.map_or("nothing begins".into(), |state| format!("{} begins", state.name()))
    });
    Answer::words(|index| known(table[index].0, table[index].1), begins)
        .grouped(|index| format!("in {}", table[index].0.name()))
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

/// Whose pose each joint has.
fn layered(answers: &Answers, parents: &[Option<usize>], first: usize, random: &mut common::check::Random) -> Answer {
    let mut pose = || -> Vec<Transform> { parents.iter().map(|_| probes::scaled(random)).collect() };
    let (base, over) = (pose(), pose());
    let parents_of = |parent: &Option<usize>| parent.map_or("-".into(), |at| at.to_string());
    let all: Vec<String> = parents.iter().take(12).map(parents_of).collect();
    let more = if parents.len() > all.len() { ", .." } else { "" };
    let family = words!("family", first, parents = format!("{}{more}", all.join(", ")));
    announce(family.clone());
    let got = (answers.masked)(&base, &over, parents, first);
    let is = |a: &Transform, b: &Transform| a.to_mat4().abs_diff_eq(b.to_mat4(), 1e-4);
    let whose = got.iter().enumerate().map(|(joint, local)| {
        if base.get(joint).is_some_and(|base| is(base, local)) {
            "base"
        } else if over.get(joint).is_some_and(|over| is(over, local)) {
            "over"
        } else {
            "neither base nor over"
        }
    });
    let label = |joint: usize| format!("joint {joint}; {family}");
    Answer::words(label, whose).counted("joints")
}
