//! `LESSON`: who answers, what is asked, and the mistakes that are known by name.

use crate::{Answers, exercise, mistakes, probes, starter};
use common::cast::limb;
use common::check::{Answer, Check, Flaw, Lesson, Probe, Task, Trouble, shader};
use common::graphics::{ShaderFile, Uniforms};
use glam::camera::rh::{proj::opengl::perspective, view::look_at_mat4};
use glam::{Mat4, Vec3};

/// Lesson 09, as the check engine sees it.
pub static LESSON: Lesson<Answers> = Lesson {
    number: "09",
    folder: "09-smooth-skin",
    exercise: exercise::ANSWERS,
    exercise_text: include_str!("exercise.rs"),
    starter: STARTER,
    starter_text: include_str!("starter.rs"),
    starter_shaders: "09-smooth-skin/starter",
    reference: REFERENCE,
    mistaken: mistakes::ANSWERS,
    checks: &[WEIGHTS, VERTEX, JOINT_ANGLES],
};

/// The first day's answers, with the first day's shader.
pub const STARTER: Answers =
    Answers { vertex: ShaderFile("09-smooth-skin/starter/smooth.vert"), ..starter::ANSWERS };

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    weights: limb::weights,
    vertex: ShaderFile("common/smooth_skin.vert"),
    joint_angles: limb::joint_angles,
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

const WEIGHTS: Check<Answers> = Check {
    id: "09.1",
    task: Task::Function("weights"),
    // A weight is a share of 1, and the smallest margin asked about is 0.05: 1e-7 of a height is 1e-6
    // of a weight.
    tolerance: 1e-4,
    finished_in: "common::cast::limb::weights",
    ask: |answers, probe| Ok(shares(answers, probe)),
    flaws: &[
        ours(
            "HALF-SLOPE",
            "ramp",
            "between its ends the ramp climbs half of what it should: it comes from 0.25 to 0.75 only, and at both ends the weight jumps.",
            "How far is it from one end of a ramp to the other: one margin, or two? And how far must it climb on that way?",
        ),
        ours(
            "TWICE-AS-WIDE",
            "ramp",
            "the ramp reaches two margins to either side of its joint.",
            "At joint - margin, is the share 0?",
        ),
        ours(
            "HALF-AS-WIDE",
            "ramp",
            "the ramp reaches half a margin to either side of its joint: the margin is taken for the whole width.",
            "How wide is a ramp that begins at joint - margin and ends at joint + margin?",
        ),
        ours(
            "ENDS-AT-THE-JOINT",
            "ramp",
            "the ramp is at its upper end where the joint is.",
            "Half of the ramp lies above the joint. What is the share at the joint itself?",
        ),
        ours(
            "BEGINS-AT-THE-JOINT",
            "ramp",
            "the ramp begins to climb where the joint is.",
            "Half of the ramp lies below the joint. What is the share at the joint itself?",
        ),
        ours(
            "MARGIN-TOO-HIGH",
            "ramp",
            "the ramp is a margin too high: it begins where the joint is, and ends two margins above it.",
            "Half of the ramp lies below the joint. What is the share at the joint itself?",
        ),
        ours(
            "HALVED-TIMES-MARGIN",
            "ramp",
            "the ramp hardly climbs: `/ 2.0 * margin` divides by 2, and then multiplies by the margin.",
            "How much is 8.0 / 2.0 * 4.0, and how much 8.0 / (2.0 * 4.0)?",
        ),
        ours(
            "SLOPE-OF-TWELVE",
            "ramp",
            "the slope is 12 for every margin, which is right for 1/24 alone.",
            "How long is the way from the ramp's lower end to its upper, if the margin is 1/10?",
        ),
        ours(
            "RUNS-ON",
            "ends",
            "the ramps run on beyond their ends: some weights are negative, and others larger than 1.",
            "What is the share far below the ramp, and far above it?",
        ),
        ours(
            "MIDDLE-STAYS",
            "sum",
            "what the head takes is not taken from the middle: above the second ramp the weights sum to 2.",
            "Who lets go as the head takes over, and how much?",
        ),
        ours(
            "TAIL-STAYS",
            "sum",
            "what the middle takes is not taken from the tail: above the first ramp the weights sum to 2.",
            "Who lets go as the middle takes over, and how much?",
        ),
        ours(
            "UPSIDE-DOWN",
            "order",
            "tail and head have changed places.",
            "Height 0 is the worm's lower end. Whose weight is 1 there?",
        ),
    ],
};

