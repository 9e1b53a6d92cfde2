//! `LESSON`: who answers, what is asked, and the mistakes that are known by name.

use crate::probes::{self, GHOSTS, Weights};
use crate::{Answers, Influence, exercise, finished, mistakes, starter};
use common::check::{Answer, Check, Flaw, Lesson, Probe, Task, asking};
use glam::Mat4;

/// Lesson 11, as the check engine sees it.
pub static LESSON: Lesson<Answers> = Lesson {
    number: "11",
    folder: "11-collada-skin",
    exercise: exercise::ANSWERS,
    exercise_text: include_str!("exercise.rs"),
    starter: STARTER,
    starter_text: include_str!("starter.rs"),
    starter_shaders: "11-collada-skin/starter",
    reference: REFERENCE,
    mistaken: mistakes::ANSWERS,
    checks: &[INFLUENCES, JOINTS, MATRICES, FOUR],
};

/// The first day's answers.
pub const STARTER: Answers = starter::ANSWERS;

/// What is right.
pub const REFERENCE: Answers = finished::ANSWERS;

/// A mistake that we made ourselves or expect.
const fn ours(
    name: &'static str,
    aspect: &'static str,
    says: &'static str,
    asks: &'static str,
) -> Flaw {
    Flaw { name, aspect, says, asks, origin: "ours" }
}

const INFLUENCES: Check<Answers> = Check {
    id: "11.1",
    task: Task::Function("influences"),
    // Weights are looked up, not computed.
    tolerance: 1e-4,
    finished_in: "common::collada::document::SkinData::influences",
    ask: |answers, probe| Ok(influences(answers, probe)),
    flaws: &[
        ours(
            "STRIDE-2",
            "stride",
            "each group is taken to be two numbers long.",
            "What may stand in a group beside a joint and a weight, and who says so?",
        ),
        ours(
            "STRIDE-BY-COUNT",
            "stride",
            "each group is taken to have as many numbers as there are inputs.",
            "Two inputs at the offsets 0 and 2: how long is a group?",
        ),
        ours(
            "LARGEST-OFFSET",
            "stride",
            "each group is taken to be as long as the largest offset says, which is one too short.",
            "Offsets count from 0. How many numbers are there up to the one at offset 2?",
        ),
        ours(
            "OTHERS-LEFT-OUT",
            "stride",
            "each group is taken to end with the joint or the weight, whichever comes last.",
            "An input for another program has the largest offset: how long is a group?",
        ),
        ours(
            "FROM-THE-START",
            "walk",
            "each vertex begins at the first number of `v` again.",
            "Where does the second vertex begin, if the first has three influences?",
        ),
        ours(
            "ONE-EACH",
            "walk",
            "every vertex gets one influence, whatever `vcount` says.",
            "What does a number in `vcount` count?",
        ),
        ours(
            "OFFSETS-SWAPPED",
            "offset",
            "joint and weight stand in each other's place.",
            "Which of the inputs tells you where in a group the joint stands?",
        ),
        ours(
            "OFFSETS-ASSUMED",
            "offset",
            "the joint is taken from offset 0 and the weight from offset 1, as most files have them.",
            "Where does an input say at which offset it stands?",
        ),
        ours(
            "PLACE-FOR-OFFSET",
            "offset",
            "an input's place in the list of inputs is taken for its offset.",
            "May an exporter write the input with offset 2 first?",
        ),
        ours(
            "INDEX-AS-WEIGHT",
            "weight",
            "the number in `v` is taken for the weight itself.",
            "The numbers of `v` are whole, and a weight lies between 0 and 1. What do they count, then?",
        ),
        ours(
            "WEIGHTS-IN-ORDER",
            "weight",
            "the weights are used up one after the other, and the numbers in `v` are not looked at.",
            "May two influences share a weight of the list?",
        ),
        ours(
            "NOTHING-AS-FIRST",
            "nothing",
            "joint -1 is taken for joint 0.",
            "What does a vertex follow whose joint is -1?",
        ),
        ours(
            "NOTHING-AS-LAST",
            "nothing",
            "joint -1 is taken for the last joint.",
            "What does a vertex follow whose joint is -1?",
        ),
        ours(
            "NOTHING-LEFT-OUT",
            "nothing",
            "an influence of joint -1 is left out, and its share goes to the others.",
            "Half a vertex follows nothing and half of it a hand: how far does it go with the hand?",
        ),
        ours(
            "NOTHING-NOT-STEPPED-OVER",
            "nothing",
            "at a joint -1 the walk stops: its group is left out and not stepped over, and so are all others.",
            "Where does the next group begin, whatever the joint of this one is?",
        ),
        ours(
            "NOTHING-READ-AGAIN",
            "nothing",
            "at a joint -1 the walk stops: its influence is taken, and then taken again for each that follows.",
            "Where does the next group begin, whatever the joint of this one is?",
        ),
        ours(
            "NOTHING-CAST",
            "nothing",
            "joint -1 goes through `as usize`, which makes a huge number of it.",
            "Which slot is the one behind the last joint's?",
        ),
    ],
};

