//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, GHOSTS, Weights};
use crate::{Answers, Influence, finished};
use common::check::{Answer, Check, Lesson, Probe, announce};
use common::{lesson, words};

/// Lesson 11, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(INFLUENCES, JOINTS, MATRICES, FOUR);

/// What is right.
pub const REFERENCE: Answers = finished::ANSWERS;

const INFLUENCES: Check<Answers> = Check {
    // Weights are looked up, not computed.
    tolerance: 1e-4,
    ask: |answers, probe| Ok(influences(answers, probe)),
};

const JOINTS: Check<Answers> =
    Check { tolerance: 0.5, ask: |answers, probe| Ok(joints(answers, probe)) };

const MATRICES: Check<Answers> = Check {
    // Metres. A product of two matrices with coordinates below 3.
    tolerance: 1e-3,
    ask: |answers, probe| {
        let (inverse_binds, bind_from_mesh) = probes::binds(probe);
        let count = inverse_binds.len() / 16;
        let label = |slot: usize| {
            if slot == count { "the one behind the last".into() } else { format!("slot {slot}") }
        };
        Ok(Answer::finite_transforms(
            label,
            (answers.joint_from_mesh)(&inverse_binds, bind_from_mesh),
        ))
    },
};

const FOUR: Check<Answers> = Check {
    // Weights from 0 to 1, a division.
    tolerance: 1e-4,
    ask: |answers, probe| Ok(four(answers, probe)),
};

/// A skin as most are; and, once that is right, one in which some influences follow joint -1.
fn influences(answers: &Answers, probe: &Probe) -> Answer {
    let ask = |weights: &Weights, what: &str| {
        let Weights { inputs, vcount, v, weights: pool, joints } = weights;
        announce(words!("lists", lists = in_words(weights), more = what));
        let result = (answers.influences)(inputs, vcount, v, pool, *joints);
        let right = (REFERENCE.influences)(inputs, vcount, v, pool, *joints);
        (result == right, result)
    };
    let plain = probes::weights(probe, false);
    let (is_right, result) = ask(&plain, "");
    let answer = shown(&result, "");
    // An answer that treats -1 as anything but a joint may panic, and a panic has no name.
    let rest = if is_right {
        let (_, result) = ask(&probes::weights(probe, true), ", with some joints -1");
        shown(&result, "with joint -1: ")
    } else {
        Answer::words(|_| "with joint -1".into(), ["not asked before the rest is right"])
    };
    answer.and(rest).noting(vec![words!("lists", lists = in_words(&plain), more = "")])
}

/// `inputs MASK at 2, JOINT at 1, WEIGHT at 0; vcount 1 0 3; v 4 1 7 ...`, as far as it may help.
fn in_words(weights: &Weights) -> String {
    let inputs: Vec<String> =
        weights.inputs.iter().map(|i| format!("{} at offset {}", i.semantic, i.offset)).collect();
    let numbers = |list: &mut dyn Iterator<Item = String>| list.collect::<Vec<_>>().join(" ");
    let vcount = numbers(&mut weights.vcount.iter().map(ToString::to_string));
    let v = numbers(&mut weights.v.iter().take(12).map(ToString::to_string));
    format!("{}; vcount {vcount}; v {v} ...; {} joints", inputs.join(", "), weights.joints)
}

fn shown(vertices: &[Vec<Influence>], prefix: &str) -> Answer {
    let slots = |vertex: &Vec<Influence>| {
        let slots: Vec<String> = vertex.iter().map(|i| i.slot.to_string()).collect();
        if slots.is_empty() { "none".into() } else { slots.join(", ") }
    };
    let label = |vertex: usize| format!("{prefix}vertex {vertex}, slots");
    let places: Vec<(usize, usize)> = vertices
        .iter()
        .enumerate()
        .flat_map(|(vertex, list)| (0..list.len()).map(move |influence| (vertex, influence)))
        .collect();
    let weight_label = |index: usize| match places.get(index) {
        Some((vertex, influence)) => format!("{prefix}vertex {vertex}, weight {influence}"),
        None => format!("{prefix}a weight"),
    };
    let weights = vertices.iter().flatten().map(|influence| influence.weight);
    Answer::words(|_| format!("{prefix}the number of vertices"), [vertices.len()])
        .and(Answer::words(label, vertices.iter().map(slots)))
        .and(Answer::numbers(weight_label, weights))
}

