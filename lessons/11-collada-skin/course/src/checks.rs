//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, SIDS};
use crate::probes::{self, Binds, GHOSTS};
use crate::{Influence, Joint, VertexWeights, rows};
use check::case;
use check::words;
use check::{Answer, AnswerError, AnyCheck, Ask, AskedCase, finite};
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

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[AnyCheck] = &[
    // Weights are looked up, not computed.
    AnyCheck::asked(1e-4, influences, INFLUENCES),
    AnyCheck::asked(0.5, skeleton_joints, SKELETON_JOINTS),
    // Metres. A product of two matrices with coordinates below 3.
    AnyCheck::asked(1e-3, joint_from_mesh, JOINT_FROM_MESH),
    AnyCheck::asked(SHARE, four_strongest, FOUR_STRONGEST),
];

pub(crate) const SHARE: f32 = 1e-4;

// Steps of 11.1.
const STRIDE: u8 = 1;
const VERTEX: u8 = 2;
const MINUS_1: u8 = 3;

const INFLUENCES: &[AskedCase] = &[
    // Step 1: the stride.
    case!(
        "JOINT at offset 0, WEIGHT at 1; vcount 1, v 0 0, weights 0.4 0.6",
        skin_case(&[("JOINT", 0), ("WEIGHT", 1)], &[1], &[0, 0])
    ),
    case!(
        "JOINT at offset 1, WEIGHT at 0; vcount 1, v 0 1, weights 0.4 0.6",
        skin_case(&[("JOINT", 1), ("WEIGHT", 0)], &[1], &[0, 1])
    ),
    case!(
        "JOINT at offset 0, WEIGHT at 2; vcount 1 1, v 1 0 0 0 0 1, weights 0.4 0.6",
        skin_case(&[("JOINT", 0), ("WEIGHT", 2)], &[1, 1], &[1, 0, 0, 0, 0, 1])
    ),
    case!(
        "JOINT at offset 0, WEIGHT at 1, MASK at 2; vcount 1 1, v 1 0 0 0 1 0, weights 0.4 0.6",
        skin_case(&[("JOINT", 0), ("WEIGHT", 1), ("MASK", 2)], &[1, 1], &[1, 0, 0, 0, 1, 0])
    ),
    // Step 2: as many influences as `vcount` says.
    case!(
        "JOINT at offset 0, WEIGHT at 1; vcount 2, v 0 1 1 0, weights 0.4 0.6",
        skin_case(&[("JOINT", 0), ("WEIGHT", 1)], &[2], &[0, 1, 1, 0])
    ),
    case!(
        "JOINT at offset 0, WEIGHT at 1; vcount 1 0 1, v 0 0 1 1, weights 0.4 0.6",
        skin_case(&[("JOINT", 0), ("WEIGHT", 1)], &[1, 0, 1], &[0, 0, 1, 1])
    ),
    // Step 3: joint -1.
    case!(
        "a skin of 2 joints, JOINT at offset 0, WEIGHT at 1; vcount 1 1, v -1 0 0 1, weights 0.4 0.6",
        skin_case(&[("JOINT", 0), ("WEIGHT", 1)], &[1, 1], &[-1, 0, 0, 1])
    ),
];

/// Asks for a skin of 2 joints with the weights 0.4 and 0.6.
fn skin_case(
    q: &mut Ask,
    answer: &mut Answer,
    inputs: &[(&str, usize)],
    vcount: &[usize],
    v: &[i32],
) -> Result<(), AnswerError> {
    let weights = VertexWeights {
        inputs: figures::inputs(inputs),
        vcount: vcount.to_vec(),
        v: v.to_vec(),
        weights: vec![0.4, 0.6],
        joints: 2,
    };
    let vertices = sorted(q.ask("", |course| weights.influences(&course.collada_skin))?);
    let vertices: Vec<String> = vertices.iter().map(|vertex| format!("[{}]", describe_influences(vertex))).collect();
    answer.compare("the list", format!("[{}]", vertices.join(", ")));
    Ok(())
}

