//! `LESSON`: who answers, what is asked, and the mistakes that are known by name.

use crate::given::{core_joints, lesson_joints};
use crate::{Answers, Joint, exercise, mistakes, probes, starter};
use common::check::{Answer, Check, Flaw, Lesson, Probe, Task, Trouble, shader};
use common::graphics::{ShaderFile, Uniforms};
use common::math::{self, Transform};
use common::skeleton::Skeleton;
use common::skin::{Binding, Skin};
use glam::camera::rh::{proj::opengl::perspective, view::look_at_mat4};
use glam::{Affine3A, Mat4, Vec3};

/// Lesson 08, as the check engine sees it.
pub static LESSON: Lesson<Answers> = Lesson {
    number: "08",
    folder: "08-bind-pose",
    exercise: exercise::ANSWERS,
    exercise_text: include_str!("exercise.rs"),
    starter: STARTER,
    starter_text: include_str!("starter.rs"),
    starter_shaders: "08-bind-pose/starter",
    reference: REFERENCE,
    mistaken: mistakes::ANSWERS,
    checks: &[INVERSE_BINDS, SKINNING_MATRICES, VERTEX],
};

/// The first day's answers, with the first day's shader.
pub const STARTER: Answers =
    Answers { vertex: ShaderFile("08-bind-pose/starter/rigid.vert"), ..starter::ANSWERS };

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    inverse_binds: core_inverse_binds,
    skinning_matrices: core_palette,
    vertex: ShaderFile("common/rigid_skin.vert"),
};

/// By `common`'s skeleton, which keeps each joint's bind in three parts.
fn core_inverse_binds(joints: &[Joint], bind_locals: &[Mat4]) -> Vec<Mat4> {
    let parts = |local: &Mat4| math::decompose(&Affine3A::from_mat4(*local)).transform;
    let parts: Vec<Transform> = bind_locals.iter().map(parts).collect();
    let skeleton = Skeleton::new(core_joints(joints, &parts)).expect("parents come first");
    skeleton.inverse_binds().into_iter().map(Mat4::from).collect()
}

/// By `common`'s skin.
fn core_palette(model_from_joint: &[Mat4], joint_from_bind: &[Mat4]) -> Vec<Mat4> {
    let affine = |matrix: &Mat4| Affine3A::from_mat4(*matrix);
    let binding =
        |(joint, inverse)| Binding { joint: Some(joint), joint_from_bind: affine(inverse) };
    let bindings = joint_from_bind.iter().enumerate().map(binding).collect();
    let skin = Skin { bindings, bind_from_mesh: Affine3A::IDENTITY };
    let posed: Vec<Affine3A> = model_from_joint.iter().map(affine).collect();
    skin.palette(&posed).into_iter().map(Mat4::from).collect()
}

/// A mistake that we made ourselves or expect.
const fn ours(
    name: &'static str,
    aspect: &'static str,
    says: &'static str,
    asks: &'static str,
) -> Flaw {
    Flaw { name, aspect, says, asks, origin: "ours" }
}