/// A skin whose joints are all there; one that names a joint which is not; one that names a joint of which
/// there are two.
fn joints(answers: &Answers, probe: &Probe) -> Answer {
    let asked = probes::names(probe);
    let probes::Names { names, joints } = &asked;
    let skeleton: Vec<&str> = joints.iter().map(|joint| joint.sid.as_str()).collect();
    let note = words!("sids", skeleton = skeleton.join(" "), skin = names.join(" "));
    announce(note.clone());
    let shown = |index: usize| match joints.get(index) {
        Some(joint) => format!("{index} {}", joint.sid),
        None => format!("{index} (there is no such joint)"),
    };
    let label = |slot: usize| match names.get(slot) {
        Some(name) => format!("slot {slot} \"{name}\""),
        None => format!("slot {slot}"),
    };
    let answer = match (answers.skeleton_joints)(names, joints) {
        Ok(indices) => {
            let count = Answer::words(|_| "the number of joints".into(), [indices.len()]);
            count.and(Answer::words(label, indices.into_iter().map(shown)))
        }
        Err(error) => Answer::error("a skin whose joints are all there", &error),
    };
    answer
        .and(missing(answers, probe, &asked))
        .and(twins(answers, probe, &asked))
        .noting(vec![note])
}

/// A skin that names a joint which is not there.
fn missing(answers: &Answers, probe: &Probe, asked: &probes::Names) -> Answer {
    let probes::Names { names, joints } = asked;
    let mut random = probe.random();
    let ghost = GHOSTS[random.below(GHOSTS.len())];
    let mut with_ghost = names.clone();
    with_ghost[1 + random.below(names.len() - 2)] = ghost.into();
    announce(words!("missing", ghost));
    let outcome = match (answers.skeleton_joints)(&with_ghost, joints) {
        Ok(list) if list.len() == names.len() => "a list".to_owned(),
        Ok(list) => format!("a list of {} for {} names", list.len(), names.len()),
        Err(error) if !error.contains(ghost) => format!("an error that does not say {ghost}"),
        // An error that lists the skeleton's joints, to choose from, names the root as well.
        Err(error)
            if names_in(&error, &with_ghost).len() == names.len()
                && !error.contains(&joints[0].sid) =>
        {
            format!("an error that says {ghost} among all the others")
        }
        Err(_) => format!("an error that says {ghost}"),
    };
    Answer::words(|_| format!("a skin that names a missing joint, {ghost}"), [outcome])
}

/// A skin that names a joint of which there are two.
fn twins(answers: &Answers, probe: &Probe, asked: &probes::Names) -> Answer {
    let (joints, slot) = asked.with_twin(probe);
    let name = &asked.names[slot];
    announce(words!("twins", name));
    let first = joints.iter().position(|joint| joint.sid == *name);
    let outcome = match (answers.skeleton_joints)(&asked.names, &joints) {
        Err(_) => "an error",
        Ok(list) => match list.get(slot) {
            None => "none",
            Some(index) if Some(*index) == first => "the first",
            Some(index) if *index + 1 == joints.len() => "the last",
            Some(_) => "another",
        },
    };
    Answer::words(|_| format!("which of two joints called {name}"), [outcome])
}

/// Those of the names that stand in a text as words of their own.
fn names_in<'a>(text: &str, names: &'a [String]) -> Vec<&'a str> {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    names.iter().map(String::as_str).filter(|name| words.contains(name)).collect()
}

/// What becomes of vertices of few influences and of many, in the order of the slots.
fn four(answers: &Answers, probe: &Probe) -> Answer {
    let mut answer = Answer::default();
    let mut wrong = None;
    for vertex in probes::vertices(probe) {
        let given: Vec<String> =
            vertex.iter().map(|i| format!("{:.3} at slot {}", i.weight, i.slot)).collect();
        let of = format!("a vertex of {}", vertex.len());
        let question = words!("vertex", of, given = given.join(", "));
        announce(question.clone());
        let in_order = |answers: &Answers| {
            let mut kept = (answers.four_strongest)(&vertex);
            kept.sort_by_key(|influence| influence.slot); // any order will do
            kept
        };
        let (kept, right) = (in_order(answers), in_order(&REFERENCE));
        if !alike(&kept, &right) {
            wrong.get_or_insert(question);
        }
        let slots: Vec<String> = kept.iter().map(|i| i.slot.to_string()).collect();
        let slots = if slots.is_empty() { "none".into() } else { slots.join(", ") };
        answer = answer.and(Answer::words(|_| format!("{of}, slots kept"), [slots])).and(
            Answer::numbers(
                |place| match kept.get(place) {
                    Some(influence) => format!("{of}, weight at slot {}", influence.slot),
                    None => format!("{of}, a weight"),
                },
                kept.iter().map(|influence| influence.weight),
            ),
        );
    }
    answer.noting(wrong.into_iter().collect())
}

/// The same slots, by the same weights within the check's tolerance.
fn alike(kept: &[Influence], right: &[Influence]) -> bool {
    let is_same = |(kept, right): (&Influence, &Influence)| {
        kept.slot == right.slot && (kept.weight - right.weight).abs() <= FOUR.tolerance
    };
    kept.len() == right.len() && kept.iter().zip(right).all(is_same)
}
