//! `LESSON`: who answers, what is asked, and the mistakes that are known by name.

use crate::{Answers, exercise, mistakes, probes, starter};
use common::cast::puppet::{self, Swing};
use common::check::{Answer, Check, Flaw, Lesson, Random, Task};
use glam::{Mat3, Mat4, Vec2, Vec3};

/// Lesson 07, as the check engine sees it.
pub static LESSON: Lesson<Answers> = Lesson {
    number: "07",
    folder: "07-paper-puppet",
    exercise: exercise::ANSWERS,
    exercise_text: include_str!("exercise.rs"),
    starter: STARTER,
    starter_text: include_str!("starter.rs"),
    starter_shaders: "07-paper-puppet/starter",
    reference: REFERENCE,
    mistaken: mistakes::ANSWERS,
    checks: &[ROTATE, WAVE, ARM, SPRITES],
};

/// The first day's answers.
pub const STARTER: Answers = starter::ANSWERS;

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    rotate_about: puppet::rotate_about,
    wave: puppet::wave,
    segmented_arm: puppet::segmented_arm,
    sprite_transforms: puppet::sprite_transforms,
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

const ROTATE: Check<Answers> = Check {
    id: "07.1",
    task: Task::Function("rotate_about"),
    // Places up to 6: two products of three terms.
    tolerance: 1e-3,
    finished_in: "common::cast::puppet::rotate_about",
    ask: |answers, probe| Ok(rotated(answers, &mut probe.random())),
    flaws: &[
        ours(
            "DEGREES",
            "angle",
            "the angle is taken for degrees.",
            "What is 1.57 in degrees, and in radians?",
        ),
        ours(
            "CLOCKWISE",
            "angle",
            "it turns the other way, clockwise.",
            "Where does a positive angle turn the x axis: towards +y or towards -y?",
        ),
        ours(
            "NOT-BROUGHT-BACK",
            "pivot",
            "the pivot is brought to the origin and stays there: it is not added back.",
            "Where should the pivot itself be after the turn, and where is it?",
        ),
        ours(
            "NOT-TAKEN-AWAY",
            "pivot",
            "the plane is turned about the origin and then shifted by the pivot.",
            "Where should the pivot itself be after the turn, and where is it?",
        ),
        ours(
            "MINUS-FORGOTTEN",
            "pivot",
            "the pivot is added twice, before the turn and after it: the first shift wants a minus.",
            "Where is the pivot after the first of your two shifts, and where should it be?",
        ),
        ours(
            "SIDES-SWAPPED",
            "pivot",
            "the two shifts stand on the wrong sides: the pivot is added first and taken away afterwards.",
            "Which of the three factors meets a point first, the left one or the right one?",
        ),
        ours(
            "ABOUT-ORIGIN",
            "pivot",
            "everything turns about the origin; the pivot has no effect.",
            "Which place should stay where it is?",
        ),
        ours(
            "ROWS-FOR-COLUMNS",
            "layout",
            "the matrix is transposed: its rows stand where glam has columns.",
            "In which column of a `Mat3` is the translation?",
        ),
    ],
};

const WAVE: Check<Answers> = Check {
    id: "07.2",
    task: Task::Function("wave"),
    // Radians; the argument of the sine is up to 20.
    tolerance: 1e-3,
    finished_in: "common::cast::puppet::wave",
    ask: |answers, probe| Ok(waved(answers, &mut probe.random())),
    flaws: &[
        ours(
            "EARLY",
            "delay",
            "the delay comes as a lead: what should swing later swings earlier.",
            "At which t should the angle be in the middle of its swing?",
        ),
        ours(
            "DELAY-FORGOTTEN",
            "delay",
            "the delay has no effect: all swing at once.",
            "At which t should the angle be in the middle of its swing?",
        ),
        ours(
            "DELAY-IN-ROUNDS",
            "delay",
            "the delay is taken for a share of the period; it is in seconds.",
            "What is the unit of `delay`, and what is it divided by?",
        ),
        ours(
            "NO-FULL-TURN",
            "period",
            "the period is over six times too long: sin has come round after a full turn in radians, not after 1.",
            "How much is the argument of `sin` after one period, and how much should it be?",
        ),
        ours(
            "HALF-TURN",
            "period",
            "the period is twice as long as asked: after one period the sine has come half way.",
            "How much is the argument of `sin` after one period, and how much should it be?",
        ),
        ours(
            "SINE-OF-DEGREES",
            "period",
            "`sin` is given degrees.",
            "What does Rust's `sin` take, degrees or radians?",
        ),
        ours(
            "FREQUENCY",
            "period",
            "the period is taken for a number of swings a second.",
            "Does a longer period make the swing slower or faster?",
        ),
        ours(
            "COSINE",
            "start",
            "it starts at the end of its swing, not in the middle.",
            "What is the angle at t = delay?",
        ),
        ours(
            "MIDDLE-FORGOTTEN",
            "size",
            "the swing is always about 0: its middle has no effect.",
            "Where does the swing hang while nothing moves it?",
        ),
        ours(
            "MIDDLE-SWINGS-TOO",
            "size",
            "the middle swings, too: it stands inside the product with the sine.",
            "What is left of the middle when the sine is 0?",
        ),
        ours(
            "HALF-REACH",
            "size",
            "it reaches half as far as asked: `reach` counts from the middle to one side.",
            "How far is it from the middle of the swing to its end?",
        ),
        ours(
            "REACH-FORGOTTEN",
            "size",
            "it always reaches one radian to each side.",
            "What is the largest value of a sine, and of your angle?",
        ),
        ours(
            "ONE-SIDE",
            "size",
            "it swings to one side only, and turns back in the middle.",
            "Where is a pendulum in the second half of its period?",
        ),
    ],
};

