//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, Names, WEIGHTS};
use crate::probes::{self, Binds, GHOSTS};
use crate::{Influence, VertexWeights};
use check::announced::announce;
use check::{Answer, AnswerError, AnyCheck, Case, Check, Probe, finite, vector, words};
use given::Course;
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

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[
    check::of::<Influences>(),
    check::of::<SkeletonJoints>(),
    check::of::<JointFromMesh>(),
    check::of::<FourStrongest>(),
];

// Steps of 11.1.
const STRIDE: u8 = 1;
const VERTEX: u8 = 2;
const MINUS_1: u8 = 3;

/// 11.1: skins, each with the step that it checks.
pub(crate) struct Influences;

impl Influences {
    fn shown(step: u8, state: [f32; 3]) -> Case<Vec<(u8, VertexWeights)>> {
        let (inputs, vcount, v) = figures::skin(state);
        let skin = VertexWeights { inputs, vcount, v, weights: WEIGHTS.into(), joints: 3 };
        Case::new(describe_lists(&skin), vec![(step, skin)]).shown(state)
    }
}

impl Check for Influences {
    type Input = Vec<(u8, VertexWeights)>;
    /// Returned lists of influences, up to that of the first skin for which they are wrong.
    type Output = Vec<Vec<Vec<Influence>>>;
    // Weights are looked up, not computed.
    const TOLERANCE: f32 = 1e-4;

    fn by_hand() -> Vec<Case<Self::Input>> {
        let mut cases = vec![Influences::shown(STRIDE, [1.0, 1.0, 1.0])];
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
            cases.push(Case::new(describe_lists(&skin), vec![(step, skin)]));
        }
        cases.push(Influences::shown(MINUS_1, [1.0, 2.0, 3.0]));
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Self::Input>> {
        vec![Case::of([STRIDE, VERTEX, MINUS_1].into_iter().zip(probes::weights(probe)).collect())]
    }

    fn corners(_: &Probe) -> Vec<Case<Self::Input>> {
        let mut cases = Vec::new();
        for (words, skin) in probes::more_weights() {
            let details = format!("{}.", describe_lists(&skin));
            cases.push(Case::new(words, vec![(MINUS_1, skin)]).details(details));
        }
        cases
    }

    /// An answer that cannot treat -1 may panic, and a panic would hide the mistakes that have a name. So no skin follows
    /// one for which the answer is wrong.
    fn call(course: &Course, skins: &Self::Input) -> Result<Self::Output, AnswerError> {
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
    }

    fn compare(skins: &Self::Input, results: Self::Output, answer: &mut Answer) {
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
    }
}

