//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::corners::{CornerCase, corners};
use crate::figures::{self, TREES};
use crate::lesson_joints;
use crate::{Joint, MAX_JOINTS};
use armature::math::Transform;
use check::case;
use check::words;
use check::{Answer, AnswerError, AnyCheck, Ask, AskedCase, Probe, Rig};
use common::graphics::Uniforms;
use common::shader;
use given::{CallError, Course};
use glam::{Mat4, Vec3, Vec4};
use glium::implement_vertex;
use std::f32::consts::FRAC_PI_2;
use std::fmt::Debug;

check::lesson! {
    joint_lines: JointLines,
    earlier: {
        hierarchy: lesson_02 {
            "02.1": "the order of the walk over the joints",
            "02.2": "poses the animals' bodies",
        }
    }
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[AnyCheck] = &[
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    AnyCheck::asked(1e-3, vertex, VERTEX),
    // Metres. A dozen products of matrices with coordinates below 10 are right to 1e-5.
    AnyCheck::asked(0.002, matrices, MATRICES),
    AnyCheck::asked(0.5, index_pairs, INDEX_PAIRS),
    AnyCheck::asked(0.5, chain_starts, CHAIN_STARTS),
];

const MATRICES: &[AskedCase] = &[
    case!("a root at (1, 0, 0), model_from_root the identity", matrices_case(&[None], Vec3::ZERO)),
    case!("a root at (1, 0, 0), model_from_root a move by (0, 2, 0)", matrices_case(&[None], 2.0 * Vec3::Y)),
    case!("a root at (1, 0, 0) and its child at (1, 0, 0) from it", matrices_case(&[None, Some(0)], Vec3::ZERO)),
    case!(
        "the roots 0 and 1 at (1, 0, 0), and joint 2, a child of 0, at (1, 0, 0) from it",
        matrices_case(&[None, None, Some(0)], Vec3::ZERO)
    ),
];

/// Compares the matrices of joints with these parents, each at (1, 0, 0) from its parent or from the root.
fn matrices_case(q: &mut Ask, answer: &mut Answer, parents: &[Option<usize>], root: Vec3) -> Result<(), AnswerError> {
    let joints = figures::joints(parents);
    let locals = vec![Mat4::from_translation(Vec3::X); joints.len()];
    let root = Mat4::from_translation(root);
    let matrices = q.ask("", |course| course.joint_lines.matrices(&joints, &locals, root))?;
    answer.compare("the number of matrices", matrices.len());
    for (index, matrix) in matrices.iter().enumerate() {
        if index < joints.len() {
            answer.compare(format!("the position of joint {index}"), matrix.w_axis.truncate());
        } else {
            let element = format!("element {index}, which belongs to no joint,");
            answer.compare(format!("the origin of {element}"), matrix.w_axis);
            answer.compare(format!("the x axis of {element}"), matrix.x_axis);
        }
    }
    Ok(())
}

/// Compares every element of `u_model`, of a random skeleton or of the fixed inputs.
pub(crate) fn matrices(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    if q.is_last() {
        for CornerCase { name, joints, locals, model_from_root } in corners(&q.probe) {
            let about = format!("input: {name}.");
            let matrices = q.ask(about, |course| course.joint_lines.matrices(&joints, &locals, model_from_root))?;
            answer.compare(format!("the length for {name}"), matrices.len());
            for (index, matrix) in matrices.into_iter().enumerate() {
                answer.compare(format!("for {name}, element {index}"), matrix);
            }
        }
        return Ok(());
    }
    let rig = q.probe.rig();
    let locals: Vec<Mat4> = rig.pose.locals.iter().map(Transform::to_mat4).collect();
    let root = Mat4::from(rig.model_from_root);
    answer.unit = Some("matrices");
    let matrices = q.ask(rig.family(), |course| course.joint_lines.matrices(&joints(&rig), &locals, root))?;
    for (index, matrix) in matrices.into_iter().enumerate() {
        match rig.skeleton.joints().get(index) {
            Some(joint) => {
                let depth = format!("depth {}", rig.skeleton.depth(index));
                answer.compare(rig.label(index), matrix).group(depth).parent(joint.parent)
            }
            None => answer.compare(format!("element {index}, which belongs to no joint"), matrix),
        };
    }
    Ok(())
}

const INDEX_PAIRS: &[AskedCase] = &[
    case!("one joint, a root", pairs_case(1)),
    case!("a root 0 with the child 1", pairs_case(2)),
    case!("a root 0 with the child 1, whose child is 2", pairs_case(3)),
    case!("a root 0 with the children 1 and 2", pairs_case(4)),
    case!("a root 0 with the child 1, and a root 2 with the child 3", pairs_case(5)),
    case!("a root 0 with the children 1 and 2, and joint 3, a child of 1", pairs_case(6)),
];

fn pairs_case(q: &mut Ask, answer: &mut Answer, tree: usize) -> Result<(), AnswerError> {
    let joints = figures::joints(TREES[tree]);
    let indices = q.ask("", |course| course.joint_lines.index_pairs(&joints))?;
    answer.compare("the index buffer", format!("{indices:?}"));
    Ok(())
}

pub(crate) fn index_pairs(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    if q.is_last() {
        return compare_lists(q, answer, "the indices", |course, joints| course.joint_lines.index_pairs(joints));
    }
    let rig = q.probe.rig();
    let joints = joints(&rig);
    let indices = q.ask(rig.family(), |course| course.joint_lines.index_pairs(&joints))?;
    answer.notes.push(rig.family());
    let right = REFERENCE.joint_lines.index_pairs(&joints)?;
    if indices != right && sorted_lines(&indices) == sorted_lines(&right) {
        answer.notes.push(words!("another-order"));
    }
    answer.unit = Some("indices");
    for (index, joint) in indices.into_iter().enumerate() {
        let end = if index.is_multiple_of(2) { "begins" } else { "ends" };
        answer.compare(format!("index {index}, where line {} {end}", index / 2), usize::from(joint));
    }
    Ok(())
}

const CHAIN_STARTS: &[AskedCase] = &[
    case!("a root with one child", starts_case(2)),
    case!("a chain of 3 joints, and after it one of 2", starts_case(7)),
    case!("a root without a child, and after it a chain of 2 joints", starts_case(8)),
    case!("three roots without a child", starts_case(9)),
    case!("the roots 0 and 1, and joint 2, a child of 0", starts_case(10)),
];

fn starts_case(q: &mut Ask, answer: &mut Answer, tree: usize) -> Result<(), AnswerError> {
    let joints = figures::joints(TREES[tree]);
    let starts = q.ask("", |course| course.joint_lines.chain_starts(&joints))?;
    answer.compare("the list of starts", format!("{starts:?}"));
    Ok(())
}

pub(crate) fn chain_starts(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    if q.is_last() {
        return compare_lists(q, answer, "the starts", |course, joints| course.joint_lines.chain_starts(joints));
    }
    let rig = q.probe.rig();
    let roots: Vec<usize> = rig.skeleton.roots().collect();
    let starts = q.ask(rig.family(), |course| course.joint_lines.chain_starts(&joints(&rig)))?;
    answer.unit = Some("chains");
    answer.side_by_side = true;
    answer.notes.push(rig.family());
    for (chain, start) in starts.into_iter().enumerate() {
        let label = match roots.get(chain) {
            Some(&root) => format!("the start of chain {chain}, which begins at the root {}", rig.label(root)),
            None => format!("the start of chain {chain}"),
        };
        answer.compare(label, start);
    }
    Ok(())
}

/// Compares a list of each fixed input: the whole list if it is short, else where it is wrong first.
fn compare_lists<T: Debug + PartialEq + 'static>(
    q: &mut Ask,
    answer: &mut Answer,
    what: &str,
    list: fn(&Course, &[Joint]) -> Result<Vec<T>, CallError>,
) -> Result<(), AnswerError> {
    for CornerCase { name, joints, .. } in corners(&q.probe) {
        let got = q.ask(format!("input: {name}."), |course| list(course, &joints))?;
        let right = list(&REFERENCE, &joints)?;
        let word = if right.len() < 5 && got.len() < 99 {
            format!("{got:?}")
        } else {
            match (0..right.len().max(got.len())).find(|&place| got.get(place) != right.get(place)) {
                None => format!("the right {}", right.len()),
                Some(place) => format!("{} of them, the first wrong one at place {place}", got.len()),
            }
        };
        answer.compare(format!("{what} for {name}"), word);
    }
    Ok(())
}