const JOINTS: Check<Answers> = Check {
    id: "11.2",
    task: Task::Function("skeleton_joints"),
    tolerance: 0.5,
    finished_in: "common::collada::scene::SkinInstance",
    ask: |answers, probe| Ok(joints(answers, probe)),
    flaws: &[
        ours(
            "SKIN-ORDER",
            "what",
            "the skin's order is taken for the skeleton's: slot number i is joint number i.",
            "The skin's first joint: at which place of the skeleton's list does it stand?",
        ),
        ours(
            "SKELETON-ORDER",
            "what",
            "the right joints, but in the skeleton's order.",
            "Which list do you go through, and which do you look up in?",
        ),
        ours(
            "THE-OTHER-WAY",
            "what",
            "for each joint its place in the skin, where each slot's place in the skeleton is wanted.",
            "Which list do you go through, and which do you look up in?",
        ),
        ours(
            "BY-ID",
            "what",
            "joints are looked for by their id.",
            "By which of its names does a skin list a joint? Lesson 04 had three.",
        ),
        ours(
            "SID-OR-ID",
            "what",
            "a joint is taken as well if only its id is the name.",
            "May one joint's id be another joint's sid?",
        ),
        ours(
            "PART-OF-THE-NAME",
            "what",
            "a joint is taken whose sid only contains the name.",
            "Is \"arm\" in \"forearm\"? Is it the same joint?",
        ),
        ours(
            "NAME-HOLDS-THE-SID",
            "what",
            "a joint is taken whose sid is only a part of the name.",
            "Is \"tail\" in \"tail_tip\"? Is it the same joint?",
        ),
        ours(
            "ANY-CASE",
            "what",
            "capitals and small letters are not told apart.",
            "\"Hip\" and \"hip\" in one file: is that one joint?",
        ),
        ours(
            "LAST-OF-TWO",
            "two",
            "of two joints with one sid the last is taken, not the first.",
            "Does your search go on once it has found a joint?",
        ),
        ours(
            "MISSING-SKIPPED",
            "missing",
            "a name that no joint has is left out, and all slots after it move up.",
            "Which vertices follow slot 3 once slot 2 is gone?",
        ),
        ours(
            "MISSING-ACCEPTED",
            "missing",
            "a name that no joint has is not refused: some joint stands in.",
            "What should happen to a file whose skin names a joint that is not there?",
        ),
        ours(
            "NAME-NOT-SAID",
            "missing",
            "a name that no joint has is an error, but the error does not say the name.",
            "Which name would you look for, in a file of thousands of lines?",
        ),
        ours(
            "ALL-NAMES-SAID",
            "missing",
            "a name that no joint has is an error that lists all names of the skin, and not which one it is.",
            "Which name would you look for, in a file of thousands of lines?",
        ),
    ],
};

const MATRICES: Check<Answers> = Check {
    id: "11.3",
    task: Task::Function("joint_from_mesh"),
    // Metres. A product of two matrices with coordinates below 3.
    tolerance: 1e-3,
    finished_in: "common::skin::Skin::write_palette",
    ask: |answers, probe| {
        let (inverse_binds, bind_from_mesh) = probes::binds(probe);
        let count = inverse_binds.len() / 16;
        let label = |slot: usize| {
            if slot == count { "the one behind the last".into() } else { format!("slot {slot}") }
        };
        Ok(transforms(label, (answers.joint_from_mesh)(&inverse_binds, bind_from_mesh)))
    },
    flaws: &[
        ours(
            "ROWS-FOR-COLUMNS",
            "layout",
            "the file's rows have become the inverse bind matrix's columns: it is transposed.",
            "What did lesson 04 do with 16 numbers of a file?",
        ),
        ours(
            "BIND-SHAPE-FORGOTTEN",
            "bind shape",
            "the inverse bind matrices alone, as if the mesh had been modelled where it was bound.",
            "In which space are the mesh's positions, and where does `joint_from_bind` begin?",
        ),
        ours(
            "BIND-SHAPE-LAST",
            "bind shape",
            "the bind shape stands on the left, so that a vertex meets it last.",
            "Which of the two does a vertex of the mesh meet first, and on which side of the product does that one stand?",
        ),
        ours(
            "BIND-SHAPE-INVERTED",
            "bind shape",
            "the inverse of the bind shape is used.",
            "`bind_from_mesh`: which space does it come from, and which one do the positions lie in?",
        ),
        ours(
            "INVERSE-BIND-FORGOTTEN",
            "inverse bind",
            "the bind shape alone: no slot gets to its joint's own space.",
            "`joint_from_mesh`: which space does the matrix lead into?",
        ),
        ours(
            "INVERTED-AGAIN",
            "inverse bind",
            "the inverse bind matrices are inverted once more.",
            "What does the file's INV_BIND_MATRIX say it is already?",
        ),
        ours(
            "NO-LAST-ONE",
            "last",
            "there is no matrix for what follows nothing.",
            "To which slot did 11.1 send joint -1, and which matrix does it find there?",
        ),
        ours(
            "LAST-AS-IDENTITY",
            "last",
            "what follows nothing is left where the mesh was modelled.",
            "Where was the mesh when it was bound, and what brings it there?",
        ),
        ours(
            "LAST-INVERTED",
            "last",
            "what follows nothing gets the inverse of the bind shape.",
            "Where is a vertex that follows nothing to stay: where it was modelled, or where it was bound?",
        ),
        ours(
            "NOTHING-FIRST",
            "last",
            "the matrix for what follows nothing comes first, and all others are one slot late.",
            "To which slot did 11.1 send joint -1?",
        ),
    ],
};