const VERTEX: Check<Answers> = Check {
    id: "09.2",
    task: Task::Shader("smooth.vert"),
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    tolerance: 1e-3,
    finished_in: "shaders/common/smooth_skin.vert",
    ask: positions_and_normals,
    flaws: &[
        ours(
            "WEIGHT-BY-JOINT",
            "weight",
            "the weight is looked up by the joint's number, and not by the slot that the joint stands in.",
            "The second slot says: joint 0. Which of the four numbers in a_weights belongs to it?",
        ),
        ours(
            "EQUAL-WEIGHTS",
            "weight",
            "every slot gets a quarter.",
            "Which attribute says how much each slot pulls?",
        ),
        ours(
            "NO-WEIGHTS",
            "weight",
            "the four matrices are added as they are.",
            "If all four slots named the same joint, would the sum be that joint's matrix?",
        ),
        ours(
            "SLOT-DROPPED",
            "slots",
            "only the first three slots are added up. What is left of the weights sums to less than 1, and draws the vertex towards the origin.",
            "How many slots has a vertex, and how many terms has your sum?",
        ),
        ours(
            "TWO-SLOTS",
            "slots",
            "only the first two slots are added up, which do for the worm. Here four joints pull, and what is left of the weights sums to less than 1.",
            "How many slots has a vertex, and how many terms has your sum?",
        ),
        ours(
            "IDENTITY-TOO",
            "sum",
            "the sum begins with the identity, so that the place where the vertex was modelled is in it too, with a weight of 1.",
            "What is in your sum before the first slot is added? And what is mat4(1.0)?",
        ),
        ours(
            "SLOT-FOR-JOINT",
            "index",
            "the matrices of the joints 0, 1, 2 and 3 are blended, whichever joints stand in the slots.",
            "The head's vertices have joint 2 in their first slot. Which matrix does the first slot get?",
        ),
        ours(
            "NEXT-JOINT",
            "index",
            "every slot gets the next joint's matrix.",
            "What is the number of the first element of an array?",
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
            "the vector stands on the left of the matrix (or the matrix is transposed): the translation is lost.",
            "On which side of a matrix does a column vector stand?",
        ),
        ours(
            "TURNED-ONLY",
            "side",
            "the matrices only turn the vertex, and do not move it.",
            "A place has a fourth number, so that the fourth column counts. Which one?",
        ),
        ours(
            "NORMAL-LEFT-BEHIND",
            "normal",
            "the normal does not follow: it is handed on as it was modelled, and the light falls on the worm as if it stood upright.",
            "When the worm bends, which way does its skin look?",
        ),
    ],
};

const JOINT_ANGLES: Check<Answers> = Check {
    id: "09.3",
    task: Task::Function("joint_angles"),
    // Radians, of angles up to 3.
    tolerance: 1e-4,
    finished_in: "common::cast::limb::joint_angles",
    ask: |answers, probe| Ok(angles(answers, probe)),
    flaws: &[
        ours(
            "LEAN-FOR-ANGLE",
            "parent",
            "the head is turned as if it hung on something upright: it leans by the middle's lean too much.",
            "The head hangs on the middle. If that leans by 0.5 already, how far must the head be turned to lean by 0.6?",
        ),
        ours(
            "ADDED",
            "parent",
            "the two leans are added.",
            "The head hangs on the middle. If that leans by 0.5 already, how far must the head be turned to lean by 0.6?",
        ),
        ours(
            "TURNED-ROUND",
            "parent",
            "the difference is taken the other way round: the head is turned to the wrong side.",
            "If the middle stood upright, what would the head's angle be, and what does yours say?",
        ),
        ours(
            "FIRST-FOR-BOTH",
            "lean",
            "the head leans as the middle does.",
            "There are two swings in `leans`. Whose is the second?",
        ),
        ours(
            "SWAPPED",
            "order",
            "middle and head have changed their leans.",
            "Which of the two stands first in `leans`?",
        ),
        ours(
            "DEGREES",
            "unit",
            "the angles are in degrees.",
            "In which unit does lesson 07's wave give an angle, and in which are angles wanted here?",
        ),
    ],
};

