//! `LESSON`: who answers, what is asked, and the mistakes that are known by name.

use crate::given::{core_joints, lesson_joints};
use crate::{Answers, Joint, MAX_JOINTS, exercise, mistakes, model_poses, starter};
use common::check::{Answer, Check, Flaw, Lesson, Probe, Rig, Task, Trouble, asking, shader};
use common::graphics::{ShaderFile, Uniforms};
use common::math::Transform;
use common::skeleton;
use glam::camera::rh::{proj::opengl::perspective, view::look_at_mat4};
use glam::{Mat4, Vec3};
use glium::implement_vertex;

/// Lesson 03, as the check engine sees it.
pub static LESSON: Lesson<Answers> = Lesson {
    number: "03",
    folder: "03-joint-lines",
    exercise: exercise::ANSWERS,
    exercise_text: include_str!("exercise.rs"),
    starter: STARTER,
    starter_text: include_str!("starter.rs"),
    starter_shaders: "03-joint-lines/starter",
    reference: REFERENCE,
    mistaken: mistakes::ANSWERS,
    checks: &[INDEX_PAIRS, VERTEX, MATRICES, CHAIN_STARTS],
};

/// The first day's answers, with the first day's shader.
pub const STARTER: Answers =
    Answers { vertex: ShaderFile("03-joint-lines/starter/joints.vert"), ..starter::ANSWERS };

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    index_pairs: |joints| skeleton::bone_index_pairs(&core_joints(joints)),
    vertex: ShaderFile("common/joints.vert"),
    matrices: |joints, locals, model_from_root| {
        let mut matrices = model_poses(joints, locals, model_from_root);
        matrices.resize(MAX_JOINTS, Mat4::IDENTITY);
        matrices
    },
    chain_starts: |joints| skeleton::chain_starts(&core_joints(joints)),
};

/// A mistake that we made ourselves or expect.
const fn ours(
    name: &'static str,
    aspect: &'static str,
    says: &'static str,
    asks: &'static str,
) -> Flaw {
    Flaw { name, aspect, says, asks, origin: "ours" }
}

const INDEX_PAIRS: Check<Answers> = Check {
    id: "03.1",
    task: Task::Function("index_pairs"),
    tolerance: 0.5,
    finished_in: "common::skeleton::bone_index_pairs",
    ask: |answers, probe| {
        let rig = probe.rig();
        let label = |index: usize| {
            let end = if index.is_multiple_of(2) { "begins" } else { "ends" };
            format!("index {index}, where line {} {end}", index / 2)
        };
        asking(rig.family());
        let joints = joints(&rig);
        let indices = (answers.index_pairs)(&joints);
        let mut notes = vec![rig.family()];
        let right = (REFERENCE.index_pairs)(&joints);
        if indices != right && lines(&indices) == lines(&right) {
            notes.push("the lines are the right ones, in another order.".into());
        }
        Ok(Answer::words(label, indices).counted("indices").noting(notes))
    },
    flaws: &[
        ours(
            "ARRAY-ORDER",
            "order",
            "the joints are visited in array order, not depth first.",
            "Which function of lesson 02 gives the order?",
        ),
        ours(
            "CHILDREN-OF-EACH",
            "order",
            "each joint brings the bones to all its children at once, so that a chain's second leg begins before its first has ended.",
            "In which order does the walk reach the far ends of the bones?",
        ),
        ours(
            "LINE-STRIP",
            "pairs",
            "one index for each joint: that is a strip, and a strip cannot branch.",
            "How many indices does one line of a line list take?",
        ),
        ours(
            "CHILD-FIRST",
            "ends",
            "each pair is turned round: the child comes before its parent.",
            "Which end of the bone comes first?",
        ),
        ours(
            "PREVIOUS-AS-PARENT",
            "parent",
            "the joint visited just before is taken for the parent.",
            "Where does a joint say who its parent is?",
        ),
        ours(
            "ALL-IN-A-ROW",
            "parent",
            "every joint of the walk is joined to the one before it, roots too: a strip, written as a list.",
            "Where does a joint say who its parent is?",
        ),
        ours(
            "ROOT-FROM-ZERO",
            "root",
            "a joint without a parent gets a line from joint 0.",
            "Does a root have a bone?",
        ),
        ours(
            "ROOT-TO-ITSELF",
            "root",
            "a joint without a parent gets a line from itself to itself: 2 n indices, not 2 (n - 1).",
            "Does a root have a bone?",
        ),
        ours(
            "PLACE-IN-WALK",
            "number",
            "a joint is named by its place in the walk, not by its index.",
            "Which number does gl_VertexID have to have for u_model to give the right matrix?",
        ),
        ours(
            "FIRST-CHAIN-ONLY",
            "roots",
            "the walk ends after the first root's joints.",
            "How many joints have no parent?",
        ),
    ],
};