/// Asks for the influences of one skin after the other, up to the first wrong result. An answer that cannot treat -1 may
/// panic, and a panic would hide the mistakes that have a name.
pub(crate) fn influences(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let skins = probes::weights(&q.probe);
    let mut is_right = true;
    for (index, (what, weights)) in skins.iter().enumerate() {
        let step = if q.is_last() { MINUS_1 } else { [STRIDE, VERTEX, MINUS_1][index] };
        if !is_right {
            answer.compare(what, "not asked before the rest is right").step(step);
            continue;
        }
        let [prefix, more] = match what.as_str() {
            "" => [String::new(), String::new()],
            what => [format!("{what}: "), format!(", {what}")],
        };
        let about = words!("lists", lists = describe_lists(weights), more);
        let vertices = sorted(q.ask(about, |course| weights.influences(&course.collada_skin))?);
        is_right = vertices == sorted(weights.influences(&REFERENCE.collada_skin)?);
        if !is_right && !q.is_last() {
            answer.notes.push(words!("lists", lists = describe_lists(weights), more = ""));
        }
        answer.compare(format!("{prefix}the number of vertices"), vertices.len()).step(step);
        for (vertex, list) in vertices.iter().enumerate() {
            answer.compare(format!("{prefix}vertex {vertex}, slots"), slots(list)).step(step);
        }
        for (vertex, list) in vertices.iter().enumerate() {
            for (influence, Influence { weight, .. }) in list.iter().enumerate() {
                answer.compare(format!("{prefix}vertex {vertex}, weight {influence}"), *weight).step(step);
            }
        }
    }
    Ok(())
}

/// Returns the influences in the order of the slots: any order will do.
fn sorted(mut vertices: Vec<Vec<Influence>>) -> Vec<Vec<Influence>> {
    for vertex in &mut vertices {
        vertex.sort_by(|a, b| a.slot.cmp(&b.slot).then(a.weight.total_cmp(&b.weight)));
    }
    vertices
}

