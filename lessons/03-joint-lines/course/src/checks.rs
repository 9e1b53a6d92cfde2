//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::corners::{Skeleton, corners};
use crate::creature::Family;
use crate::figures;
use crate::{Joint, MAX_JOINTS, lesson_joints};
use armature::math::Transform;
use check::{Answer, AnswerError, AnyCheck, Case, Check, Picture, Probe, Shape, words};
use common::graphics::{Uniforms, feedback::Feedback};
use common::shader;
use given::Course;
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

pub(crate) const CHECKS: &[&dyn AnyCheck] =
    &[check::of::<Vertices>(), check::of::<Matrices>(), check::of::<IndexPairs>(), check::of::<ChainStarts>()];

/// 03.1: the camera, a matrix for each joint, and a vertex for each joint.
pub(crate) struct Vertices;

#[derive(Clone, Copy)]
pub(crate) struct Vertex {
    a_position: [f32; 3],
}
implement_vertex!(Vertex, a_position);

/// The matrix where there is no joint: it is large, so that a shader that reads it is noticed.
const NO_JOINT: Mat4 = Mat4::from_diagonal(Vec4::new(9.0, 9.0, 9.0, 1.0));

impl Check for Vertices {
    type Input = (Mat4, Vec<Mat4>, Vec<Vertex>);
    type Output = Feedback;
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    const TOLERANCE: f32 = 1e-3;

    fn by_hand() -> Vec<Case<Self::Input>> {
        let mut cases = Vec::new();
        for (x, camera, seen) in [
            (0.0, "no camera", Mat4::IDENTITY),
            (0.1, "no camera", Mat4::IDENTITY),
            (0.0, "a camera that moves all by (0, 3, 0)", Mat4::from_translation(3.0 * Vec3::Y)),
            (0.1, "a camera that doubles x", Mat4::from_scale(Vec3::new(2.0, 1.0, 1.0))),
            (0.0, "a camera with 1, 1, 1 and 2 on its diagonal", Mat4::from_diagonal(Vec4::new(1.0, 1.0, 1.0, 2.0))),
        ] {
            let matrices = figures::model_from_joint();
            let vertices = vec![Vertex { a_position: [x, 0.0, 0.0] }; matrices.len()];
            let case = Case::new(
                format!("the joints of figure 03.1, each a_position is ({x}, 0, 0), {camera}"),
                (seen, matrices, vertices),
            );
            cases.push(if seen == Mat4::IDENTITY { case.shown([3.0, x]) } else { case });
        }
        cases
    }

    /// No vertex is at its joint's origin, so that an ignored attribute is noticed. The last probe has a joint for every
    /// element of `u_model`, and a perspective camera, as the picture has.
    fn drawn(probe: &Probe) -> Vec<Case<Self::Input>> {
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
        vec![Case::of((shader::clip_from_model(&camera), matrices, vertices))]
    }

    fn call(course: &Course, (camera, matrices, vertices): &Self::Input) -> Result<Feedback, AnswerError> {
        let mut matrices = matrices.clone();
        matrices.resize(MAX_JOINTS, NO_JOINT);
        let uniforms = Uniforms::new().mat4("u_clip_from_model", *camera).mat4s("u_model", &matrices);
        shader::positions(course.joint_lines.vertex(), &uniforms, vertices)
    }

    fn compare((_, matrices, _): &Self::Input, output: Feedback, answer: &mut Answer) {
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
    }

    /// The mother walks.
    fn picture() -> Option<Picture<Self::Input>> {
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
        Some(Picture { frames, shape })
    }
}

/// 03.2: posed joints.
pub(crate) struct Matrices;

impl Check for Matrices {
    type Input = Skeleton;
    type Output = Vec<Mat4>;
    // Metres. A dozen products of matrices with coordinates below 10 are right to 1e-5.
    const TOLERANCE: f32 = 0.002;

    fn by_hand() -> Vec<Case<Skeleton>> {
        let mut cases = Vec::new();
        for [turn, root] in [[0.0, 0.0], [90.0, 0.0], [0.0, 0.1]] {
            let words = format!(
                "the joints of figure 03.2, joint 1 turned by {turn}°, model_from_root a move by ({root}, 0.04, 0)"
            );
            cases.push(Case::at(words, [turn, root], |state| {
                let (joints, locals, model_from_root) = figures::creature(state);
                Skeleton { joints, locals, model_from_root }
            }));
        }
        cases
    }