const INVERSE_BINDS: Check<Answers> = Check {
    id: "08.1",
    task: Task::Function("inverse_binds"),
    // Metres. Chains of up to seven joints, coordinates up to about 20, an inverse at the end.
    tolerance: 0.002,
    finished_in: "common::skeleton::Skeleton::inverse_binds",
    ask: |answers, probe| {
        let rig = probes::stretched(probe);
        let joints = lesson_joints(rig.skeleton.joints());
        let locals: Vec<Mat4> =
            rig.skeleton.joints().iter().map(|joint| joint.bind_local.to_mat4()).collect();
        let group = |joint: usize| {
            let known = joint < joints.len();
            if known { format!("depth {}", rig.skeleton.depth(joint)) } else { String::new() }
        };
        let matrices = (answers.inverse_binds)(&joints, &locals);
        Ok(transforms(|joint| rig.label(joint), matrices).grouped(group).noting(vec![rig.family()]))
    },
    flaws: &[
        ours(
            "LOCAL-BIND",
            "space",
            "each joint's own bind local is taken, which leads no further than to its parent.",
            "In which space do the vertices lie: the parent's, or the model's?",
        ),
        ours(
            "ONE-LEVEL",
            "space",
            "only the joint's own local and its parent's are multiplied: what the parent hangs on is left out.",
            "How far does the parent's local lead: to the model, or to the parent's parent?",
        ),
        ours(
            "JOINT-BEFORE",
            "space",
            "each joint hangs on the one before it in the list, not on its parent.",
            "Two legs hang on one hip. Which joint stands before the second leg in the list, and which one is its parent?",
        ),
        ours(
            "INVERTED-TOO-EARLY",
            "space",
            "the locals are inverted one by one, and multiplied in the order of the way there.",
            "You took off socks and shoes the way you had put them on. What is the inverse of A B?",
        ),
        ours(
            "NOT-INVERTED",
            "inverse",
            "the bind matrices themselves, which lead from the joint to the model, and not back.",
            "`joint_from_bind`: which space does the matrix come from, and which does it lead into?",
        ),
        ours(
            "TRANSPOSED",
            "inverse",
            "the transpose instead of the inverse: right for a rotation alone, and the translation ends up in the last row.",
            "What was lesson 01's inverse of a rotation, and is that all there is in the matrix?",
        ),
        ours(
            "TRANSLATION-ONLY",
            "inverse",
            "only the place is undone, as with lesson 07's pins: how the joint was turned is left out.",
            "Which way did the joint's x axis point when the mesh was bound, and where does your matrix turn that?",
        ),
        ours(
            "TRANSLATION-NEGATED",
            "inverse",
            "the rotation is turned back, but the translation is only negated.",
            "Is the way back still along the old axes, once everything has been turned back?",
        ),
        ours(
            "RIGID-INVERSE",
            "inverse",
            "lesson 01's inverse, by transposing the rotation: a joint that stretches is stretched once more.",
            "What is the inverse of a scale by 2, and does a transpose make it?",
        ),
        ours(
            "ROOT-TWICE",
            "root",
            "the first joint's local is also handed over as the root's parent, so that it is there twice.",
            "What stands in for a root's parent, if the root's own local says where it is in the model?",
        ),
    ],
};

const SKINNING_MATRICES: Check<Answers> = Check {
    id: "08.2",
    task: Task::Function("skinning_matrices"),
    // As above, and a product.
    tolerance: 0.002,
    finished_in: "common::skin::Skin::write_palette",
    ask: |answers, probe| {
        let rig = probes::stretched(probe);
        let posed: Vec<Mat4> = rig.model_from_joint().into_iter().map(Mat4::from).collect();
        let back: Vec<Mat4> = rig.skeleton.inverse_binds().into_iter().map(Mat4::from).collect();
        Ok(transforms(|joint| rig.label(joint), (answers.skinning_matrices)(&posed, &back)))
    },
    flaws: &[
        ours(
            "INVERSE-FORGOTTEN",
            "factors",
            "model_from_joint alone, as if every vertex had been modelled in its joint's own space.",
            "Where does this matrix send a point of the head, which was modelled at the height of the head already?",
        ),
        ours(
            "WRONG-SIDE",
            "side",
            "the two factors stand in each other's place.",
            "Which of the two does a point meet first, and on which side of the product does that one stand?",
        ),
        ours(
            "INVERTED-AGAIN",
            "back",
            "joint_from_bind is inverted once more, and so leads from the joint to the model.",
            "What has 08.1 done already?",
        ),
        ours(
            "FROM-CURRENT-POSE",
            "back",
            "the inverse of the joint's place now, not when the mesh was bound: the product is the identity, and nothing moves.",
            "Which of the two matrices changes from frame to frame, and which must not?",
        ),
        ours(
            "FIRST-INVERSE",
            "index",
            "the first joint's inverse bind is used for all.",
            "Did all joints stand in the same place when the mesh was bound?",
        ),
        ours(
            "ROWS-FOR-COLUMNS",
            "layout",
            "the product is transposed at the end. glam and OpenGL both keep columns: nothing has to be turned.",
            "Where does the translation stand in lesson 03's matrices?",
        ),
        ours(
            "FILLED-UP",
            "length",
            "the list is filled up to the length of the shader's array, as lesson 03's was. Here the scene does that.",
            "How many matrices does the text above the function ask for?",
        ),
    ],
};