const ARM: Check<Answers> = Check {
    id: "07.3",
    task: Task::Function("segmented_arm"),
    // Places up to 10, through four matrices.
    tolerance: 1e-3,
    finished_in: "common::cast::puppet::segmented_arm",
    ask: |answers, probe| Ok(arm(answers, &mut probe.random())),
    flaws: &[
        ours(
            "PARENT-FORGOTTEN",
            "chain",
            "each bone only makes its own turn, as if none hung on another.",
            "When the upper arm turns, what does the hand do?",
        ),
        ours(
            "CHILD-TIMES-PARENT",
            "chain",
            "the factors are the wrong way round: child * parent.",
            "Each turn is about its pivot at rest. Which turn has to be made while that pivot is still there?",
        ),
        ours(
            "ONE-LEVEL",
            "chain",
            "only the turns of the bone itself and of the one before it count.",
            "What has already been multiplied together for the bone before?",
        ),
        ours(
            "OWN-TURN-FORGOTTEN",
            "chain",
            "each bone makes the turns of all bones above it, but not its own.",
            "When do you keep a bone's matrix: before or after you multiply by its own turn?",
        ),
        ours(
            "ROOT-IGNORED",
            "root",
            "the root never turns.",
            "Which matrix moves the corners of bone 0?",
        ),
        ours(
            "BONE-BEFORE",
            "corner",
            "the corners follow the bone before their own.",
            "Whose matrix does `corner.bone` name?",
        ),
        ours(
            "LAST-FOR-ALL",
            "corner",
            "all corners follow the last bone.",
            "Which matrix is in your variable when you come to the corners?",
        ),
        ours(
            "ONLY-TURNED",
            "corner",
            "corners are turned like directions: the matrix's translation has no effect.",
            "What is the third number of a place, and what of a direction?",
        ),
    ],
};

const SPRITES: Check<Answers> = Check {
    id: "07.4",
    task: Task::Function("sprite_transforms"),
    // Places up to 20, through four matrices and a shift for each.
    tolerance: 1e-3,
    finished_in: "common::cast::puppet::sprite_transforms",
    ask: |answers, probe| Ok(sprites(answers, &mut probe.random())),
    flaws: &[
        ours(
            "PIVOT-NOT-TAKEN-OFF",
            "shift",
            "the picture's corner is put where its pivot should be.",
            "Which place on the picture should come to lie on the pin?",
        ),
        ours(
            "PIN-FORGOTTEN",
            "shift",
            "every pivot is put on the corner of the parent's picture: the pin has no effect.",
            "Where on its parent is a part held?",
        ),
        ours(
            "SHIFTED-THE-OTHER-WAY",
            "shift",
            "the part is shifted the other way: pivot - pin.",
            "Add your shift to the pivot: where does it come to lie?",
        ),
        ours("TURN-FORGOTTEN", "turn", "no part turns.", "What do you do with `turns[part]`?"),
        ours(
            "SHIFTED-FIRST",
            "turn",
            "the picture is shifted first and turned afterwards, when its pivot is no longer where the turn expects it.",
            "On whose picture is the pivot that `turns[part]` turns about?",
        ),
        ours(
            "TAKEN-OFF-TWICE",
            "turn",
            "the pivot is taken off once more, and the pin put on: `turns[part]` has its shifts already.",
            "What does `turns[part]` do with the pivot? Then which shift is still missing?",
        ),
        ours(
            "PARENT-FORGOTTEN",
            "parent",
            "every part is placed as if its parent lay at the stage's origin.",
            "From the parent's picture to the stage: which matrix does that?",
        ),
        ours(
            "CHILD-TIMES-PARENT",
            "parent",
            "the factors are the wrong way round: child * parent.",
            "Read the product from the right: which space does a place come from first?",
        ),
        ours(
            "ONE-LEVEL",
            "parent",
            "only the parent counts, not what the parent hangs on.",
            "What has already been computed for the parent?",
        ),
        ours(
            "PART-BEFORE",
            "parent",
            "each part hangs on the one before it in the list, not on its parent.",
            "Which part does `parent` name?",
        ),
        ours(
            "ROOT-IGNORED",
            "root",
            "a part without a parent stays at the stage's origin.",
            "What does `pin` say for a part that has no parent?",
        ),
        ours(
            "AS-THEY-COME",
            "order",
            "the parts are drawn in the order of the list: what should be behind is in front.",
            "Which part is drawn last, and which should be?",
        ),
        ours(
            "HIGHEST-FIRST",
            "order",
            "the highest layer is drawn first, so that the lowest covers it.",
            "Of two pictures, which one covers the other: the one drawn first or last?",
        ),
        ours(
            "LAYER-0-LOST",
            "order",
            "the parts of layer 0 are missing.",
            "Which number has the lowest layer?",
        ),
    ],
};