const FOUR: Check<Answers> = Check {
    id: "11.4",
    task: Task::Function("four_strongest"),
    // Weights from 0 to 1, a division.
    tolerance: 1e-4,
    finished_in: "common::skin::best_four",
    ask: |answers, probe| Ok(four(answers, probe)),
    flaws: &[
        ours(
            "FIRST-FOUR",
            "which",
            "the first four are kept, in the order in which the file has them.",
            "Does a file write the strongest influence first?",
        ),
        ours(
            "WEAKEST-FOUR",
            "which",
            "the weakest four are kept.",
            "Which end of the sorted list is cut off?",
        ),
        ours(
            "THREE-KEPT",
            "which",
            "three are kept where there is room for four.",
            "How many numbers has a uvec4?",
        ),
        ours(
            "ALL-KEPT",
            "which",
            "all influences are kept, however many there are.",
            "How many numbers has a uvec4?",
        ),
        ours(
            "NOT-NORMALISED",
            "sum",
            "the weights are left as they were: they do not sum to 1.",
            "A blend of matrices whose weights sum to 0.9: how long is its bottom row?",
        ),
        ours(
            "ONLY-IF-MANY",
            "sum",
            "the weights are divided only where some were dropped.",
            "Does a file promise that its weights sum to 1?",
        ),
        ours(
            "TOTAL-CHANGES",
            "sum",
            "each weight is divided by a sum in which those before it are divided already.",
            "When must the sum be taken, so that all are divided by the same?",
        ),
        ours(
            "DIVIDED-BY-ALL",
            "sum",
            "the weights are divided by the sum of all, also of those that were dropped.",
            "Whose weights should sum to 1: those of the file, or those that are left?",
        ),
        ours(
            "EVEN-SHARES",
            "sum",
            "all that are kept get the same weight.",
            "By what does each weight have to be multiplied, so that they keep their proportions?",
        ),
        ours(
            "REST-TO-EACH",
            "sum",
            "what is missing to 1 is added in equal parts.",
            "Should an influence that was twice as strong as another remain so?",
        ),
        ours(
            "REST-TO-STRONGEST",
            "sum",
            "what was dropped is added to the strongest.",
            "Should an influence that was twice as strong as another remain so?",
        ),
        ours(
            "MISSING-TO-STRONGEST",
            "sum",
            "what is missing to 1 is added to the strongest.",
            "Should an influence that was twice as strong as another remain so?",
        ),
    ],
};

