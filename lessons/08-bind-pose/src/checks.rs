//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::given::{core_joints, lesson_joints};
use crate::{Answers, Joint, probes};
use common::check::{Answer, AnswerError, Check, Lesson, Probe};
use common::graphics::ShaderFile;
use common::lesson;
use common::math::{self, Transform};
use common::scenes::skinning_probe::SkinningProbe;
use common::skeleton::Skeleton;
use common::skin::{Binding, Skin};
use glam::{Affine3A, Mat4};

/// Lesson 08, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(INVERSE_BINDS, SKINNING_MATRICES, VERTEX);

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

const INVERSE_BINDS: Check<Answers> = Check {
    // Metres. Chains of up to seven joints, coordinates up to about 20, an inverse at the end.
    tolerance: 0.002,
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
        Ok(Answer::finite_transforms(|joint| rig.label(joint), matrices)
            .grouped(group)
            .noting(vec![rig.family()]))
    },
};

const SKINNING_MATRICES: Check<Answers> = Check {
    // As above, and a product.
    tolerance: 0.002,
    ask: |answers, probe| {
        let rig = probes::stretched(probe);
        let posed: Vec<Mat4> = rig.model_from_joint().into_iter().map(Mat4::from).collect();
        let back: Vec<Mat4> = rig.skeleton.inverse_binds().into_iter().map(Mat4::from).collect();
        Ok(Answer::finite_transforms(
            |joint| rig.label(joint),
            (answers.skinning_matrices)(&posed, &back),
        ))
    },
};

const VERTEX: Check<Answers> = Check {
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    tolerance: 1e-3,
    ask: positions_and_normals,
};

fn positions_and_normals(answers: &Answers, probe: &Probe) -> Result<Answer, AnswerError> {
    let skinning = SkinningProbe::new(probe, probes::palette_and_vertices(&mut probe.random()));
    let output = skinning.positions(answers.vertex, &["a_joints"])?;
    let vertices = &skinning.vertices;
    let label = |vertex: usize, what: &str| match vertices.get(vertex) {
        Some(v) => format!("vertex {vertex}, whose a_joints are {:?}, {what}", v.joints),
        None => format!("vertex {vertex}"),
    };
    let [position, normal] = ["gl_Position", "v_normal"];
    // What a shader gets that reads whole numbers as floats depends on who draws: it is not compared.
    let as_floats =
        output.notes.iter().any(|note| note.starts_with("attribute a_joints is declared vec"));
    let read = |kind| Answer::words(|_| "a_joints, read as".into(), [kind]);
    if as_floats {
        let unseen =
            |what| Answer::words(|v| label(v, what), vec!["not looked at"; vertices.len()]);
        return Ok(read("floats").and(unseen(position)).and(unseen(normal)));
    }
    let normals = skinning.normals(answers.vertex)?;
    let positions = Answer::vec4s(|vertex| label(vertex, position), output.positions);
    let normals = Answer::points(|vertex| label(vertex, normal), normals);
    Ok(read("whole numbers").and(positions).and(normals).noting(output.notes))
}
