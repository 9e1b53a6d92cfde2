//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::corners::Skeleton;
use crate::creature::Family;
use crate::figures;
use crate::{Joint, MAX_JOINTS, lesson_joints};
use check::{Answer, AnyCheck, Case, Check, Picture, ShaderCheck, Shape};
use common::graphics::{Uniforms, feedback::Feedback};
use common::shader;
use glam::{Mat4, Vec3, Vec4};
use glium::implement_vertex;

check::lesson! {
    joint_lines: JointLines,
    earlier: {
        hierarchy: lesson_02 {
            "02.1": "the order of the walk over the joints",
            "02.2": "poses the animals' bodies",
        }
    }
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[&VERTICES, &MATRICES, &INDEX_PAIRS, &CHAIN_STARTS];

#[derive(Clone, Copy)]
struct Vertex {
    a_position: [f32; 3],
}
implement_vertex!(Vertex, a_position);

/// The matrix where there is no joint: it is large, so that a shader that reads it is noticed.
const NO_JOINT: Mat4 = Mat4::from_diagonal(Vec4::new(9.0, 9.0, 9.0, 1.0));

/// 04.1: the camera, a matrix for each joint, and a vertex for each joint.
const VERTICES: ShaderCheck<(Mat4, Vec<Mat4>, Vec<Vertex>), Feedback> = ShaderCheck {
    check: Check {
        // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
        tolerance: 1e-3,
        words: |_| String::new(),
        by_hand: || {
            let mut cases = Vec::new();
            for (x, camera, seen) in [
                (0.0, "no camera", Mat4::IDENTITY),
                (0.1, "no camera", Mat4::IDENTITY),
                (0.0, "a camera that moves all by (0, 3, 0)", Mat4::from_translation(3.0 * Vec3::Y)),
                (0.1, "a camera that doubles x", Mat4::from_scale(Vec3::new(2.0, 1.0, 1.0))),
                (
                    0.0,
                    "a camera with 1, 1, 1 and 2 on its diagonal",
                    Mat4::from_diagonal(Vec4::new(1.0, 1.0, 1.0, 2.0)),
                ),
            ] {
                let matrices = figures::model_from_joint();
                let vertices = vec![Vertex { a_position: [x, 0.0, 0.0] }; matrices.len()];
                let input = (seen, matrices, vertices);
                let is_in_figure = seen == Mat4::IDENTITY;
                let case = if is_in_figure { Case::at([3.0, x], |_| input) } else { Case::new(input) };
                let words = format!("the joints of figure 04.1, each a_position is ({x}, 0, 0), {camera}");
                cases.push(case.called(words));
            }
            cases
        },
        // No vertex is at its joint's origin, so that an ignored attribute is noticed. The last probe has a joint for every
        // element of `u_model`, and a perspective camera, as the picture has.
        drawn: |probe| {
            let mut random = probe.random();
            let mut camera = *probe;
            let mut matrices = Vec::new();
            if probe.is_last() {
                camera.index |= 1;
                matrices.extend((0..MAX_JOINTS).map(|_| random.rigid().to_mat4()));
            } else {
                matrices.extend(probe.rig().model_from_joint().into_iter().map(Mat4::from));
            }
            let vertices = matrices.iter().map(|_| Vertex { a_position: (random.vector() * 0.5).into() }).collect();
            vec![(shader::clip_from_model(&camera), matrices, vertices)]
        },
        call: |course, (camera, matrices, vertices)| {
            let mut matrices = matrices.clone();
            matrices.resize(MAX_JOINTS, NO_JOINT);
            let uniforms = Uniforms::new().mat4("u_clip_from_model", *camera).mat4s("u_model", &matrices);
            shader::positions(course.joint_lines.vertex(), &uniforms, vertices)
        },
        compare: |(_, matrices, _), output, answer| {
            for (vertex, position) in output.positions.into_iter().enumerate() {
                // Where the numbers of a smaller array end.
                let group = match vertex {
                    _ if matrices.len() < MAX_JOINTS => String::new(),
                    0..64 => "joints 0 to 63".into(),
                    _ => format!("joints 64 to {}", MAX_JOINTS - 1),
                };
                answer.compare(format!("gl_Position of vertex {vertex}"), position).group(group);
            }
            answer.notes.extend(output.notes);
        },
    },
    // The mother walks.
    picture: || {
        const FRAMES: u16 = 20;
        const SECONDS: f32 = 1.82; // two steps
        let mother = Family::mother();
        let joints = mother.model.skeleton.joints();
        let mut frames = Vec::new();
        for frame in 0..FRAMES {
            let pose = mother.pose(SECONDS * f32::from(frame) / f32::from(FRAMES));
            let matrices = mother.model.skeleton.model_from_joint(&pose).into_iter().map(Mat4::from).collect();
            frames.push((Mat4::IDENTITY, matrices, vec![Vertex { a_position: [0.0; 3] }; joints.len()]));
        }
        let pairs = (crate::finished::ANSWERS.index_pairs)(&lesson_joints(joints));
        let indices = pairs.into_iter().map(u32::from).collect();
        let shape = Shape { indices, is_lines: true, seconds: SECONDS, camera: [0.0, 0.3, 0.0, 2.2] };
        Picture { frames, shape }
    },
};

/// 04.2: posed joints.
const MATRICES: Check<Skeleton, Vec<Mat4>> = Check {
    // Metres. A dozen products of matrices with coordinates below 10 are right to 1e-5.
    tolerance: 0.002,
    words: |skeleton| tree_in_words(&skeleton.joints),
    by_hand: || {
        let mut cases = Vec::new();
        for state in [[0.0, 0.0], [90.0, 0.0], [0.0, 0.1]] {
            let [turn, root] = state;
            let case = Case::at(state, |state| {
                let (joints, locals, model_from_root) = figures::creature(state);
                Skeleton { joints, locals, model_from_root }
            });
            cases.push(case.called(format!(
                "the joints of figure 04.2, joint 1 turned by {turn}°, model_from_root a move by ({root}, 0.04, 0)"
            )));
        }
        cases
    },
    drawn: Skeleton::drawn,
    call: |course, Skeleton { joints, locals, model_from_root }| {
        Ok(course.joint_lines.matrices(joints, locals, *model_from_root)?)
    },
    compare: |Skeleton { joints, .. }, matrices, answer| {
        answer.unit = Some("matrices");
        for (index, matrix) in matrices.into_iter().enumerate() {
            match joints.get(index) {
                Some(&Joint { ref name, parent }) => {
                    let depth = std::iter::successors(parent, |&parent| joints[parent].parent).count();
                    let label =
                        if name.is_empty() { format!("joint {index}") } else { format!("joint {index} {name:?}") };
                    answer.compare(label, matrix).group(format!("depth {depth}")).parent(parent)
                }
                None => answer.compare(format!("element {index}, which belongs to no joint"), matrix),
            };
        }
    },
};

/// 04.3: joints.
const INDEX_PAIRS: Check<Vec<Joint>, Vec<u16>> = Check {
    tolerance: 0.5,
    words: |joints| tree_in_words(joints),
    by_hand: || {
        tree_cases(
            figures::PAIRS,
            &[
                ("a root 0 with the children 1 and 2", 0),
                ("the seven joints of figure 04.3", 1),
                ("one joint, a root", 2),
                ("a root 0 with the child 1, whose child is 2", 3),
                ("a root 0 with the child 1, and a root 2 with the child 3", 4),
                ("a root 0 with the children 1 and 2, and joint 3, a child of 1", 5),
            ],
        )
    },
    drawn: |probe| Skeleton::drawn(probe).into_iter().map(|skeleton| skeleton.joints).collect(),
    call: |course, joints| Ok(course.joint_lines.index_pairs(joints)?),
    compare: |joints, indices, answer| {
        let right = (crate::finished::ANSWERS.index_pairs)(joints);
        if indices != right && sorted_lines(&indices) == sorted_lines(&right) {
            answer.notes.push("your lines are the right ones, in another order.".into());
        }
        if right.len() < 9 {
            compare_list(answer, "the index buffer", &indices);
            return;
        }
        answer.compare("the number of indices", indices.len());
        for (index, joint) in indices.into_iter().enumerate() {
            let end = if index.is_multiple_of(2) { "begins" } else { "ends" };
            answer.compare(format!("index {index}, where line {} {end}", index / 2), usize::from(joint));
        }
    },
};

/// 04.4: joints.
const CHAIN_STARTS: Check<Vec<Joint>, Vec<usize>> = Check {
    tolerance: 0.5,
    words: |joints| tree_in_words(joints),
    by_hand: || {
        tree_cases(
            7.0,
            &[
                ("a chain of 3 joints, and after it one of 2", 6),
                ("the seven joints of figure 04.3", 1),
                ("a root without a child, and after it a chain of 2 joints", 7),
                ("three roots without a child", 8),
                ("the roots 0 and 1, and joint 2, a child of 0", 9),
            ],
        )
    },
    drawn: |probe| Skeleton::drawn(probe).into_iter().map(|skeleton| skeleton.joints).collect(),
    call: |course, joints| Ok(course.joint_lines.chain_starts(joints)?),
    compare: |_, starts, answer| compare_list(answer, "the list of starts", &starts),
};

/// Returns the cases of trees that figures 04.3 and 04.4 show, with their first parameter at `first`.
fn tree_cases(first: f32, trees: &[(&str, usize)]) -> Vec<Case<Vec<Joint>>> {
    trees.iter().map(|(words, tree)| Case::at([first, *tree as f32], figures::tree).called(*words)).collect()
}

/// Returns the hierarchy in words, unless it is long: `3 joints, 0 root, 1 child of 0, 2 root`
fn tree_in_words(joints: &[Joint]) -> String {
    let mut words = format!("{} joints", joints.len());
    for (index, joint) in joints.iter().enumerate().take_while(|_| joints.len() <= 12) {
        match joint.parent {
            Some(parent) => words += &format!(", {index} child of {parent}"),
            None => words += &format!(", {index} root"),
        }
    }
    words
}

/// Compares a whole list, as far as a right one may go.
fn compare_list<T: std::fmt::Debug>(answer: &mut Answer, label: &str, list: &[T]) {
    answer.compare(label, format!("{:?}", &list[..list.len().min(99)]));
}

/// Returns the lines of an index buffer, sorted, since their order does not show.
fn sorted_lines(indices: &[u16]) -> Vec<&[u16]> {
    let mut lines: Vec<&[u16]> = indices.chunks(2).collect();
    lines.sort_unstable();
    lines
}