    fn drawn(probe: &Probe) -> Vec<Case<Skeleton>> {
        let rig = probe.rig();
        let skeleton = Skeleton {
            joints: lesson_joints(rig.skeleton.joints()),
            locals: rig.pose.locals.iter().map(Transform::to_mat4).collect(),
            model_from_root: rig.model_from_root.into(),
        };
        vec![Case::of(skeleton).details(format!("input: {}.", rig.family()))]
    }

    fn corners(probe: &Probe) -> Vec<Case<Skeleton>> {
        corners(probe)
    }

    fn call(course: &Course, skeleton: &Skeleton) -> Result<Vec<Mat4>, AnswerError> {
        let Skeleton { joints, locals, model_from_root } = skeleton;
        Ok(course.joint_lines.matrices(joints, locals, *model_from_root)?)
    }

    fn compare(Skeleton { joints, .. }: &Skeleton, matrices: Vec<Mat4>, answer: &mut Answer) {
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
    }
}

/// 03.3: joints.
pub(crate) struct IndexPairs;

impl Check for IndexPairs {
    type Input = Vec<Joint>;
    type Output = Vec<u16>;
    const TOLERANCE: f32 = 0.5;

    fn by_hand() -> Vec<Case<Vec<Joint>>> {
        tree_cases(
            figures::PAIRS,
            &[
                ("a root 0 with the children 1 and 2", 0),
                ("the seven joints of figure 03.3", 1),
                ("one joint, a root", 2),
                ("a root 0 with the child 1, whose child is 2", 3),
                ("a root 0 with the child 1, and a root 2 with the child 3", 4),
                ("a root 0 with the children 1 and 2, and joint 3, a child of 1", 5),
            ],
        )
    }

    fn drawn(probe: &Probe) -> Vec<Case<Vec<Joint>>> {
        drawn_joints(probe)
    }

    fn corners(probe: &Probe) -> Vec<Case<Vec<Joint>>> {
        joint_corners(probe)
    }

    fn call(course: &Course, joints: &Vec<Joint>) -> Result<Vec<u16>, AnswerError> {
        Ok(course.joint_lines.index_pairs(joints)?)
    }

    fn compare(joints: &Vec<Joint>, indices: Vec<u16>, answer: &mut Answer) {
        let right = (crate::finished::ANSWERS.index_pairs)(joints);
        if indices != right && sorted_lines(&indices) == sorted_lines(&right) {
            answer.notes.push(words!("another-order"));
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
    }
}

/// 03.4: joints.
pub(crate) struct ChainStarts;

impl Check for ChainStarts {
    type Input = Vec<Joint>;
    type Output = Vec<usize>;
    const TOLERANCE: f32 = 0.5;

    fn by_hand() -> Vec<Case<Vec<Joint>>> {
        tree_cases(
            7.0,
            &[
                ("a chain of 3 joints, and after it one of 2", 6),
                ("the seven joints of figure 03.3", 1),
                ("a root without a child, and after it a chain of 2 joints", 7),
                ("three roots without a child", 8),
                ("the roots 0 and 1, and joint 2, a child of 0", 9),
            ],
        )
    }

    fn drawn(probe: &Probe) -> Vec<Case<Vec<Joint>>> {
        drawn_joints(probe)
    }

    fn corners(probe: &Probe) -> Vec<Case<Vec<Joint>>> {
        joint_corners(probe)
    }

    fn call(course: &Course, joints: &Vec<Joint>) -> Result<Vec<usize>, AnswerError> {
        Ok(course.joint_lines.chain_starts(joints)?)
    }

    fn compare(_: &Vec<Joint>, starts: Vec<usize>, answer: &mut Answer) {
        compare_list(answer, "the list of starts", &starts);
    }
}

/// Returns the cases of trees that figures 03.3 and 03.4 show, with their first parameter at `first`.
fn tree_cases(first: f32, trees: &[(&str, usize)]) -> Vec<Case<Vec<Joint>>> {
    let mut cases = Vec::new();
    for (words, tree) in trees {
        cases.push(Case::at(*words, [first, *tree as f32], figures::tree));
    }
    cases
}

fn drawn_joints(probe: &Probe) -> Vec<Case<Vec<Joint>>> {
    let rig = probe.rig();
    vec![Case::of(lesson_joints(rig.skeleton.joints())).details(format!("input: {}.", rig.family()))]
}

fn joint_corners(probe: &Probe) -> Vec<Case<Vec<Joint>>> {
    corners(probe).into_iter().map(|case| Case::new(case.words, case.input.joints)).collect()
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