const VERTEX: Check<Answers> = Check {
    id: "03.2",
    task: Task::Shader("joints.vert"),
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    tolerance: 1e-3,
    finished_in: "shaders/common/joints.vert",
    ask: clip_positions,
    flaws: &[
        ours(
            "FIRST-MATRIX",
            "index",
            "every vertex gets the matrix of joint 0.",
            "What differs from vertex to vertex? (gl_InstanceID is 0 all through one draw.)",
        ),
        ours(
            "NEXT-JOINT",
            "index",
            "every vertex gets the next joint's matrix.",
            "What is the first value of gl_VertexID?",
        ),
        ours(
            "HALF-THE-NUMBER",
            "index",
            "two vertices after one another share a matrix.",
            "Through an index buffer, is gl_VertexID the place in that buffer, or the index that stands there?",
        ),
        ours(
            "ROWS-FOR-COLUMNS",
            "side",
            "the vector stands on the left of the joint's matrix (or the matrix is transposed): the translation is lost in w.",
            "On which side of a matrix does a column vector stand?",
        ),
        ours(
            "VECTOR-FIRST",
            "side",
            "the product is written from left to right, the vector first: that is the product with both matrices transposed.",
            "On which side of a matrix does a column vector stand?",
        ),
        ours(
            "W-ZERO",
            "w",
            "w is 0: that is a direction, and no translation moves it.",
            "What is w of a point?",
        ),
        ours(
            "DIVIDED",
            "w",
            "the position is divided by its w already, and what lies behind the camera comes before it.",
            "Who divides by w, you or OpenGL?",
        ),
        ours(
            "CAMERA-FORGOTTEN",
            "clip",
            "u_clip_from_model is not used.",
            "In which space does OpenGL expect gl_Position?",
        ),
        ours(
            "MODEL-TIMES-CLIP",
            "product",
            "the two matrices are multiplied the wrong way round.",
            "Which of them is applied to the point first, and on which side does it stand?",
        ),
        ours(
            "POSITION-IGNORED",
            "position",
            "a_position is not used: right only as long as every vertex lies at its joint's origin.",
            "Where would a vertex go that lies beside its joint?",
        ),
    ],
};

const MATRICES: Check<Answers> = Check {
    id: "03.3",
    task: Task::Function("matrices"),
    // Metres. A dozen products of matrices with coordinates below 10 are right to 1e-5.
    tolerance: 0.002,
    finished_in: "common::skeleton::local_to_model",
    ask: |answers, probe| {
        let rig = probe.rig();
        let locals: Vec<Mat4> = rig.pose.locals.iter().map(Transform::to_mat4).collect();
        let root = Mat4::from(rig.model_from_root);
        let count = rig.skeleton.len();
        let label = |index: usize| {
            if index < count { rig.label(index) } else { format!("element {index}, no joint's") }
        };
        let group = |index: usize| {
            if index < count {
                format!("depth {}", rig.skeleton.depth(index))
            } else {
                String::new()
            }
        };
        asking(rig.family());
        let matrices = (answers.matrices)(&joints(&rig), &locals, root);
        let parent = |index: usize| rig.skeleton.joints().get(index)?.parent;
        let answer = Answer::transforms(label, matrices).counted("matrices");
        Ok(answer.grouped(group).hanging_on(parent))
    },
    flaws: &[
        ours(
            "LOCALS-UPLOADED",
            "space",
            "each joint's local matrix is given: it leads to the parent's space only.",
            "Which space does a line between two joints need both its ends in?",
        ),
        ours(
            "ROOT-IGNORED",
            "root",
            "model_from_root is not used: the figure stands at the origin, whatever it is told.",
            "What stands in for the parent of a root?",
        ),
        ours(
            "ROOT-TWICE",
            "root",
            "model_from_root is applied once more to every joint.",
            "Do joints not get it from their parents already?",
        ),
        ours(
            "WALK-ORDER",
            "order",
            "the matrices stand in depth-first order.",
            "Which number does the shader look up: a joint's place in the walk, or its index?",
        ),
        ours(
            "NOT-FILLED-UP",
            "length",
            "there are as many matrices as joints, fewer than the shader's array has elements.",
            "How long is u_model, and what is in the elements that nobody sets?",
        ),
        ours(
            "FILLED-WITH-ZERO",
            "length",
            "the elements that no joint claims are matrices of zeros.",
            "Which matrix leaves a point where it is?",
        ),
        ours(
            "FILLED-WITH-ROOT",
            "length",
            "the elements that no joint claims are model_from_root.",
            "Which matrix leaves a point where it is?",
        ),
    ],
};