/// A skin as most are; and, once that is right, one in which some influences follow joint -1.
fn influences(answers: &Answers, probe: &Probe) -> Answer {
    let ask = |weights: &Weights, what: &str| {
        let Weights { inputs, vcount, v, weights: pool, joints } = weights;
        asking(format!("asked about {}{what}", in_words(weights)));
        let told = (answers.influences)(inputs, vcount, v, pool, *joints);
        let right = (REFERENCE.influences)(inputs, vcount, v, pool, *joints);
        (told == right, told)
    };
    let plain = probes::weights(probe, false);
    let (is_right, told) = ask(&plain, ".");
    let answer = shown(&told, "");
    // Who takes -1 for something else than a joint would panic, and a panic has no name.
    let rest = if is_right {
        let (_, told) = ask(&probes::weights(probe, true), ", with some joints -1.");
        shown(&told, "with joint -1: ")
    } else {
        Answer::words(|_| "with joint -1".into(), ["not asked before the rest is right"])
    };
    answer.and(rest).noting(vec![format!("asked about {}.", in_words(&plain))])
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
    let note = format!(
        "the skeleton's sids: {}; the skin's: {}. The id of each of these is the sid of the next one.",
        skeleton.join(" "),
        names.join(" ")
    );
    asking(note.clone());
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
        Err(error) => Answer::words(|_| "a skin whose joints are all there".into(), ["an error"])
            .noting(vec![format!("the error says: {error:?}")]),
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
    asking(format!("asked about a skin that names \"{ghost}\", which the skeleton has not."));
    let said = match (answers.skeleton_joints)(&with_ghost, joints) {
        Ok(list) if list.len() == names.len() => "a list".to_owned(),
        Ok(list) => format!("a list of {} for {} names", list.len(), names.len()),
        Err(error) if !error.contains(ghost) => format!("an error that does not say {ghost}"),
        // Who lists what the skeleton has, to choose from, says the root as well.
        Err(error)
            if names_in(&error, &with_ghost).len() == names.len()
                && !error.contains(&joints[0].sid) =>
        {
            format!("an error that says {ghost} among all the others")
        }
        Err(_) => format!("an error that says {ghost}"),
    };
    Answer::words(|_| format!("a skin that names a missing joint, {ghost}"), [said])
}

/// A skin that names a joint of which there are two.
fn twins(answers: &Answers, probe: &Probe, asked: &probes::Names) -> Answer {
    let (joints, slot) = asked.with_twin(probe);
    let name = &asked.names[slot];
    asking(format!("asked about a skeleton with two joints called {name}."));
    let first = joints.iter().position(|joint| joint.sid == *name);
    let said = match (answers.skeleton_joints)(&asked.names, &joints) {
        Err(_) => "an error",
        Ok(list) => match list.get(slot) {
            None => "none",
            Some(index) if Some(*index) == first => "the first",
            Some(index) if *index + 1 == joints.len() => "the last",
            Some(_) => "another",
        },
    };
    Answer::words(|_| format!("which of two joints called {name}"), [said])
}

/// Those of the names that stand in a text as words of their own.
fn names_in<'a>(text: &str, names: &'a [String]) -> Vec<&'a str> {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    names.iter().map(String::as_str).filter(|name| words.contains(name)).collect()
}

/// Matrices, or a word where one is no number: a NaN has no distance, and would agree with no mistake
/// that makes one.
fn transforms(label: impl Fn(usize) -> String, matrices: Vec<Mat4>) -> Answer {
    let one = |(slot, matrix): (usize, Mat4)| {
        let label = |_| label(slot);
        if matrix.is_finite() {
            Answer::transforms(label, [matrix])
        } else {
            Answer::words(label, ["not a number"])
        }
    };
    matrices.into_iter().enumerate().map(one).fold(Answer::default(), Answer::and)
}

/// What becomes of vertices of few influences and of many, in the order of the slots.
fn four(answers: &Answers, probe: &Probe) -> Answer {
    let mut answer = Answer::default();
    let mut wrong = None;
    for vertex in probes::vertices(probe) {
        let given: Vec<String> =
            vertex.iter().map(|i| format!("{:.3} at slot {}", i.weight, i.slot)).collect();
        let of = format!("a vertex of {}", vertex.len());
        let question = format!("asked about {of}: {}.", given.join(", "));
        asking(question.clone());
        let in_order = |answers: &Answers| {
            let mut told = (answers.four_strongest)(&vertex);
            told.sort_by_key(|influence| influence.slot); // any order will do
            told
        };
        let (told, right) = (in_order(answers), in_order(&REFERENCE));
        if !alike(&told, &right) {
            wrong.get_or_insert(question);
        }
        let slots: Vec<String> = told.iter().map(|i| i.slot.to_string()).collect();
        let slots = if slots.is_empty() { "none".into() } else { slots.join(", ") };
        answer = answer.and(Answer::words(|_| format!("{of}, slots kept"), [slots])).and(
            Answer::numbers(
                |place| match told.get(place) {
                    Some(influence) => format!("{of}, weight at slot {}", influence.slot),
                    None => format!("{of}, a weight"),
                },
                told.iter().map(|influence| influence.weight),
            ),
        );
    }
    answer.noting(wrong.into_iter().collect())
}

/// The same slots, by the same weights as far as the check's tolerance tells.
fn alike(told: &[Influence], right: &[Influence]) -> bool {
    let is_same = |(told, right): (&Influence, &Influence)| {
        told.slot == right.slot && (told.weight - right.weight).abs() <= FOUR.tolerance
    };
    told.len() == right.len() && told.iter().zip(right).all(is_same)
}
