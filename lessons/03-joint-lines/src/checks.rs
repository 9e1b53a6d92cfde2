//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::corners::{corners, lists};
use crate::given::{core_joints, lesson_joints};
use crate::{Answers, Joint, MAX_JOINTS, model_poses};
use common::check::{Answer, AnswerError, Check, Lesson, Probe, Rig, announce, shader};
use common::graphics::{ShaderFile, Uniforms};
use common::math::Transform;
use common::skeleton;
use common::{lesson, words};
use glam::{Mat4, Vec3};
use glium::implement_vertex;

/// Lesson 03, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(VERTEX, MATRICES, INDEX_PAIRS, CHAIN_STARTS);

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    vertex: ShaderFile("common/joints.vert"),
    matrices: |joints, locals, model_from_root| {
        let mut matrices = model_poses(joints, locals, model_from_root);
        matrices.resize(MAX_JOINTS, Mat4::IDENTITY);
        matrices
    },
    index_pairs: |joints| skeleton::bone_index_pairs(&core_joints(joints)),
    chain_starts: |joints| skeleton::chain_starts(&core_joints(joints)),
};

const VERTEX: Check<Answers> = Check {
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    tolerance: 1e-3,
    ask: clip_positions,
};

const MATRICES: Check<Answers> = Check {
    // Metres. A dozen products of matrices with coordinates below 10 are right to 1e-5.
    tolerance: 0.002,
    ask: |answers, probe| {
        if probe.is_last() {
            return Ok(matrices_of_corners(answers, probe));
        }
        let rig = probe.rig();
        let locals: Vec<Mat4> = rig.pose.locals.iter().map(Transform::to_mat4).collect();
        let root = Mat4::from(rig.model_from_root);
        let count = rig.skeleton.len();
        let label = |index: usize| {
            if index < count { rig.label(index) } else { format!("element {index}, which belongs to no joint") }
        };
        let group = |index: usize| {
            if index < count { format!("depth {}", rig.skeleton.depth(index)) } else { String::new() }
        };
        announce(rig.family());
        let matrices = (answers.matrices)(&joints(&rig), &locals, root);
        let parent = |index: usize| rig.skeleton.joints().get(index)?.parent;
        let answer = Answer::transforms(label, matrices).counted("matrices");
        Ok(answer.grouped(group).with_parents(parent))
    },
};

/// `MAX_JOINTS` matrices for each.
fn matrices_of_corners(answers: &Answers, probe: &Probe) -> Answer {
    let mut all = Answer::default();
    for corner in corners(probe) {
        let name = &corner.name;
        announce(format!("asked about {name}."));
        let got = (answers.matrices)(&corner.joints, &corner.locals, corner.model_from_root);
        let length = Answer::words(|_| format!("the length for {name}"), [got.len()]);
        let label = |index: usize| format!("for {name}, element {index}");
        all = all.and(length).and(Answer::transforms(label, got));
    }
    all
}

const INDEX_PAIRS: Check<Answers> = Check {
    tolerance: 0.5,
    ask: |answers, probe| {
        if probe.is_last() {
            return Ok(lists(probe, "the indices", answers.index_pairs, REFERENCE.index_pairs));
        }
        let rig = probe.rig();
        let label = |index: usize| {
            let end = if index.is_multiple_of(2) { "begins" } else { "ends" };
            format!("index {index}, where line {} {end}", index / 2)
        };
        announce(rig.family());
        let joints = joints(&rig);
        let indices = (answers.index_pairs)(&joints);
        let mut notes = vec![rig.family()];
        let right = (REFERENCE.index_pairs)(&joints);
        if indices != right && lines(&indices) == lines(&right) {
            notes.push(words!("another-order"));
        }
        Ok(Answer::words(label, indices).counted("indices").noting(notes))
    },
};

const CHAIN_STARTS: Check<Answers> = Check {
    tolerance: 0.5,
    ask: |answers, probe| {
        if probe.is_last() {
            return Ok(lists(probe, "the starts", answers.chain_starts, REFERENCE.chain_starts));
        }
        let rig = probe.rig();
        let roots: Vec<usize> = rig.skeleton.roots().collect();
        let label = |chain: usize| match roots.get(chain) {
            Some(&root) => {
                format!("the start of chain {chain}, which begins at the root {}", rig.label(root))
            }
            None => format!("the start of chain {chain}"),
        };
        announce(rig.family());
        let answer = Answer::words(label, (answers.chain_starts)(&joints(&rig)));
        Ok(answer.counted("chains").side_by_side().noting(vec![rig.family()]))
    },
};

fn joints(rig: &Rig) -> Vec<Joint> {
    lesson_joints(rig.skeleton.joints())
}

/// Every line of a list, whatever order it is drawn in.
fn lines(indices: &[u16]) -> Vec<&[u16]> {
    let mut lines: Vec<&[u16]> = indices.chunks(2).collect();
    lines.sort_unstable();
    lines
}

#[derive(Clone, Copy)]
struct Vertex {
    a_position: [f32; 3],
}
implement_vertex!(Vertex, a_position);

/// The lesson draws with every vertex at its joint's origin. The probe does not, so that an attribute
/// that is ignored shows. The last one has a joint for every element of `u_model`.
fn clip_positions(answers: &Answers, probe: &Probe) -> Result<Answer, AnswerError> {
    let mut random = probe.random();
    let mut matrices: Vec<Mat4> = if probe.is_last() {
        (0..MAX_JOINTS).map(|_| random.rigid().to_mat4()).collect()
    } else {
        probe.rig().model_from_joint().into_iter().map(Mat4::from).collect()
    };
    // The last has a camera, as the picture has.
    let odd = Probe { index: probe.index | 1, ..*probe };
    let clip_from_model = shader::clip_from_model(if probe.is_last() { &odd } else { probe });
    let vertex = |_| Vertex { a_position: (random.vector() * 0.5).into() };
    let vertices: Vec<Vertex> = matrices.iter().map(vertex).collect();
    // Nonsense where no joint is, so that reaching for it shows.
    matrices.resize(MAX_JOINTS, Mat4::from_scale(Vec3::splat(9.0)));
    let uniforms = Uniforms::new().mat4("u_clip_from_model", clip_from_model).mat4s("u_model", &matrices);
    let output = shader::positions(answers.vertex, &uniforms, &vertices)?;
    let label = |vertex| format!("vertex {vertex}, gl_Position");
    // Where the numbers of a smaller array end.
    let group = |vertex: usize| match vertex {
        _ if !probe.is_last() => String::new(),
        0..64 => "joints 0 to 63".into(),
        _ => format!("joints 64 to {}", MAX_JOINTS - 1),
    };
    Ok(Answer::vec4s(label, output.positions).grouped(group).noting(output.notes))
}
