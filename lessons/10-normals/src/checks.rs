//! `LESSON`: who answers, what is asked, and the mistakes that are known by name.

use crate::{Answers, exercise, mistakes, patches, probes, starter};
use common::check::{Answer, Check, Flaw, Lesson, Probe, Task, Trouble, shader};
use common::graphics::patch::SIDE;
use common::graphics::{ShaderFile, Uniforms};
use common::skin;
use glam::camera::rh::{proj::opengl::perspective, view::look_at_mat4};
use glam::{Mat3, Mat3A, Mat4, Vec3};

/// Lesson 10, as the check engine sees it.
pub static LESSON: Lesson<Answers> = Lesson {
    number: "10",
    folder: "10-normals",
    exercise: exercise::ANSWERS,
    exercise_text: include_str!("exercise.rs"),
    starter: STARTER,
    starter_text: include_str!("starter.rs"),
    starter_shaders: "10-normals/starter",
    reference: REFERENCE,
    mistaken: mistakes::ANSWERS,
    checks: &[FRAGMENT, NORMAL_MATRIX, VERTEX, SHORTCUT_WILL_DO],
};

/// The first day's answers, with the first day's shaders.
pub const STARTER: Answers = Answers {
    fragment: ShaderFile("10-normals/starter/phong.frag"),
    vertex: ShaderFile("10-normals/starter/lit.vert"),
    ..starter::ANSWERS
};

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    fragment: ShaderFile("common/phong.frag"),
    normal_matrix: |model_from_bind| {
        Mat3::from(skin::normal_matrix(&Mat3A::from_mat4(model_from_bind)))
    },
    vertex: ShaderFile("common/lit_skin.vert"),
    shortcut_will_do: |model_from_bind| skin::scales_evenly(&Mat3A::from_mat4(model_from_bind)),
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

const FRAGMENT: Check<Answers> = Check {
    id: "10.1",
    task: Task::Shader("phong.frag"),
    // Of colours from 0 to 1, as the screen gets them: a step of 255 is 0.004.
    tolerance: 0.003,
    finished_in: "shaders/common/phong.frag",
    ask: colors,
    flaws: &[
        ours(
            "NOT-RENORMALISED",
            "normal",
            "v_normal is taken as it comes, and between two vertices it comes shorter than 1.",
            "Halfway between two directions of length 1: how long is their mean?",
        ),
        ours(
            "LIGHT-REVERSED",
            "lamp",
            "the light's direction has the wrong sign: the surface is lit from behind.",
            "u_to_light leads from the surface to the lamp. Which way does the normal of a lit surface point?",
        ),
        ours(
            "NO-MAX",
            "shade",
            "the diffuse term is not kept from falling below 0: in the shade it takes light away.",
            "What is the cosine of an angle of more than 90 degrees, and is there light that darkens?",
        ),
        ours(
            "SHINES-THROUGH",
            "behind",
            "there is a highlight where the lamp is behind the surface.",
            "Can a lamp be mirrored in the side of a thing that it does not reach?",
        ),
        ours(
            "HALF-VECTOR",
            "mirror",
            "the angle between the normal and the half vector, with Phong's exponent. That is Blinn's model; its angle is about half as large, so that the highlight becomes about twice as broad.",
            "Which two directions does the text compare for the specular term?",
        ),
        ours(
            "UNREFLECTED",
            "mirror",
            "the highlight compares the directions to the lamp and to the eye, and nothing is mirrored: it does not depend on the surface.",
            "Where would you have to stand to see the lamp in a mirror, and what has the mirror's normal to do with it?",
        ),
        ours(
            "WITHOUT-EYE",
            "mirror",
            "the highlight does not depend on where the viewer stands: it is the diffuse cosine once more, only sharper.",
            "Walk round a glazed bowl. Does its highlight stay in one place?",
        ),
        ours(
            "TURNED-AWAY",
            "mirror",
            "of the highlight's two directions one points the wrong way, the mirrored one or the eye's: there is a highlight for those who stand with the lamp in their back, low above the surface.",
            "reflect() wants the way that the light travels: is that along u_to_light, or against it? And which way leads from v_position to u_eye?",
        ),
        ours(
            "NO-HIGHLIGHT",
            "mirror",
            "there is no highlight at all.",
            "How many terms are there in the sum?",
        ),
        ours(
            "EYE-AT-ORIGIN",
            "eye",
            "the viewer is taken to be at the origin. That is so in the camera's space; here everything is in the model's.",
            "What is in u_eye, and which way leads from a to b?",
        ),
        ours(
            "EYE-NOT-NORMALISED",
            "eye",
            "the way to the eye is used with its whole length, and a dot product is a cosine for lengths of 1 only.",
            "The viewer steps back twice as far. What becomes of your dot product?",
        ),
        ours(
            "TIMES-FOR-POWER",
            "power",
            "the cosine is multiplied by the exponent, not raised to it.",
            "What does the exponent stand over in the formula, and which function of GLSL is that?",
        ),
        ours(
            "TINTED",
            "sum",
            "the highlight has the surface's colour. What is mirrored never gets into the paint.",
            "Of which colour is the highlight on a red balloon under a white lamp?",
        ),
        ours(
            "OVERWRITTEN",
            "sum",
            "where the lamp shines there is its mirror image alone: the other two terms are lost.",
            "`=` or `+=`: what becomes of what `light` held before?",
        ),
        ours(
            "DIMMED",
            "sum",
            "the highlight is multiplied by the diffuse cosine, too.",
            "Over which of the sum's terms does the text put the cosine between normal and lamp?",
        ),
        ours(
            "LAMP-FORGOTTEN",
            "sum",
            "the highlight is as bright as the surface mirrors, whatever the lamp gives.",
            "Of a lamp that is half as bright: how bright is its image in a mirror?",
        ),
        ours(
            "LAMP-NOT-DIFFUSED",
            "diffuse",
            "the diffuse term does without the lamp's light: a dim lamp lights as much as a bright one.",
            "What does L stand at in the formula?",
        ),
        ours(
            "AMBIENT-FORGOTTEN",
            "ambient",
            "the light from all around is not there: the shade is black.",
            "What lights the side of a ball that the lamp does not reach?",
        ),
        ours(
            "AMBIENT-UNPAINTED",
            "ambient",
            "the light from all around is added as it is: the surface's colour has no part in it.",
            "In a white room, of which colour is the shaded side of a red ball?",
        ),
    ],
};