const VERTEX: Check<Answers> = Check {
    id: "08.3",
    task: Task::Shader("rigid.vert"),
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    tolerance: 1e-3,
    finished_in: "shaders/common/rigid_skin.vert",
    ask: positions_and_normals,
    flaws: &[
        ours(
            "FIRST-MATRIX",
            "index",
            "every vertex gets the matrix of joint 0.",
            "What differs from vertex to vertex?",
        ),
        ours(
            "VERTEX-NUMBER",
            "index",
            "the vertex's own number is looked up. That was lesson 03's way, where vertex number i was joint number i.",
            "How many vertices are there, and how many joints? Who says which of these carries which of those?",
        ),
        ours(
            "NEXT-JOINT",
            "index",
            "every vertex gets the next joint's matrix.",
            "What is the number of the first element of an array?",
        ),
        ours(
            "SECOND-NUMBER",
            "index",
            "the second of the four numbers is looked up.",
            "Which letter is the first of x, y, z, w? And [1] is not the first either.",
        ),
        ours(
            "READ-AS-FLOATS",
            "index",
            "a_joints is declared as floats. glium, which draws here, converts the numbers on the way; what another program hands over may arrive as bits that mean something else, and then every vertex follows joint 0.",
            "Which GLSL type holds four whole numbers without a sign?",
        ),
        ours(
            "RAW-BEYOND",
            "beyond",
            "where the joint's number is above some limit the vertex is left where it was modelled, which hides a mistake and repairs none.",
            "How many elements has u_palette, and should a vertex that asks for another be drawn as if all were well?",
        ),
        ours(
            "ROWS-FOR-COLUMNS",
            "side",
            "the vector stands on the left of the matrix (or the matrix is transposed): the translation is lost in w.",
            "On which side of a matrix does a column vector stand?",
        ),
        ours(
            "NORMAL-LEFT-BEHIND",
            "normal",
            "the normal does not follow: it is handed on as it was modelled, and the light falls on the tin as if it had not been turned.",
            "When a tin tips over, which way does its lid look?",
        ),
    ],
};

/// Matrices, or a word where one is no number: a NaN has no distance, and would agree with no mistake
/// that makes one.
fn transforms(label: impl Fn(usize) -> String, matrices: Vec<Mat4>) -> Answer {
    let one = |(joint, matrix): (usize, Mat4)| {
        let label = |_| label(joint);
        if matrix.is_finite() {
            Answer::transforms(label, [matrix])
        } else {
            Answer::words(label, ["not a number"])
        }
    };
    matrices.into_iter().enumerate().map(one).fold(Answer::default(), Answer::and)
}

/// The even probes have no camera, so that the numbers are metres.
fn positions_and_normals(answers: &Answers, probe: &Probe) -> Result<Answer, Trouble> {
    let clip_from_model = if probe.index.is_multiple_of(2) { Mat4::IDENTITY } else { camera() };
    let (palette, vertices) = probes::palette_and_vertices(&mut probe.random());
    let uniforms =
        Uniforms::new().mat4("u_clip_from_model", clip_from_model).mat4s("u_palette", &palette);
    let mut told = shader::positions(answers.vertex, &uniforms, &vertices)?;
    // What is for the fragment shader alone, or for lesson 09, has no effect on a position.
    told.notes.retain(|note| note.contains("a_joints") || note.contains("u_"));
    let label = |vertex: usize, what: &str| match vertices.get(vertex) {
        Some(v) => format!("vertex {vertex}, whose a_joints are {:?}, {what}", v.joints),
        None => format!("vertex {vertex}"),
    };
    let [position, normal] = ["gl_Position", "v_normal"];
    // What a shader gets that reads whole numbers as floats depends on who draws: it is not compared.
    let as_floats =
        told.notes.iter().any(|note| note.starts_with("attribute a_joints is declared vec"));
    let read = |kind| Answer::words(|_| "a_joints, read as".into(), [kind]);
    if as_floats {
        let unseen =
            |what| Answer::words(|v| label(v, what), vec!["not looked at"; vertices.len()]);
        return Ok(read("floats").and(unseen(position)).and(unseen(normal)));
    }
    let normals = shader::vec3_outputs(answers.vertex, &uniforms, &vertices, normal)?;
    let positions = Answer::vec4s(|vertex| label(vertex, position), told.positions);
    let normals = Answer::points(|vertex| label(vertex, normal), normals);
    Ok(read("whole numbers").and(positions).and(normals).noting(told.notes))
}

fn camera() -> Mat4 {
    let view = look_at_mat4(Vec3::new(3.0, 2.0, 5.0), Vec3::new(0.2, 1.0, -0.3), Vec3::Y);
    perspective(0.8, 1.6, 0.1, 100.0) * view
}