fn joints(rig: &Rig) -> Vec<Joint> {
    lesson_joints(rig.skeleton.joints())
}

/// Returns the lines of an index buffer, sorted, since their order does not show.
fn sorted_lines(indices: &[u16]) -> Vec<&[u16]> {
    let mut lines: Vec<&[u16]> = indices.chunks(2).collect();
    lines.sort_unstable();
    lines
}

#[derive(Clone, Copy)]
struct Vertex {
    a_position: [f32; 3],
}
implement_vertex!(Vertex, a_position);

const VERTEX: &[AskedCase] = &[
    case!(
        "joint 0 at (1, 0, 0), a_position (0, 0, 0), no camera",
        vertex_case(Mat4::IDENTITY, &[moved(1.0)], [0.0, 0.0, 0.0])
    ),
    case!(
        "joint 0 at (1, 0, 0), a_position (0, 0.5, 0), no camera",
        vertex_case(Mat4::IDENTITY, &[moved(1.0)], [0.0, 0.5, 0.0])
    ),
    case!(
        "joint 0 at (1, 0, 0), joint 1 at (2, 0, 0), a_position (0, 0, 0), no camera",
        vertex_case(Mat4::IDENTITY, &[moved(1.0), moved(2.0)], [0.0, 0.0, 0.0])
    ),
    case!(
        "a joint turned by 90° about z, a_position (1, 0, 0), no camera",
        vertex_case(Mat4::IDENTITY, &[quarter()], [1.0, 0.0, 0.0])
    ),
    AskedCase {
        input: "a camera that moves all by (0, 3, 0), a joint at (1, 0, 0), a_position (0, 0, 0)",
        ask: |q, answer| {
            let camera = Mat4::from_translation(3.0 * Vec3::Y);
            vertex_case(q, answer, camera, &[moved(1.0)], [0.0, 0.0, 0.0])
        },
    },
    AskedCase {
        input: "a camera that doubles x, a joint turned by 90° about z, a_position (1, 0, 0)",
        ask: |q, answer| {
            let camera = Mat4::from_scale(Vec3::new(2.0, 1.0, 1.0));
            vertex_case(q, answer, camera, &[quarter()], [1.0, 0.0, 0.0])
        },
    },
    AskedCase {
        input: "a camera with 1, 1, 1 and 2 on its diagonal, a joint at (1, 0, 0), a_position (0, 0, 0)",
        ask: |q, answer| {
            let camera = Mat4::from_diagonal(Vec4::new(1.0, 1.0, 1.0, 2.0));
            vertex_case(q, answer, camera, &[moved(1.0)], [0.0, 0.0, 0.0])
        },
    },
];