const NORMAL_MATRIX: Check<Answers> = Check {
    id: "10.2",
    task: Task::Function("normal_matrix"),
    // Of directions of length 1, after an inverse in single precision; 0.1 degrees.
    tolerance: 0.002,
    finished_in: "common::skin::normal_matrix",
    ask: |answers, probe| {
        let asked = probes::matrices(probe);
        let normals = probes::normals(&mut probe.random());
        let one = |(index, matrix): (usize, &probes::Matrix)| {
            let turns = (answers.normal_matrix)(matrix.model_from_bind);
            // How long a normal comes out does not matter.
            let turned = normals.map(|normal| (turns * normal).normalize());
            let label = |n: usize| {
                format!("matrix {index}, {}: where {} goes", matrix.kind, short(normals[n]))
            };
            Answer::points(label, turned).grouped(|_| matrix.family.into())
        };
        Ok(asked.iter().enumerate().map(one).fold(Answer::default(), Answer::and))
    },
    flaws: &[
        ours(
            "SHORTCUT",
            "matrix",
            "the matrix itself: right only where nothing is stretched.",
            "The slope of the text is stretched to twice its width. Does it become steeper or flatter, and its normal?",
        ),
        ours(
            "TRANSPOSED-ONLY",
            "matrix",
            "transposed, and not inverted: a rotation is turned back, and a stretch stretches.",
            "What is the transpose of a rotation, and what of a matrix that only stretches?",
        ),
        ours(
            "TRANSPOSED-TWICE",
            "matrix",
            "the inverse, not transposed, or transposed twice: a rotation is turned back.",
            "For a rotation the right matrix is the rotation itself. What is yours?",
        ),
        ours(
            "ROTATION-ONLY",
            "matrix",
            "every column is brought to length 1: that takes the stretch out, and a normal has to be stretched the other way round.",
            "A ball is pressed flat. Do its normals stay as they were?",
        ),
        ours(
            "SIGN-LOST",
            "matrix",
            "where the matrix mirrors, outside and inside change places. (Cofactors are the inverse transpose times the determinant, and that has a sign.)",
            "What is the sign of the determinant of a mirror?",
        ),
    ],
};