/// Describes a skin's lists: `MASK at offset 2, JOINT at offset 1; vcount 1 0 3 ...; v 4 1 7 ...; 8 joints`.
fn describe_lists(weights: &VertexWeights) -> String {
    fn numbers<T: ToString>(list: &[T]) -> String {
        let first: Vec<String> = list.iter().take(12).map(ToString::to_string).collect();
        first.join(" ") + if list.len() > 12 { " ..." } else { "" }
    }
    let inputs: Vec<String> = weights.inputs.iter().map(|i| format!("{} at offset {}", i.semantic, i.offset)).collect();
    let vcount = numbers(&weights.vcount);
    let v = numbers(&weights.v);
    format!("{}; vcount {vcount}; v {v}; {} joints", inputs.join(", "), weights.joints)
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

const SKELETON_JOINTS: &[AskedCase] = &[
    case!("names arm; the skeleton's sids arm", joints_case(&["arm"], &["arm"])),
    case!("names hip arm hand; the skeleton's sids pole hip arm hand", joints_case(&["hip", "arm", "hand"], &SIDS)),
    case!("names hand arm hip; the skeleton's sids pole hip arm hand", joints_case(&["hand", "arm", "hip"], &SIDS)),
    case!("names arm; the skeleton's sids forearm armour arm", joints_case(&["arm"], &["forearm", "armour", "arm"])),
    case!("names arm; the skeleton's sids hip arm arm", joints_case(&["arm"], &["hip", "arm", "arm"])),
    case!("names hip tail hand; the skeleton's sids pole hip arm hand", joints_case(&["hip", "tail", "hand"], &SIDS)),
    case!(
        "names id-of-arm; the skeleton's sids hip arm, whose ids are id-of-hip id-of-arm",
        joints_case(&["id-of-arm"], &["hip", "arm"])
    ),
];

/// Asks for the indices of these names among a skeleton's joints with these sids, and with ids made of the sids.
fn joints_case(q: &mut Ask, answer: &mut Answer, names: &[&str], sids: &[&str]) -> Result<(), AnswerError> {
    let names: Vec<String> = names.iter().map(|name| (*name).into()).collect();
    let mut joints = Vec::new();
    for &sid in sids {
        joints.push(Joint { id: format!("id-of-{sid}"), sid: sid.into() });
    }
    let result = q.ask("", |course| course.collada_skin.skeleton_joints(&names, &joints))?;
    let outcome = match (result, names.iter().find(|name| joints.iter().all(|joint| joint.sid != **name))) {
        (Ok(list), _) => format!("{list:?}"),
        (Err(_), None) => "an error".into(),
        (Err(error), Some(ghost)) if error.contains(ghost) => format!("an error that says {ghost}"),
        (Err(_), Some(ghost)) => format!("an error that does not say {ghost}"),
    };
    answer.compare("the result", outcome);
    Ok(())
}

/// Asks for a skin that names existing joints, a missing joint, and a joint that exists twice; in the last probe for no
/// name, a name twice, other missing names, and the lesson's own figures.
pub(crate) fn skeleton_joints(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    if q.is_last() {
        for (what, probes::Names { names, joints }, missing) in probes::more_names() {
            let result = q.ask(words!("skin", what), |course| course.collada_skin.skeleton_joints(&names, &joints))?;
            let outcome = match (result, missing) {
                (result, Some(ghost)) => describe_missing(result, ghost, &names, &joints[0].sid),
                (Ok(list), None) => format!("joints {list:?}"),
                (Err(error), None) => format!("an error: {error}"),
            };
            answer.compare(what, outcome);
        }
        return Ok(());
    }
    let asked = probes::names(&q.probe);
    let probes::Names { names, joints } = &asked;
    let skeleton: Vec<&str> = joints.iter().map(|joint| joint.sid.as_str()).collect();
    let note = words!("sids", skeleton = skeleton.join(" "), skin = names.join(" "));
    match q.ask(&*note, |course| course.collada_skin.skeleton_joints(names, joints))? {
        Ok(indices) => {
            answer.compare("the number of joints", indices.len());
            for (slot, index) in indices.into_iter().enumerate() {
                let label = match names.get(slot) {
                    Some(name) => format!("slot {slot} \"{name}\""),
                    None => format!("slot {slot}"),
                };
                let shown = match joints.get(index) {
                    Some(joint) => format!("{index} {}", joint.sid),
                    None => format!("{index} (there is no such joint)"),
                };
                answer.compare(label, shown);
            }
        }
        Err(error) => drop(answer.compare_error("a skin whose joints are all there", &error)),
    }
    let ghost = GHOSTS[q.random.below(GHOSTS.len())];
    missing_case(q, answer, &asked, ghost)?;
    // Another joint's id is no sid.
    missing_case(q, answer, &asked, &joints[0].id)?;
    twins_case(q, answer, &asked)?;
    answer.notes.push(note);
    Ok(())
}

/// Asks for a skin with the missing name `ghost` at a random place.
fn missing_case(q: &mut Ask, answer: &mut Answer, asked: &probes::Names, ghost: &str) -> Result<(), AnswerError> {
    let probes::Names { names, joints } = asked;
    let mut with_ghost = names.clone();
    with_ghost[1 + q.random.below(names.len() - 2)] = ghost.into();
    let result = q.ask(words!("missing", ghost), |course| course.collada_skin.skeleton_joints(&with_ghost, joints))?;
    let outcome = describe_missing(result, ghost, &with_ghost, &joints[0].sid);
    answer.compare(format!("a skin that names a missing joint, {ghost}"), outcome);
    Ok(())
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

/// Asks for a skin that names a joint whose sid a second joint has as well.
fn twins_case(q: &mut Ask, answer: &mut Answer, asked: &probes::Names) -> Result<(), AnswerError> {
    let slot = q.probe.random().below(asked.names.len());
    let joints = asked.with_twin(slot);
    let name = &asked.names[slot];
    let result = q.ask(words!("twins", name), |course| course.collada_skin.skeleton_joints(&asked.names, &joints))?;
    let first = joints.iter().position(|joint| joint.sid == *name);
    let outcome = match result {
        Err(_) => "an error",
        Ok(list) => match list.get(slot) {
            None => "none",
            Some(index) if Some(*index) == first => "the first",
            Some(index) if *index + 1 == joints.len() => "the last",
            Some(_) => "another",
        },
    };
    answer.compare(format!("which of two joints called {name}"), outcome);
    Ok(())
}

const JOINT_FROM_MESH: &[AskedCase] = &[
    case!(
        "one joint, bound at (0, 1, 0), a bind shape that does nothing",
        mesh_case(Mat4::from_translation(Vec3::NEG_Y), Mat4::IDENTITY)
    ),
    case!(
        "the same joint, a bind shape that moves by (2, 0, 0)",
        mesh_case(Mat4::from_translation(Vec3::NEG_Y), Mat4::from_translation(2.0 * Vec3::X))
    ),
    case!(
        "the same joint, a bind shape that turns by 90° about z",
        mesh_case(Mat4::from_translation(Vec3::NEG_Y), Mat4::from_rotation_z(FRAC_PI_2))
    ),
    case!(
        "an inverse bind matrix that turns by 90° about z, a bind shape that moves by (2, 0, 0)",
        mesh_case(Mat4::from_rotation_z(FRAC_PI_2), Mat4::from_translation(2.0 * Vec3::X))
    ),
];

fn mesh_case(q: &mut Ask, answer: &mut Answer, joint_from_bind: Mat4, bind_from_mesh: Mat4) -> Result<(), AnswerError> {
    let inverse_binds = rows(&[joint_from_bind]);
    let matrices = q.ask("", |course| course.collada_skin.joint_from_mesh(&inverse_binds, bind_from_mesh))?;
    answer.compare("the number of matrices", matrices.len());
    for (matrix, slot) in matrices.iter().zip(["slot 0", "joint -1"]) {
        answer.compare(
            format!("the point to which the matrix of {slot} takes (1, 0, 0)"),
            finite(matrix.transform_point3(Vec3::X)),
        );
    }
    Ok(())
}

pub(crate) fn joint_from_mesh(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for Binds { what, inverse_binds, bind_from_mesh, size } in probes::binds(&q.probe) {
        let [about, of] = match what.as_str() {
            "" => [String::new(), String::new()],
            _ => [words!("skin", what), format!("{what}: ")],
        };
        let matrices = q.ask(about, |course| course.collada_skin.joint_from_mesh(&inverse_binds, bind_from_mesh))?;
        let to_metre = Mat4::from_scale(Vec3::splat(1.0 / size));
        let last = inverse_binds.len() / 16;
        for (slot, matrix) in matrices.into_iter().enumerate() {
            let label = if slot == last { format!("{of}the one behind the last") } else { format!("{of}slot {slot}") };
            answer.compare(label, finite(to_metre * matrix));
        }
    }
    Ok(())
}

const FOUR_STRONGEST: &[AskedCase] = &[
    case!("one influence, 1 at slot 0", strongest_case(&[1.0])),
    case!("0.25 at slot 0, 0.75 at slot 1", strongest_case(&[0.25, 0.75])),
    case!("0.2 at slot 0, 0.3 at slot 1", strongest_case(&[0.2, 0.3])),
    case!("0.5, 0.2, 0.15, 0.1 and 0.05 at slots 0 to 4", strongest_case(&[0.5, 0.2, 0.15, 0.1, 0.05])),
    case!("0.05, 0.1, 0.15, 0.2 and 0.5 at slots 0 to 4", strongest_case(&[0.05, 0.1, 0.15, 0.2, 0.5])),
];

fn strongest_case(q: &mut Ask, answer: &mut Answer, weights: &[f32]) -> Result<(), AnswerError> {
    let mut vertex = Vec::new();
    for (slot, &weight) in weights.iter().enumerate() {
        vertex.push(Influence { slot, weight });
    }
    let mut kept = q.ask("", |course| course.collada_skin.four_strongest(&vertex))?;
    kept.sort_by_key(|influence| influence.slot); // any order will do
    answer.compare("the list of slots", slots(&kept));
    for Influence { slot, weight } in kept {
        answer.compare(format!("the weight at slot {slot}"), finite(weight));
    }
    Ok(())
}

/// Compares the result for vertices of few influences and of many, in the order of the slots; in the last probe the
/// first vertex of each kind that is wrong.
pub(crate) fn four_strongest(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    if q.is_last() {
        for (what, vertices) in probes::more_vertices() {
            let mut wrong = None;
            for vertex in vertices {
                let about = words!("vertex", of = what, given = describe_influences(&vertex));
                let kept = q.ask(about, |course| course.collada_skin.four_strongest(&vertex))?;
                // Of equal weights any may be kept.
                if !is_strongest(&kept, &vertex) {
                    wrong =
                        Some(format!("of {} are kept {}", describe_influences(&vertex), describe_influences(&kept)));
                    break;
                }
            }
            answer.compare(what, wrong.unwrap_or("all right".into()));
        }
        return Ok(());
    }
    for vertex in probes::vertices(&q.probe) {
        let of = format!("a vertex of {}", vertex.len());
        let question = words!("vertex", of, given = describe_influences(&vertex));
        let mut kept = q.ask(&*question, |course| course.collada_skin.four_strongest(&vertex))?;
        kept.sort_by_key(|influence| influence.slot); // any order will do
        answer.compare(format!("{of}, slots kept"), slots(&kept)).note(question.clone());
        for Influence { slot, weight } in kept {
            answer.compare(format!("{of}, weight at slot {slot}"), weight).note(question.clone());
        }
    }
    Ok(())
}

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
