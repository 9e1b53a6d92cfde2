//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, Binds, GHOSTS};
use crate::{Answers, Influence, VertexWeights, finished};
use common::check::{Answer, Check, Lesson, Probe, announce};
use common::{lesson, words};
use glam::{Mat4, Vec3};

/// Lesson 11, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(INFLUENCES, JOINTS, MATRICES, FOUR);

/// What is right.
pub const REFERENCE: Answers = finished::ANSWERS;

const INFLUENCES: Check<Answers> = Check {
    // Weights are looked up, not computed.
    tolerance: 1e-4,
    ask: |answers, probe| Ok(influences(answers, probe)),
};

const JOINTS: Check<Answers> = Check {
    tolerance: 0.5,
    ask: |answers, probe| Ok(if probe.is_last() { more_joints(answers) } else { joints(answers, probe) }),
};

const MATRICES: Check<Answers> = Check {
    // Metres. A product of two matrices with coordinates below 3.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(probes::binds(probe).iter().map(|b| matrices(answers, b)).collect()),
};

const FOUR: Check<Answers> = Check {
    // Weights from 0 to 1, a division.
    tolerance: 1e-4,
    ask: |answers, probe| Ok(if probe.is_last() { more_four(answers) } else { four(answers, probe) }),
};

/// One skin after the other, each once those before it are right: an answer that treats -1 as anything but a joint
/// may panic, and a panic has no name.
fn influences(answers: &Answers, probe: &Probe) -> Answer {
    let skins = probes::weights(probe);
    let (mut answer, mut is_right) = (Answer::default(), true);
    for (what, weights) in &skins {
        if !is_right {
            let instead = ["not asked before the rest is right"];
            answer = answer.and(Answer::words(|_| what.clone(), instead));
            continue;
        }
        let [prefix, more] = match what.as_str() {
            "" => [String::new(), String::new()],
            what => [format!("{what}: "), format!(", {what}")],
        };
        announce(words!("lists", lists = in_words(weights), more));
        let result = sorted(weights.influences(answers));
        is_right = result == sorted(weights.influences(&REFERENCE));
        answer = answer.and(shown(&result, &prefix));
    }
    if probe.is_last() {
        return answer;
    }
    answer.noting(vec![words!("lists", lists = in_words(&skins[0].1), more = "")])
}

/// In the order of the slots: any order will do.
fn sorted(mut vertices: Vec<Vec<Influence>>) -> Vec<Vec<Influence>> {
    for vertex in &mut vertices {
        vertex.sort_by(|a, b| a.slot.cmp(&b.slot).then(a.weight.total_cmp(&b.weight)));
    }
    vertices
}

/// `MASK at offset 2, JOINT at offset 1; vcount 1 0 3 ...; v 4 1 7 ...`, as far as it may help.
fn in_words(weights: &VertexWeights) -> String {
    fn numbers<T: ToString>(list: &[T]) -> String {
        let first: Vec<String> = list.iter().take(12).map(ToString::to_string).collect();
        first.join(" ") + if list.len() > 12 { " ..." } else { "" }
    }
    let inputs: Vec<String> = weights.inputs.iter().map(|i| format!("{} at offset {}", i.semantic, i.offset)).collect();
    let (vcount, v) = (numbers(&weights.vcount), numbers(&weights.v));
    format!("{}; vcount {vcount}; v {v}; {} joints", inputs.join(", "), weights.joints)
}

/// `0.400 at slot 3, 0.600 at slot 1`, with more digits where there are weights that are close.
fn listed(vertex: &[Influence]) -> String {
    let is_close = |a: &Influence, b: &Influence| (a.weight - b.weight).abs() < 1e-3;
    let close = vertex
        .iter()
        .enumerate()
        .any(|(at, a)| vertex[..at].iter().any(|b| a.weight != b.weight && is_close(a, b)) || a.weight < 1e-3);
    let digits = if close { 5 } else { 3 };
    let word = |i: &Influence| format!("{:.digits$} at slot {}", i.weight, i.slot);
    let words: Vec<String> = vertex.iter().map(word).collect();
    if words.is_empty() { "nothing".into() } else { words.join(", ") }
}

/// `3, 1`.
fn slots(vertex: &[Influence]) -> String {
    let slots: Vec<String> = vertex.iter().map(|i| i.slot.to_string()).collect();
    if slots.is_empty() { "none".into() } else { slots.join(", ") }
}

fn shown(vertices: &[Vec<Influence>], prefix: &str) -> Answer {
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
        .and(Answer::words(label, vertices.iter().map(|vertex| slots(vertex))))
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
    answer.and(missing(answers, probe, &asked)).and(twins(answers, probe, &asked)).noting(vec![note])
}

/// A skin that names a joint which is not there.
fn missing(answers: &Answers, probe: &Probe, asked: &probes::Names) -> Answer {
    let probes::Names { names, joints } = asked;
    let mut random = probe.random();
    let ghost = GHOSTS[random.below(GHOSTS.len())];
    let mut with_ghost = names.clone();
    with_ghost[1 + random.below(names.len() - 2)] = ghost.into();
    announce(words!("missing", ghost));
    let result = (answers.skeleton_joints)(&with_ghost, joints);
    let outcome = of_missing(result, ghost, &with_ghost, &joints[0].sid);
    Answer::words(|_| format!("a skin that names a missing joint, {ghost}"), [outcome])
}