/// Compares `gl_Position` of one vertex for each joint, all with the same `a_position`.
fn vertex_case(
    q: &mut Ask,
    answer: &mut Answer,
    camera: Mat4,
    joints: &[Mat4],
    a_position: [f32; 3],
) -> Result<(), AnswerError> {
    let mut matrices = joints.to_vec();
    matrices.resize(MAX_JOINTS, NO_JOINT);
    let uniforms = Uniforms::new().mat4("u_clip_from_model", camera).mat4s("u_model", &matrices);
    let vertices = vec![Vertex { a_position }; joints.len()];
    let output = q.ask("", |course| shader::positions(course.joint_lines.vertex(), &uniforms, &vertices))?;
    for (vertex, position) in output.positions.into_iter().enumerate() {
        answer.compare(format!("gl_Position of vertex {vertex}"), position);
    }
    answer.notes.extend(output.notes);
    Ok(())
}

fn moved(x: f32) -> Mat4 {
    Mat4::from_translation(x * Vec3::X)
}

/// Returns a turn by 90° about z.
fn quarter() -> Mat4 {
    Mat4::from_rotation_z(FRAC_PI_2)
}

/// The matrix where there is no joint: it is large, so that a shader that reads it is noticed.
const NO_JOINT: Mat4 = Mat4::from_diagonal(Vec4::new(9.0, 9.0, 9.0, 1.0));

/// Compares `gl_Position` of a vertex for each joint. No vertex is at its joint's origin, so that an ignored attribute is
/// noticed. The last probe has a joint for every element of `u_model`.
pub(crate) fn vertex(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let probe = q.probe;
    let random = &mut q.random;
    let mut matrices: Vec<Mat4> = if probe.is_last() {
        (0..MAX_JOINTS).map(|_| random.rigid().to_mat4()).collect()
    } else {
        probe.rig().model_from_joint().into_iter().map(Mat4::from).collect()
    };
    // The last probe has a perspective camera, as the picture has.
    let odd = Probe { index: probe.index | 1, ..probe };
    let clip_from_model = shader::clip_from_model(if probe.is_last() { &odd } else { &probe });
    let vertices: Vec<Vertex> =
        matrices.iter().map(|_| Vertex { a_position: (random.vector() * 0.5).into() }).collect();
    matrices.resize(MAX_JOINTS, NO_JOINT);
    let uniforms = Uniforms::new().mat4("u_clip_from_model", clip_from_model).mat4s("u_model", &matrices);
    let output = q.ask("", |course| shader::positions(course.joint_lines.vertex(), &uniforms, &vertices))?;
    for (vertex, position) in output.positions.into_iter().enumerate() {
        // Where the numbers of a smaller array end.
        let group = match vertex {
            _ if !probe.is_last() => String::new(),
            0..64 => "joints 0 to 63".into(),
            _ => format!("joints 64 to {}", MAX_JOINTS - 1),
        };
        answer.compare(format!("vertex {vertex}, gl_Position"), position).group(group);
    }
    answer.notes.extend(output.notes);
    Ok(())
}