const VERTEX: Check<Answers> = Check {
    id: "10.3",
    task: Task::Shader("lit.vert"),
    // Normals of length 1, and clip coordinates up to about 10: single precision is right to 1e-5 of that.
    tolerance: 0.002,
    finished_in: "shaders/common/lit_skin.vert",
    ask: normals_and_positions,
    flaws: &[
        ours(
            "UNSKINNED",
            "matrix",
            "the normal is handed over as it was modelled: what has been computed for it, if anything, is not used.",
            "When the figure bends away from the lamp, what tells the light?",
        ),
        ours(
            "SHORTCUT",
            "matrix",
            "the blended matrix itself, which is right only where nothing is stretched.",
            "What did you write in 10.2, and does it stand here?",
        ),
        ours(
            "TRANSLATED",
            "matrix",
            "the normal has got a 1 for its fourth number, and is moved along like a place.",
            "Does a direction change if the whole figure takes a step to the left?",
        ),
        ours(
            "TRANSPOSED-ONLY",
            "matrix",
            "transposed, and not inverted. (A vector to the left of a matrix is the same as a transpose.)",
            "What is the transpose of a rotation, and what of a matrix that only stretches?",
        ),
        ours(
            "TRANSPOSED-TWICE",
            "matrix",
            "the inverse, not transposed, or transposed twice. (A vector to the left of a matrix is a transpose already.)",
            "How many transposes are there in your line, if the vector's side counts for one?",
        ),
        ours(
            "EACH-BONE",
            "matrix",
            "the inverse transpose of every joint's matrix, and then the blend. Between two joints that is another matrix.",
            "Is 1 / (a + b) the same as 1 / a + 1 / b? What was blended for the position?",
        ),
        ours(
            "FIRST-JOINT-ONLY",
            "matrix",
            "the first joint's matrix turns the normal, while four of them carry the position.",
            "Which matrix has moved the surface here?",
        ),
        ours(
            "CAMERA-TOO",
            "space",
            "the camera's matrix is in it: the normal is in another space than the light.",
            "In which space are u_eye and u_to_light?",
        ),
        ours(
            "SIGN-LOST",
            "mirror",
            "where the matrix mirrors, outside and inside change places. (Cofactors are the inverse transpose times the determinant, and that has a sign.)",
            "What is the sign of the determinant of a mirror?",
        ),
        ours(
            "NOT-NORMALISED",
            "length",
            "the normals are not of length 1: where two vertices are mixed, the longer one counts for more.",
            "A normal of length 2 and one of length 1/2: which way does their mean lean?",
        ),
    ],
};