/// Returns the influences in the order of the slots: any order will do.
fn sorted(mut vertices: Vec<Vec<Influence>>) -> Vec<Vec<Influence>> {
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
pub(crate) struct SkeletonJoints;

impl SkeletonJoints {
    fn case(skin: Names) -> Case<Names> {
        Case::new(format!("names {}; the skeleton's sids {}", skin.names.join(" "), sids(&skin)), skin)
    }
}

impl Check for SkeletonJoints {
    type Input = Names;
    type Output = Result<Vec<usize>, String>;
    const TOLERANCE: f32 = 0.5;

    fn by_hand() -> Vec<Case<Names>> {
        let [in_order, backwards, lost, two_arms] =
            [[0.0, -1.0, 1.0], [4.0, -1.0, 1.0], [0.0, 1.0, 1.0], [0.0, -1.0, 2.0]]
                .map(|state| SkeletonJoints::case(figures::doll(state)).shown(state));
        vec![
            in_order,
            backwards,
            SkeletonJoints::case(Names::new(&["arm"], &["forearm", "armour", "arm"])),
            lost,
            two_arms,
            Case::new(
                "names Doll_arm; the skeleton's sids hip arm, whose ids are Doll_hip Doll_arm",
                Names::new(&["Doll_arm"], &["hip", "arm"]),
            ),
        ]
    }

    fn drawn(probe: &Probe) -> Vec<Case<Names>> {
        let mut random = probe.random();
        let skin = probes::names(probe);
        let note = words!("sids", skeleton = sids(&skin), skin = skin.names.join(" "));
        let mut cases = vec![Case::of(skin.clone()).details(note)];
        let ghost = GHOSTS[random.below(GHOSTS.len())];
        // Another joint's id is no sid.
        for ghost in [ghost, &skin.joints[0].id] {
            let mut with_ghost = skin.clone();
            with_ghost.names[1 + random.below(skin.names.len() - 2)] = ghost.into();
            cases.push(Case::new(format!("a skin that names a missing joint, {ghost}"), with_ghost));
        }
        let name = &skin.names[probe.random().below(skin.names.len())];
        let mut with_twin = skin.clone();
        with_twin.joints.extend(Names::new(&[], &[name]).joints);
        cases.push(Case::new(format!("a skeleton with two joints called {name}"), with_twin));
        cases
    }

    fn corners(_: &Probe) -> Vec<Case<Names>> {
        probes::more_names().into_iter().map(|(words, skin)| Case::new(words, skin)).collect()
    }

    fn call(course: &Course, skin: &Names) -> Result<Self::Output, AnswerError> {
        Ok(course.collada_skin.skeleton_joints(&skin.names, &skin.joints)?)
    }

    fn compare(Names { names, joints }: &Names, result: Self::Output, answer: &mut Answer) {
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
    }
}

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
pub(crate) struct JointFromMesh;

impl JointFromMesh {
    /// Inputs that the figure shows, and its parameters.
    const SHOWN: [(&str, [f32; 3]); 2] = [
        ("a joint bound at (60, 0, 0), a bind shape that does nothing", [90.0, 0.0, 1.0]),
        (
            "a joint bound at (0, 30, 0), turned by 90° about z, a bind shape that turns by 90° and halves",
            [90.0, 90.0, 0.5],
        ),
    ];
}

impl Check for JointFromMesh {
    type Input = Binds;
    type Output = Vec<Mat4>;
    // Metres. A product of two matrices with coordinates below 3.
    const TOLERANCE: f32 = 1e-3;

    fn by_hand() -> Vec<Case<Binds>> {
        let mut cases = Vec::new();
        for (words, state) in JointFromMesh::SHOWN {
            let [bind_from_mesh, joint_from_bind, _] = figures::post(state);
            cases.push(Case::new(words, Binds::new(&[joint_from_bind], bind_from_mesh, 1.0)).shown(state));
        }
        let turn = Mat4::from_rotation_z(FRAC_PI_2);
        cases.push(Case::new(
            "an inverse bind matrix that turns by 90° about z, a bind shape that moves by (2, 0, 0)",
            Binds::new(&[turn], Mat4::from_translation(2.0 * Vec3::X), 1.0),
        ));
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Binds>> {
        vec![Case::of(probes::binds(probe))]
    }

    fn corners(probe: &Probe) -> Vec<Case<Binds>> {
        probes::more_binds(probe).into_iter().map(|(words, binds)| Case::new(words, binds)).collect()
    }

    fn call(course: &Course, binds: &Binds) -> Result<Vec<Mat4>, AnswerError> {
        Ok(course.collada_skin.joint_from_mesh(&binds.inverse_binds, binds.bind_from_mesh)?)
    }

    fn compare(binds: &Binds, matrices: Vec<Mat4>, answer: &mut Answer) {
        answer.unit = Some("matrices");
        let to_metre = Mat4::from_scale(Vec3::splat(1.0 / binds.size));
        let last = binds.inverse_binds.len() / 16;
        for (slot, matrix) in matrices.into_iter().enumerate() {
            let label = if slot == last { "the last one, for joint -1".into() } else { format!("slot {slot}") };
            answer.compare(label, finite(to_metre * matrix));
        }
    }
}

const SHARE: f32 = 1e-4;

/// 11.4: vertices. Of a single one what is kept is compared, of several the first for which it is wrong.
pub(crate) struct FourStrongest;

impl FourStrongest {
    fn case(vertex: Vec<Influence>) -> Case<Vec<Vec<Influence>>> {
        let weights = vector(&weights_of(&vertex), 2);
        Case::new(format!("the weights {weights} at slots {}", slots(&vertex)), vec![vertex])
    }
}

impl Check for FourStrongest {
    type Input = Vec<Vec<Influence>>;
    type Output = Vec<Vec<Influence>>;
    const TOLERANCE: f32 = SHARE;

    fn by_hand() -> Vec<Case<Self::Input>> {
        let [two, eight] =
            [[0.2, 0.3, 0.0], [0.05, 0.35, 1.0]].map(|state| FourStrongest::case(figures::vertex(state)).shown(state));
        let sorted = [0.5, 0.2, 0.15, 0.1, 0.05].into_iter().enumerate();
        let five = sorted.map(|(slot, weight)| Influence { slot, weight }).collect();
        vec![two, FourStrongest::case(five), eight]
    }

    fn drawn(probe: &Probe) -> Vec<Case<Self::Input>> {
        let mut cases = Vec::new();
        for vertex in probes::vertices(probe) {
            let details = format!("It has {}.", describe_influences(&vertex));
            cases.push(Case::new(format!("a vertex of {}", vertex.len()), vec![vertex]).details(details));
        }
        cases
    }

    fn corners(_: &Probe) -> Vec<Case<Self::Input>> {
        probes::more_vertices().into_iter().map(|(words, vertices)| Case::new(words, vertices)).collect()
    }

    fn call(course: &Course, vertices: &Self::Input) -> Result<Self::Output, AnswerError> {
        let mut results = Vec::new();
        for vertex in vertices {
            announce(format!("input: {}.", describe_influences(vertex)));
            results.push(course.collada_skin.four_strongest(vertex)?);
        }
        Ok(sorted(results)) // any order will do
    }

    fn compare(vertices: &Self::Input, results: Self::Output, answer: &mut Answer) {
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
    }
}

fn weights_of(vertex: &[Influence]) -> Vec<f32> {
    vertex.iter().map(|influence| influence.weight).collect()
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