/// Every weight of every height, so that the first that is wrong can be named.
fn shares(answers: &Answers, probe: &Probe) -> Answer {
    let mut random = probe.random();
    let margin = probes::margin(&mut random);
    let mut told = Answer::default();
    let mut notes = Vec::new();
    for height in probes::heights(&mut random, margin) {
        let weights = (answers.weights)(height, margin);
        let label = |joint: usize| {
            let name = ["tail", "middle", "head"][joint];
            format!("height {height:.3}, margin {margin:.3}: weight of the {name}")
        };
        let sum: f32 = weights.iter().sum();
        if (sum - 1.0).abs() > 1e-3 && notes.is_empty() {
            notes.push(format!("at the height {height:.3} the three weights sum to {sum:.3}."));
        }
        told = told.and(finite(label, weights));
    }
    told.noting(notes)
}

fn angles(answers: &Answers, probe: &Probe) -> Answer {
    let (leans, times) = probes::leans(&mut probe.random());
    let mut told = Answer::default();
    for time in times {
        let label = |joint: usize| {
            let name = ["middle", "head"][joint];
            format!("after {time:.2} s, the angle of the {name}")
        };
        told = told.and(finite(label, (answers.joint_angles)(time, &leans)));
    }
    told
}

/// Numbers, or a word where one is none: a NaN has no distance, and would agree with no mistake that
/// makes one.
fn finite<const N: usize>(label: impl Fn(usize) -> String, numbers: [f32; N]) -> Answer {
    let one = |(place, number): (usize, f32)| {
        let label = |_| label(place);
        if number.is_finite() {
            Answer::numbers(label, [number])
        } else {
            Answer::words(label, ["not a number"])
        }
    };
    numbers.into_iter().enumerate().map(one).fold(Answer::default(), Answer::and)
}

/// The even probes have no camera, so that the numbers are metres.
fn positions_and_normals(answers: &Answers, probe: &Probe) -> Result<Answer, Trouble> {
    let clip_from_model = if probe.index.is_multiple_of(2) { Mat4::IDENTITY } else { camera() };
    let (palette, vertices) = probes::palette_and_vertices(&mut probe.random());
    let uniforms =
        Uniforms::new().mat4("u_clip_from_model", clip_from_model).mat4s("u_palette", &palette);
    let mut told = shader::positions(answers.vertex, &uniforms, &vertices)?;
    // What is for the fragment shader alone has no effect on a position.
    let about = ["a_joints", "a_weights", "u_"];
    told.notes.retain(|note| about.iter().any(|name| note.contains(name)));
    let label = |vertex: usize, what: &str| match vertices.get(vertex) {
        Some(v) => {
            let [x, y, z, w] = v.weights;
            let (joints, weights) = (v.joints, format!("{x:.2}, {y:.2}, {z:.2}, {w:.2}"));
            format!("vertex {vertex}, joints {joints:?}, weights [{weights}], {what}")
        }
        None => format!("vertex {vertex}"),
    };
    let normals = shader::vec3_outputs(answers.vertex, &uniforms, &vertices, "v_normal")?;
    let positions = Answer::vec4s(|vertex| label(vertex, "gl_Position"), told.positions);
    let normals = Answer::points(|vertex| label(vertex, "v_normal"), normals);
    Ok(positions.and(normals).noting(told.notes))
}

fn camera() -> Mat4 {
    let view = look_at_mat4(Vec3::new(3.0, 2.0, 5.0), Vec3::new(0.2, 1.0, -0.3), Vec3::Y);
    perspective(0.8, 1.6, 0.1, 100.0) * view
}
