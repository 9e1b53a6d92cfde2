//! `LESSON`: who answers, what is asked, and the mistakes that are known by name.

use crate::{Answers, FARTHEST, NEAREST, PAINT, VERTICAL_FOV, exercise, mistakes, starter};
use common::check::{Answer, Check, Flaw, Lesson, Probe, Task};
use glam::camera::rh::proj::opengl::perspective;
use glam::{Mat4, Vec3};

/// Lesson 00, as the check engine sees it.
pub static LESSON: Lesson<Answers> = Lesson {
    number: "00",
    folder: "00-first-frame",
    exercise: exercise::ANSWERS,
    exercise_text: include_str!("exercise.rs"),
    starter: starter::ANSWERS,
    starter_text: include_str!("starter.rs"),
    starter_shaders: "",
    reference: REFERENCE,
    mistaken: mistakes::ANSWERS,
    checks: &[PAINT_CHECK, PROJECTION],
};

/// What is right. `tests/solution.rs` compares the projection with the camera of `common`.
pub const REFERENCE: Answers = Answers {
    paint: || Vec3::from(PAINT.map(|channel| f32::from(channel) / 255.0)),
    clip_from_camera: |width, height| {
        perspective(VERTICAL_FOV, width as f32 / height as f32, NEAREST, FARTHEST)
    },
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

const PAINT_CHECK: Check<Answers> = Check {
    id: "00.1",
    task: Task::Function("paint"),
    // Two decimals are good enough: a step of 255 is 0.004.
    tolerance: 0.006,
    finished_in: "common::model::Material",
    ask: |answers, _| {
        let color = (answers.paint)();
        let bytes = color * 255.0;
        let note = format!(
            "times 255 that is red {:.0}, green {:.0}, blue {:.0}.",
            bytes.x, bytes.y, bytes.z
        );
        Ok(Answer::points(|_| "the paint".into(), [color]).noting(vec![note]))
    },
    flaws: &[
        ours(
            "BYTES",
            "scale",
            "the numbers of the tin as they are: to a shader all of them are far more than full.",
            "Which number means \"full\" on the tin, and which one here?",
        ),
        ours(
            "HUNDREDTHS",
            "scale",
            "divided by 100: the tin does not count in hundredths.",
            "Which number means \"full\" on the tin?",
        ),
        ours(
            "UPSIDE-DOWN",
            "scale",
            "255 is divided by the tin's number, and not the other way round.",
            "A little red: is that more than 1, or less?",
        ),
        ours(
            "WHOLE-NUMBERS",
            "scale",
            "divided as whole numbers, which drop the rest: 17 / 255 is 0, and the crate is black.",
            "When does the division have to happen: before or after the numbers become f32?",
        ),
        ours(
            "BLUE-FIRST",
            "order",
            "red and blue have changed places.",
            "In which order does a Vec3 of this lesson hold its colours?",
        ),
    ],
};

const PROJECTION: Check<Answers> = Check {
    id: "00.2",
    task: Task::Function("clip_from_camera"),
    // Of numbers between 0.3 and 10.
    tolerance: 0.002,
    finished_in: "common::graphics::OrbitCamera::clip_from_world",
    ask: |answers, probe| {
        let sizes = sizes(probe);
        // Four columns each, not transforms: the engine would look for a figure's joints in a projection.
        let label = |index: usize| {
            let (width, height) = sizes[index / 4];
            let column = ["first", "second", "third", "fourth"][index % 4];
            format!("a picture of {width} x {height}, {column} column")
        };
        let matrices = sizes.map(|(width, height)| (answers.clip_from_camera)(width, height));
        let columns = matrices.iter().flat_map(|m| [m.x_axis, m.y_axis, m.z_axis, m.w_axis]);
        let group = |index: usize| ["broad pictures", "high pictures"][index / 4].into();
        let mut notes: Vec<String> =
            sizes.iter().zip(&matrices).map(|(size, matrix)| fits(*size, matrix)).collect();
        notes.push(upward(&matrices[0]));
        Ok(Answer::vec4s(label, columns).grouped(group).noting(notes))
    },
    flaws: &[
        ours(
            "HEIGHT-OVER-WIDTH",
            "ratio",
            "the aspect is upside down: height over width.",
            "How many times wider than high is a picture of 200 x 100, and which of the two did you divide?",
        ),
        ours(
            "WHOLE-NUMBERS",
            "ratio",
            "divided as whole numbers, which drop the rest: 1280 / 720 is 1.",
            "When does the division have to happen: before or after the numbers become f32?",
        ),
        ours(
            "ONE-SIZE",
            "ratio",
            "the aspect of 1280 x 720, whatever the picture's size is.",
            "What happens when somebody drags the corner of the window?",
        ),
        ours(
            "LONG-OVER-SHORT",
            "ratio",
            "the longer side over the shorter: right until a picture is higher than wide.",
            "What is the aspect of a picture that is higher than wide: more than 1, or less?",
        ),
        ours(
            "ARGUMENTS-EXCHANGED",
            "field of view",
            "aspect and field of view have changed places in `perspective`.",
            "Which of its numbers does `perspective` take first?",
        ),
        ours(
            "DEGREES",
            "field of view",
            "the field of view is given in degrees, and `perspective` takes it for radians.",
            "In which unit are angles in all lessons, and in which one is VERTICAL_FOV already?",
        ),
        ours(
            "RADIANS-TWICE",
            "field of view",
            "VERTICAL_FOV is taken for degrees: it has been made radians once more, and is far too small.",
            "In which unit does src/given.rs tell the field of view?",
        ),
        ours(
            "FOV-TIMES-ASPECT",
            "field of view",
            "the field of view is multiplied by the aspect: now it changes with the window's shape.",
            "From which edge of the picture to which is the angle counted, and does a broader window change that?",
        ),
    ],
};

/// What the first number of the matrix means.
fn fits((width, height): (u32, u32), clip_from_camera: &Mat4) -> String {
    let aspect = clip_from_camera.y_axis.y / clip_from_camera.x_axis.x;
    let right = width as f32 / height as f32;
    format!("for {width} x {height} yours has an aspect of {aspect:.2}; it should be {right:.2}.")
}

/// What the second number on the diagonal means.
fn upward(clip_from_camera: &Mat4) -> String {
    let angle = 2.0 * (1.0 / clip_from_camera.y_axis.y).atan();
    format!("your field of view, from bottom to top: {angle:.2}; it should be {VERTICAL_FOV:.2}.")
}

/// A picture that is broader than high, twice at least, and one that is higher than broad. Odd numbers, so
/// that a division of whole numbers has a rest.
fn sizes(probe: &Probe) -> [(u32, u32); 2] {
    let mut random = probe.random();
    let short = 301 + 2 * random.below(200) as u32;
    let broad = (short as f32 * random.between(2.1, 3.4)) as u32 | 1;
    let high = (short as f32 * random.between(1.2, 2.8)) as u32 | 1;
    [(broad, short), (short, high)]
}