fn of_missing(result: Result<Vec<usize>, String>, ghost: &str, names: &[String], root: &str) -> String {
    match result {
        Ok(list) if list.len() == names.len() => "a list".to_owned(),
        Ok(list) => format!("a list of {} for {} names", list.len(), names.len()),
        Err(error) if !error.contains(ghost) => format!("an error that does not say {ghost}"),
        Err(error) if names.len() > 1 && lists_all(&error, names, root) => {
            format!("an error that says {ghost} among all the others")
        }
        Err(_) => format!("an error that says {ghost}"),
    }
}

/// Whether a text holds all of these names, and does not say by that what is wrong: one that lists the
/// skeleton's joints, to choose from, holds its root as well, and not the skin's names in their order.
fn lists_all(text: &str, names: &[String], root: &str) -> bool {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let known: Vec<&str> = words.iter().copied().filter(|word| names.iter().any(|name| name == word)).collect();
    names.iter().all(|name| known.contains(&name.as_str()))
        && (!words.contains(&root) || known.windows(names.len()).any(|window| window == names))
}

/// Nothing, one joint twice, the lesson's own figures; and other places and names of a missing joint.
fn more_joints(answers: &Answers) -> Answer {
    let each = probes::more_names().into_iter().map(|(what, asked, missing)| {
        let probes::Names { names, joints } = asked;
        announce(words!("skin", what));
        let outcome = match ((answers.skeleton_joints)(&names, &joints), missing) {
            (result, Some(ghost)) => of_missing(result, ghost, &names, &joints[0].sid),
            (Ok(list), None) => format!("joints {list:?}"),
            (Err(error), None) => format!("an error: {error}"),
        };
        Answer::words(|_| what.clone(), [outcome])
    });
    each.collect()
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

/// The matrix of every slot, as if the figure were a metre large.
fn matrices(answers: &Answers, binds: &Binds) -> Answer {
    let Binds { what, inverse_binds, bind_from_mesh, size } = binds;
    let of = if what.is_empty() { String::new() } else { format!("{what}: ") };
    let count = inverse_binds.len() / 16;
    let label = |slot: usize| match slot {
        slot if slot == count => format!("{of}the one behind the last"),
        slot => format!("{of}slot {slot}"),
    };
    if !what.is_empty() {
        announce(words!("skin", what));
    }
    let matrices = (answers.joint_from_mesh)(inverse_binds, *bind_from_mesh);
    let to_metre = Mat4::from_scale(Vec3::splat(1.0 / size));
    Answer::finite_transforms(label, matrices.into_iter().map(|matrix| to_metre * matrix))
}

/// What becomes of vertices of few influences and of many, in the order of the slots.
fn four(answers: &Answers, probe: &Probe) -> Answer {
    let mut answer = Answer::default();
    let mut wrong = None;
    for vertex in probes::vertices(probe) {
        let of = format!("a vertex of {}", vertex.len());
        let question = words!("vertex", of, given = listed(&vertex));
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
        answer = answer.and(Answer::words(|_| format!("{of}, slots kept"), [slots(&kept)])).and(Answer::numbers(
            |place| match kept.get(place) {
                Some(influence) => format!("{of}, weight at slot {}", influence.slot),
                None => format!("{of}, a weight"),
            },
            kept.iter().map(|influence| influence.weight),
        ));
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

/// The first vertex of each kind that is wrong. Of equal weights any may be kept.
fn more_four(answers: &Answers) -> Answer {
    let each = probes::more_vertices().into_iter().map(|(what, vertices)| {
        let wrong = vertices.iter().find_map(|vertex| {
            announce(words!("vertex", of = what, given = listed(vertex)));
            let kept = (answers.four_strongest)(vertex);
            let words = || format!("of {} are kept {}", listed(vertex), listed(&kept));
            (!is_strongest(&kept, vertex)).then(words)
        });
        Answer::words(|_| what.clone(), [wrong.unwrap_or("all right".into())])
    });
    each.collect()
}

/// Whether these are four of the strongest, or all there are, each by its share of their sum.
fn is_strongest(kept: &[Influence], vertex: &[Influence]) -> bool {
    let of_slot = |slot| vertex.iter().find(|i| i.slot == slot).map(|i| i.weight);
    let Some(mut before) = kept.iter().map(|i| of_slot(i.slot)).collect::<Option<Vec<f32>>>() else {
        return false;
    };
    let sum: f32 = before.iter().sum();
    let is_share = |(kept, before): (&Influence, &f32)| (kept.weight - before / sum).abs() <= FOUR.tolerance;
    let mut slots: Vec<usize> = kept.iter().map(|i| i.slot).collect();
    slots.sort_unstable();
    slots.dedup();
    let is_shared = slots.len() == kept.len() && kept.iter().zip(&before).all(is_share);
    let mut strongest: Vec<f32> = vertex.iter().map(|i| i.weight).collect();
    strongest.sort_by(|a, b| b.total_cmp(a));
    strongest.truncate(4);
    before.sort_by(|a, b| b.total_cmp(a));
    is_shared && before == strongest
}
