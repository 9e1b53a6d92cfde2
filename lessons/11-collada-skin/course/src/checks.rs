//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, Names, WEIGHTS};
use crate::probes::{self, Binds, GHOSTS};
use crate::{Influence, VertexWeights};
use check::announced::announce;
use check::{AnyCheck, Case, Check, finite};
use glam::{Mat4, Vec3};
use std::f32::consts::FRAC_PI_2;

check::lesson! {
    collada_skin: ColladaSkin,
    earlier: {
        hierarchy: lesson_02 {
            "02.1": "the order of the walk over the joints",
            "02.2": "poses the skeleton with its bent joint",
        }
    }
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[&INFLUENCES, &SKELETON_JOINTS, &JOINT_FROM_MESH, &FOUR_STRONGEST];

// Steps of 11.1.
const STRIDE: u8 = 1;
const VERTEX: u8 = 2;
const MINUS_1: u8 = 3;

/// Returns the case that the figure shows in a state.
fn skin_at(step: u8, state: [f32; 3]) -> Case<Vec<(u8, VertexWeights)>> {
    Case::at(state, |state| {
        let (inputs, vcount, v) = figures::skin(state);
        vec![(step, VertexWeights { inputs, vcount, v, weights: WEIGHTS.into(), joints: 3 })]
    })
}

/// Influences of each vertex.
type Vertices = Vec<Vec<Influence>>;

/// 11.1: skins, each with the step that it checks.
const INFLUENCES: Check<Vec<(u8, VertexWeights)>, Vec<Vertices>> = Check {
    // Weights are looked up, not computed.
    tolerance: 1e-4,
    words: |skins| match &skins[..] {
        [(_, skin)] => describe_lists(skin),
        _ => String::new(), // which of them is wrong, a note says
    },
    by_hand: || {
        let mut cases = vec![skin_at(STRIDE, [1.0, 1.0, 1.0])];
        for (step, layout, vcount, v) in [
            (STRIDE, &[("JOINT", 0), ("WEIGHT", 1)][..], &[1][..], &[0, 1][..]),
            (STRIDE, &[("JOINT", 0), ("WEIGHT", 2)], &[1, 1], &[1, 0, 0, 0, 0, 1]),
            (STRIDE, &[("JOINT", 0), ("WEIGHT", 1), ("MASK", 2)], &[1, 1], &[1, 0, 0, 0, 1, 0]),
            (VERTEX, &[("JOINT", 0), ("WEIGHT", 1)], &[2], &[0, 1, 1, 0]),
            (VERTEX, &[("JOINT", 0), ("WEIGHT", 1)], &[1, 0, 1], &[0, 0, 1, 1]),
        ] {
            let inputs = figures::inputs(layout);
            let weights = vec![0.4, 0.6];
            let skin = VertexWeights { inputs, vcount: vcount.into(), v: v.into(), weights, joints: 2 };
            cases.push(Case::new(vec![(step, skin)]));
        }
        cases.push(skin_at(MINUS_1, [1.0, 2.0, 3.0]));
        cases
    },
    drawn: |probe| {
        if probe.is_last() {
            return probes::more_weights().into_iter().map(|skin| vec![(MINUS_1, skin)]).collect();
        }
        vec![[STRIDE, VERTEX, MINUS_1].into_iter().zip(probes::weights(probe)).collect()]
    },
    call: |course, skins| {
        let mut results = Vec::new();
        for (_, skin) in skins {
            announce(format!("input: {}.", describe_lists(skin)));
            let vertices = sorted(skin.influences(&course.collada_skin)?);
            let is_right = vertices == sorted(skin.influences(&REFERENCE.collada_skin)?);
            results.push(vertices);
            if !is_right {
                break;
            }
        }
        Ok(results)
    },
    compare: |skins, results, answer| {
        if skins.len() > 1 {
            let (_, skin) = &skins[results.len() - 1];
            answer.notes.push(format!("input: {}.", describe_lists(skin)));
        }
        for (index, (step, _)) in skins.iter().enumerate() {
            let prefix = match *step {
                STRIDE if skins.len() > 1 => "one influence each: ",
                MINUS_1 if skins.len() > 1 => "with joint -1: ",
                _ => "",
            };
            let Some(vertices) = results.get(index) else {
                answer.compare(format!("{prefix}the result"), "not asked before the rest is right").step(*step);
                continue;
            };
            answer.compare(format!("{prefix}the number of vertices"), vertices.len()).step(*step);
            for (vertex, list) in vertices.iter().enumerate() {
                answer.compare(format!("{prefix}the list of slots of vertex {vertex}"), slots(list)).step(*step);
            }
            for (vertex, list) in vertices.iter().enumerate() {
                for (influence, Influence { weight, .. }) in list.iter().enumerate() {
                    answer.compare(format!("{prefix}weight {influence} of vertex {vertex}"), *weight).step(*step);
                }
            }
        }
    },
};

/// Returns the influences in the order of the slots: any order will do.
fn sorted(mut vertices: Vertices) -> Vertices {
    for vertex in &mut vertices {
        vertex.sort_by(|a, b| a.slot.cmp(&b.slot).then(a.weight.total_cmp(&b.weight)));
    }
    vertices
}

/// Describes a skin's lists: `MASK at offset 2, JOINT at offset 1, vcount 1 0 3 ..., v 4 1 7 ..., 8 joints`.
fn describe_lists(skin: &VertexWeights) -> String {
    let inputs: Vec<String> = skin.inputs.iter().map(|i| format!("{} at offset {}", i.semantic, i.offset)).collect();
    let [vcount, v, weights] = [numbers(&skin.vcount), numbers(&skin.v), numbers(&skin.weights)];
    // Of many weights only those that are used matter.
    let weights = if weights.ends_with("...") { String::new() } else { format!(", weights {weights}") };
    format!("{}, vcount {vcount}, v {v}{weights}, {} joints", inputs.join(", "), skin.joints)
}

/// Writes the first of a list's numbers.
fn numbers<T: ToString>(list: &[T]) -> String {
    let first: Vec<String> = list.iter().take(16).map(ToString::to_string).collect();
    first.join(" ") + if list.len() > 16 { " ..." } else { "" }
}

/// Describes influences: `0.400 at slot 3, 0.600 at slot 1`, with five digits where weights are close or small.
fn describe_influences(vertex: &[Influence]) -> String {
    let mut digits = 3;
    for (index, a) in vertex.iter().enumerate() {
        let is_close = vertex[..index].iter().any(|b| a.weight != b.weight && (a.weight - b.weight).abs() < 1e-3);
        if is_close || a.weight < 1e-3 {
            digits = 5;
        }
    }
    let words: Vec<String> = vertex.iter().map(|i| format!("{:.digits$} at slot {}", i.weight, i.slot)).collect();
    if words.is_empty() { "nothing".into() } else { words.join(", ") }
}

fn slots(vertex: &[Influence]) -> String {
    let slots: Vec<String> = vertex.iter().map(|i| i.slot.to_string()).collect();
    if slots.is_empty() { "none".into() } else { slots.join(", ") }
}

/// 11.2: a skin's names and the skeleton.
const SKELETON_JOINTS: Check<Names, Result<Vec<usize>, String>> = Check {
    tolerance: 0.5,
    words: |skin| format!("names {}; the skeleton's sids {}", skin.names.join(" "), sids(skin)),
    by_hand: || {
        let states = [[0.0, -1.0, 1.0], [4.0, -1.0, 1.0], [0.0, 1.0, 1.0], [0.0, -1.0, 2.0]];
        let mut cases: Vec<_> = states.map(|state| Case::at(state, figures::doll)).into();
        cases.insert(2, Case::new(Names::new(&["arm"], &["forearm", "armour", "arm"])));
        let by_id = Case::new(Names::new(&["Doll_arm"], &["hip", "arm"]));
        cases.push(by_id.called("names Doll_arm; the skeleton's sids hip arm, whose ids are Doll_hip Doll_arm"));
        cases
    },
    drawn: |probe| {
        if probe.is_last() {
            return probes::more_names();
        }
        let mut random = probe.random();
        let skin = probes::names(probe);
        let mut skins = vec![skin.clone()];
        let ghost = GHOSTS[random.below(GHOSTS.len())];
        // Another joint's id is no sid.
        for ghost in [ghost, &skin.joints[0].id] {
            let mut with_ghost = skin.clone();
            with_ghost.names[1 + random.below(skin.names.len() - 2)] = ghost.into();
            skins.push(with_ghost);
        }
        let name = &skin.names[probe.random().below(skin.names.len())];
        let mut with_twin = skin.clone();
        with_twin.joints.extend(Names::new(&[], &[name]).joints);
        skins.push(with_twin);
        skins
    },
    call: |course, skin| Ok(course.collada_skin.skeleton_joints(&skin.names, &skin.joints)?),
    compare: |Names { names, joints }, result, answer| {
        if let Some(ghost) = names.iter().find(|name| joints.iter().all(|joint| joint.sid != **name)) {
            answer.compare("the result", describe_missing(result, ghost, names, &joints[0].sid));
            return;
        }
        match result {
            Err(error) => drop(answer.compare_error("the result", &error)),
            Ok(indices) => {
                answer.compare("the number of joints", indices.len());
                for (slot, index) in indices.into_iter().enumerate() {
                    let name = names.get(slot).map_or(String::new(), |name| format!(" \"{name}\""));
                    let joint = match joints.get(index) {
                        Some(joint) => format!("{index} {}", joint.sid),
                        None => format!("{index} (there is no such joint)"),
                    };
                    answer.compare(format!("slot {slot}{name}"), joint);
                }
            }
        }
    },
};

fn sids(skin: &Names) -> String {
    let sids: Vec<&str> = skin.joints.iter().map(|joint| joint.sid.as_str()).collect();
    sids.join(" ")
}

/// Describes the result for a skin that names the missing joint `ghost`; `root` is the sid of the skeleton's root.
fn describe_missing(result: Result<Vec<usize>, String>, ghost: &str, names: &[String], root: &str) -> String {
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

/// Returns whether an error lists all names of the skin instead of the missing one. An error that lists the skeleton's
/// joints to choose from is another case: it contains the root, too, and the skin's names in another order.
fn lists_all(text: &str, names: &[String], root: &str) -> bool {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let known: Vec<&str> = words.iter().copied().filter(|word| names.iter().any(|name| name == word)).collect();
    names.iter().all(|name| known.contains(&name.as_str()))
        && (!words.contains(&root) || known.windows(names.len()).any(|window| window == names))
}

/// 11.3: matrices of a skin.
const JOINT_FROM_MESH: Check<Binds, Vec<Mat4>> = Check {
    // Metres. A product of two matrices with coordinates below 3.
    tolerance: 1e-3,
    words: |binds| format!("{} inverse bind matrices", binds.inverse_binds.len() / 16),
    by_hand: || {
        let mut cases = Vec::new();
        for (words, state) in [
            ("a joint bound at (60, 0, 0), a bind shape that does nothing", [90.0, 0.0, 1.0]),
            (
                "a joint bound at (0, 30, 0), turned by 90° about z, a bind shape that turns by 90° and halves",
                [90.0, 90.0, 0.5],
            ),
        ] {
            let case = Case::at(state, |state| {
                let [bind_from_mesh, joint_from_bind, _] = figures::post(state);
                Binds::new(&[joint_from_bind], bind_from_mesh, 1.0)
            });
            cases.push(case.called(words));
        }
        let turn = Mat4::from_rotation_z(FRAC_PI_2);
        cases.push(
            Case::new(Binds::new(&[turn], Mat4::from_translation(2.0 * Vec3::X), 1.0))
                .called("an inverse bind matrix that turns by 90° about z, a bind shape that moves by (2, 0, 0)"),
        );
        cases
    },
    drawn: |probe| if probe.is_last() { probes::more_binds(probe) } else { vec![probes::binds(probe)] },
    call: |course, binds| Ok(course.collada_skin.joint_from_mesh(&binds.inverse_binds, binds.bind_from_mesh)?),
    compare: |binds, matrices, answer| {
        answer.unit = Some("matrices");
        let to_metre = Mat4::from_scale(Vec3::splat(1.0 / binds.size));
        let last = binds.inverse_binds.len() / 16;
        for (slot, matrix) in matrices.into_iter().enumerate() {
            let label = if slot == last { "the last one, for joint -1".into() } else { format!("slot {slot}") };
            answer.compare(label, finite(to_metre * matrix));
        }
    },
};

const SHARE: f32 = 1e-4;

/// 11.4: vertices. Of a single one what is kept is compared, of several the first for which it is wrong.
const FOUR_STRONGEST: Check<Vertices, Vertices> = Check {
    tolerance: SHARE,
    words: |vertices| match &vertices[..] {
        [vertex] => format!("a vertex with {}", describe_influences(vertex)),
        _ => format!("{} vertices", vertices.len()),
    },
    by_hand: || {
        let sorted = [0.5, 0.2, 0.15, 0.1, 0.05].into_iter().enumerate();
        let five = sorted.map(|(slot, weight)| Influence { slot, weight }).collect();
        vec![
            Case::at([0.2, 0.3, 0.0], |state| vec![figures::vertex(state)]),
            Case::new(vec![five]),
            Case::at([0.05, 0.35, 1.0], |state| vec![figures::vertex(state)]),
        ]
    },
    drawn: |probe| {
        if probe.is_last() {
            return probes::more_vertices();
        }
        probes::vertices(probe).into_iter().map(|vertex| vec![vertex]).collect()
    },
    call: |course, vertices| {
        let mut results = Vec::new();
        for vertex in vertices {
            announce(format!("input: {}.", describe_influences(vertex)));
            results.push(course.collada_skin.four_strongest(vertex)?);
        }
        Ok(sorted(results)) // any order will do
    },
    compare: |vertices, results, answer| {
        if let [kept] = &results[..] {
            answer.compare("the list of slots kept", slots(kept));
            for Influence { slot, weight } in kept {
                answer.compare(format!("weight at slot {slot}"), finite(*weight));
            }
            return;
        }
        let mut pairs = vertices.iter().zip(&results);
        // Of equal weights any may be kept.
        let wrong = pairs.find(|(vertex, kept)| !is_strongest(kept, vertex));
        let outcome = wrong
            .map(|(vertex, kept)| format!("of {} are kept {}", describe_influences(vertex), describe_influences(kept)));
        answer.compare("the influences kept", outcome.unwrap_or("all right".into()));
    },
};

/// Returns whether the kept influences are four of the vertex's strongest, or all of at most four, with weights divided
/// by their sum.
fn is_strongest(kept: &[Influence], vertex: &[Influence]) -> bool {
    let mut before = Vec::new();
    for Influence { slot, .. } in kept {
        match vertex.iter().find(|influence| influence.slot == *slot) {
            Some(influence) => before.push(influence.weight),
            None => return false,
        }
    }
    let sum: f32 = before.iter().sum();
    let mut slots: Vec<usize> = kept.iter().map(|i| i.slot).collect();
    slots.sort_unstable();
    slots.dedup();
    let is_shared = slots.len() == kept.len()
        && kept.iter().zip(&before).all(|(kept, before)| (kept.weight - before / sum).abs() <= SHARE);
    let mut strongest: Vec<f32> = vertex.iter().map(|i| i.weight).collect();
    strongest.sort_by(|a, b| b.total_cmp(a));
    strongest.truncate(4);
    before.sort_by(|a, b| b.total_cmp(a));
    is_shared && before == strongest
}