const SHORTCUT_WILL_DO: Check<Answers> = Check {
    id: "10.4",
    task: Task::Function("shortcut_will_do"),
    // Of words: they are equal or not.
    tolerance: 0.5,
    finished_in: "common::skin::scales_evenly",
    ask: |answers, probe| {
        let asked = probes::matrices(probe);
        let one = |matrix: &probes::Matrix| {
            if (answers.shortcut_will_do)(matrix.model_from_bind) { "right" } else { "not right" }
        };
        let said: Vec<&str> = asked.iter().map(one).collect();
        let label = |index: usize| format!("matrix {index}, {}: the shortcut", asked[index].kind);
        let group = |index: usize| String::from(asked[index].family);
        Ok(Answer::words(label, said).grouped(group))
    },
    flaws: &[
        ours(
            "LENGTHS-ONLY",
            "columns",
            "the columns' lengths are compared, and the angles between them are not.",
            "The matrix of a card house that falls over: how long are its columns, and is it a rotation?",
        ),
        ours(
            "ANGLES-ONLY",
            "columns",
            "the angles between the columns are looked at, and their lengths are not compared.",
            "A matrix that only stretches x: are its columns square to each other?",
        ),
        ours(
            "ABS-FORGOTTEN",
            "columns",
            "of the dot products only those above 0 are refused: two columns at more than a right angle have one below.",
            "What is the dot product of two directions at 120 degrees to each other?",
        ),
        ours(
            "UNIT-LENGTH",
            "size",
            "columns of length 1 are asked for: a scale that is the same in all directions is refused.",
            "Blow up a ball evenly. Do its normals turn?",
        ),
        ours(
            "ABSOLUTE",
            "size",
            "the tolerance is the same for small matrices and large ones: among very small numbers every two are nearly equal.",
            "A thousandth of what?",
        ),
        ours(
            "ABSOLUTE-LENGTHS",
            "size",
            "the lengths are compared with the same tolerance for small matrices and large ones: 0.01 and 0.03 are found equal.",
            "A thousandth of what?",
        ),
        ours(
            "ABSOLUTE-ANGLES",
            "size",
            "the dot products are compared with the same tolerance for small matrices and large ones: short columns are always found square.",
            "Columns of length 0.01 that lean: how large is their dot product?",
        ),
        ours(
            "EXACT",
            "tolerance",
            "equal is taken to the last digit, which no rounded rotation is.",
            "What is x.length_squared() for a column of a rotation in f32: always 1?",
        ),
        ours(
            "TOO-LOOSE",
            "tolerance",
            "the tolerance is too large: a stretch by a fiftieth is let pass.",
            "How much is a thousandth, and how much off is what you let pass?",
        ),
        ours(
            "VOLUME",
            "columns",
            "the determinant is asked whether the volume stays the same: a stretch in one direction may be made up for in another.",
            "Roll a ball of dough into a sausage: what stays the same, and what do its normals do?",
        ),
        ours(
            "MOVED",
            "translation",
            "a matrix that moves is refused, and a translation turns no normal.",
            "What does the last column do to a direction?",
        ),
        ours(
            "MIRROR-REFUSED",
            "mirror",
            "a mirror is refused. Its inverse is its transpose, like a rotation's.",
            "Hold a ball before a mirror: do the normals of its image stand square to it?",
        ),
    ],
};

/// What a direction is called in a message.
fn short(n: Vec3) -> String {
    format!("({:.2}, {:.2}, {:.2})", n.x, n.y, n.z)
}

fn colors(answers: &Answers, probe: &Probe) -> Result<Answer, Trouble> {
    let texture = patches::texture(&shader::context()?).map_err(Trouble::NoGraphics)?;
    let mut all = Answer::default();
    for (place, pixels) in probes::pixels(probe).into_iter().enumerate() {
        let uniforms = patches::uniforms(&pixels, &texture);
        let told = shader::colors(answers.fragment, &uniforms, &pixels.corners)?;
        let side = SIDE as usize;
        let label = |index: usize| {
            let (x, y) = (index % side, index / side);
            format!("a patch {}, pixel ({x}, {y})", pixels.kind)
        };
        // They are the same for each patch.
        let notes = if place == 0 { told.notes } else { Vec::new() };
        let patch = Answer::vec4s(label, told.colors).grouped(|_| pixels.kind.into());
        all = all.and(patch.noting(notes));
    }
    Ok(all)
}

/// The even probes have no camera, so that the numbers are metres.
fn normals_and_positions(answers: &Answers, probe: &Probe) -> Result<Answer, Trouble> {
    let clip_from_model = if probe.index.is_multiple_of(2) { Mat4::IDENTITY } else { camera() };
    let (palette, vertices) = probes::palette_and_vertices(&mut probe.random());
    let uniforms =
        Uniforms::new().mat4("u_clip_from_model", clip_from_model).mat4s("u_palette", &palette);
    let mut told = shader::positions(answers.vertex, &uniforms, &vertices)?;
    // What is for the normal, or the fragment shader alone, has no effect on a position.
    told.notes.retain(|note| ["a_joints", "a_weights", "u_"].iter().any(|n| note.contains(n)));
    let normals = shader::vec3_outputs(answers.vertex, &uniforms, &vertices, "v_normal")?;
    let named = |what: &'static str| move |vertex: usize| format!("vertex {vertex}, {what}");
    Ok(Answer::points(named("v_normal"), normals)
        .grouped(|_| "v_normal".into())
        .and(Answer::vec4s(named("gl_Position"), told.positions).grouped(|_| "gl_Position".into()))
        .noting(told.notes))
}

fn camera() -> Mat4 {
    let view = look_at_mat4(Vec3::new(3.0, 2.0, 5.0), Vec3::new(0.2, 1.0, -0.3), Vec3::Y);
    perspective(0.8, 1.6, 0.1, 100.0) * view
}