const CHAIN_STARTS: Check<Answers> = Check {
    id: "03.4",
    task: Task::Function("chain_starts"),
    tolerance: 0.5,
    finished_in: "common::skeleton::chain_starts",
    ask: |answers, probe| {
        let rig = probe.rig();
        let roots: Vec<usize> = rig.skeleton.roots().collect();
        let label = |chain: usize| match roots.get(chain) {
            Some(&root) => {
                format!("the start of chain {chain}, which hangs on {}", rig.label(root))
            }
            None => format!("the start of chain {chain}"),
        };
        asking(rig.family());
        let answer = Answer::words(label, (answers.chain_starts)(&joints(&rig)));
        Ok(answer.counted("chains").side_by_side().noting(vec![rig.family()]))
    },
    flaws: &[
        ours(
            "BONES-COUNTED",
            "unit",
            "bones are counted, one for each.",
            "How many places in the index buffer does a bone take?",
        ),
        ours(
            "ROOT-COUNTED",
            "root",
            "a root is counted as if it had a bone: a chain takes 2 n places, not 2 (n - 1).",
            "What does 03.1 write when it meets a root?",
        ),
        ours(
            "ARRAY-ORDER",
            "order",
            "joints are counted in array order, where the chains are mixed.",
            "In which order does 03.1 write the bones?",
        ),
        ours(
            "ROOTS",
            "what",
            "the roots' own numbers are given, not places in the index buffer.",
            "How many indices come before a chain's first?",
        ),
        ours(
            "FIRST-TWICE",
            "what",
            "there is one 0 more than roots: a chain begins before the first.",
            "What does your list hold before the walk begins, and what does the first root add?",
        ),
        ours(
            "LENGTHS",
            "what",
            "how long each chain is, not where it begins.",
            "How many indices come before a chain's first?",
        ),
        ours(
            "ENDS",
            "what",
            "where each chain ends, not where it begins.",
            "Do you note the number before or after you have counted a chain's bones?",
        ),
    ],
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
/// that is ignored shows. The even probes have no camera, so that the numbers are metres.
fn clip_positions(answers: &Answers, probe: &Probe) -> Result<Answer, Trouble> {
    let rig = probe.rig();
    let clip_from_model = if probe.index.is_multiple_of(2) { Mat4::IDENTITY } else { camera() };
    let mut matrices: Vec<Mat4> = rig.model_from_joint().into_iter().map(Mat4::from).collect();
    let mut random = probe.random();
    let vertex = |_| Vertex { a_position: (random.vector() * 0.5).into() };
    let vertices: Vec<Vertex> = matrices.iter().map(vertex).collect();
    // Nonsense where no joint is, so that reaching for it shows.
    matrices.resize(MAX_JOINTS, Mat4::from_scale(Vec3::splat(9.0)));
    let uniforms =
        Uniforms::new().mat4("u_clip_from_model", clip_from_model).mat4s("u_model", &matrices);
    let told = shader::positions(answers.vertex, &uniforms, &vertices)?;
    let label = |vertex| format!("vertex {vertex}, gl_Position");
    Ok(Answer::vec4s(label, told.positions).noting(told.notes))
}

fn camera() -> Mat4 {
    let view = look_at_mat4(Vec3::new(3.0, 2.0, 5.0), Vec3::new(0.2, 1.0, -0.3), Vec3::Y);
    perspective(0.8, 1.6, 0.1, 100.0) * view
}