/// The plane lies at z = 0 of the space.
pub(crate) fn in_space(m: Mat3) -> Mat4 {
    Mat4::from_cols(
        m.x_axis.truncate().extend(0.0).extend(m.x_axis.z),
        m.y_axis.truncate().extend(0.0).extend(m.y_axis.z),
        Vec3::Z.extend(0.0),
        m.z_axis.truncate().extend(0.0).extend(m.z_axis.z),
    )
}

fn shown(place: Vec2) -> String {
    format!("({:.2}, {:.2})", place.x, place.y)
}

/// Angles of both signs, about places away from the origin.
fn rotated(answers: &Answers, random: &mut Random) -> Answer {
    let asked: Vec<(Vec2, f32)> =
        (0..5).map(|_| (probes::place(random), probes::angle(random))).collect();
    let label = |index: usize| {
        let (pivot, angle) = asked[index];
        format!("pivot {}, {angle:.3} radians", shown(pivot))
    };
    let matrices = asked.iter().map(|&(pivot, angle)| (answers.rotate_about)(pivot, angle));
    Answer::transforms(label, matrices.map(in_space))
}

/// Two swings, each before its start, in the first period and some periods later.
fn waved(answers: &Answers, random: &mut Random) -> Answer {
    let mut answer = Answer::default();
    for _ in 0..2 {
        let swing = probes::swing(random);
        let rounds = [-0.7, 0.1, 0.35, 0.62, 0.9, 2.2];
        let times = rounds.map(|round: f32| swing.period * (round + random.between(-0.04, 0.04)));
        let Swing { middle, reach, period, delay } = swing;
        let about = format!(
            "middle {middle:.2}, reach {reach:.2}, period {period:.2} s, delay {delay:.2} s"
        );
        let label = |index: usize| format!("t = {:.2} s, {about}", times[index]);
        answer = answer.and(Answer::numbers(label, times.map(|t| (answers.wave)(t, &swing))));
    }
    answer
}

/// An arm of four bones.
fn arm(answers: &Answers, random: &mut Random) -> Answer {
    let pivots = probes::pivots(random);
    let corners = probes::corners(random, &pivots);
    let turns = probes::turns(random, pivots.iter().copied());
    let places = (answers.segmented_arm)(&corners, &turns);
    let bone = |index: usize| corners.get(index).map(|corner| corner.bone);
    let label = |index: usize| match bone(index) {
        Some(bone) => format!("corner {index}, on bone {bone}"),
        None => format!("corner {index}, which does not exist"),
    };
    let group = |index: usize| bone(index).map_or(String::new(), |bone| format!("bone {bone}"));
    let pivots: Vec<String> = pivots.into_iter().map(shown).collect();
    Answer::points(label, places.into_iter().map(|place| place.extend(0.0)))
        .grouped(group)
        .noting(vec![format!("asked about bones with their pivots at {}.", pivots.join(", "))])
}

/// Two puppets at once.
fn sprites(answers: &Answers, random: &mut Random) -> Answer {
    let parts = probes::parts(random);
    let turns = probes::turns(random, parts.iter().map(|part| part.pivot));
    let sprites = (answers.sprite_transforms)(&parts, &turns);
    let of = |part: usize| sprites.iter().filter(move |sprite| sprite.part == part);
    let label = |index: usize| match parts[index].parent {
        Some(parent) => format!("part {index}, on part {parent}"),
        None => format!("part {index}, on the stage"),
    };
    let depth = |index: usize| {
        let above = std::iter::successors(parts[index].parent, |&above| parts[above].parent);
        format!("depth {}", above.count())
    };
    let drawn = (0..parts.len()).map(|part| match of(part).count() {
        0 => "not drawn".to_owned(),
        1 => "drawn once".to_owned(),
        count => format!("drawn {count} times"),
    });
    // Of a part that is not drawn that much has been said.
    let matrix = |part| of(part).next().map_or(Mat4::ZERO, |s| in_space(s.stage_from_picture));
    let layer = |sprite: &puppet::Sprite| match parts.get(sprite.part) {
        Some(part) => format!("layer {}", part.layer),
        None => format!("part {}, which does not exist", sprite.part),
    };
    let layers: Vec<String> = parts.iter().map(|part| part.layer.to_string()).collect();
    Answer::words(label, drawn)
        .and(Answer::transforms(label, (0..parts.len()).map(matrix)).grouped(depth))
        .and(Answer::words(|index| format!("drawn as number {index}"), sprites.iter().map(layer)))
        .noting(vec![format!(
            "asked about {} parts in the layers {}.",
            parts.len(),
            layers.join(", ")
        )])
}
