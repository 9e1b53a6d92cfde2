//! `LESSON`: who answers, what is asked, and the mistakes that are known by name.

use crate::probes::{self, Pair, Whole};
use crate::{Answers, Transform, exercise, mistakes, starter};
use common::check::{Answer, Check, Flaw, Lesson, Task, asking};
use common::math;
use glam::{Affine3A, Quat, Vec4};

/// Lesson 06, as the check engine sees it.
pub static LESSON: Lesson<Answers> = Lesson {
    number: "06",
    folder: "06-rotations",
    exercise: exercise::ANSWERS,
    exercise_text: include_str!("exercise.rs"),
    starter: STARTER,
    starter_text: include_str!("starter.rs"),
    starter_shaders: "06-rotations/starter",
    reference: REFERENCE,
    mistaken: mistakes::ANSWERS,
    checks: &[SHORTEST, NLERP, SLERP, DECOMPOSE],
};

/// The first day's answers.
pub const STARTER: Answers = starter::ANSWERS;

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    shortest: math::shortest,
    nlerp: math::nlerp,
    slerp: as_given,
    decompose: |matrix| math::decompose(&Affine3A::from_mat4(matrix)).transform,
};

/// `common`'s slerp takes the short way by itself. Here that is 06.1's part, and without it the long way
/// has to show: from a to half way, and on to b.
fn as_given(a: Quat, b: Quat, u: f32) -> Quat {
    if a.dot(b) >= 0.0 {
        return math::slerp(a, b, u);
    }
    let half_way = math::nlerp(a, b, 0.5);
    if u < 0.5 {
        math::slerp(a, half_way, 2.0 * u)
    } else {
        math::slerp(half_way, b, 2.0 * u - 1.0)
    }
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

const SHORTEST: Check<Answers> = Check {
    id: "06.1",
    task: Task::Function("shortest"),
    // One of two sets of numbers: nothing is computed.
    tolerance: 1e-5,
    finished_in: "common::math::shortest",
    ask: |answers, probe| {
        let pairs = probes::signs(&mut probe.random());
        let nearer = pairs.iter().map(|pair| {
            asking(format!("asked about two {}.", pair.note()));
            (answers.shortest)(pair.from, pair.to)
        });
        let answer = quaternions(|index| format!("two {}", pairs[index].note()), nearer);
        Ok(answer.grouped(|index| pairs[index].name.into()).noting(order()))
    },
    flaws: &[
        ours(
            "LONG-WAY",
            "side",
            "the farther of the two is taken: every turn goes the long way round.",
            "Is the dot product of two neighbours positive or negative?",
        ),
        ours(
            "W-ALONE",
            "test",
            "the sign of `to.w` decides, whatever `from` is.",
            "Nearer to what?",
        ),
        ours(
            "W-LEFT-OUT",
            "test",
            "only x, y and z are compared, and w is left out.",
            "How many numbers are multiplied in the dot product of two quaternions?",
        ),
        ours(
            "RIGHT-ANGLE",
            "test",
            "a turn of more than 90 degrees counts as the long way.",
            "From how many degrees on is the other way round shorter?",
        ),
        ours(
            "CONJUGATE",
            "opposite",
            "x, y and z change their signs and w does not: that is the turn back, another rotation.",
            "Which of the four numbers does `-to` negate?",
        ),
    ],
};

const NLERP: Check<Answers> = Check {
    id: "06.2",
    task: Task::Function("nlerp"),
    // A few roundings of 6e-8.
    tolerance: 2e-5,
    finished_in: "common::math::nlerp",
    ask: |answers, probe| {
        let ways = probes::ways(&mut probe.random());
        Ok(between(&ways, answers.nlerp))
    },
    flaws: &[
        ours(
            "NOT-NORMALISED",
            "length",
            "the straight line is never brought back to length 1.",
            "How long is the sum of half of one arrow and half of another that points elsewhere?",
        ),
        ours(
            "BY-THE-SQUARE",
            "length",
            "the result is divided by the square of its length.",
            "How long is a vector of length 0.8 after it was divided by 0.64?",
        ),
        ours(
            "STEP-NORMALISED",
            "length",
            "the step from a to b is brought to length 1, and the result is not.",
            "Which of the two has to have length 1: the way, or where you arrive?",
        ),
        ours(
            "SECOND-TERM-ALONE",
            "length",
            "only b's share is divided by the length: `/` binds more tightly than `+`.",
            "How much is 1 + 1 / 2, and how much (1 + 1) / 2?",
        ),
        ours(
            "WEIGHTS-SWAPPED",
            "weights",
            "the weights are exchanged: it begins at b and goes to a.",
            "What should come out for u = 0?",
        ),
        ours(
            "SLERP-FOR-NLERP",
            "weights",
            "this is slerp already: even speed, by sines.",
            "Which of the two formulas has no sine?",
        ),
        ours(
            "W-FIRST",
            "order",
            "w is handed over as the first of the four numbers, and glam has it last.",
            "In which order does `Quat::from_xyzw` take its numbers?",
        ),
    ],
};

const SLERP: Check<Answers> = Check {
    id: "06.3",
    task: Task::Function("slerp"),
    // An arc cosine loses digits where its argument is near 1, and the weights hardly notice.
    tolerance: 2e-5,
    finished_in: "common::math::slerp",
    ask: |answers, probe| {
        let mut random = probe.random();
        let mut ways = probes::ways(&mut random);
        ways.extend(probes::small_but_not_nothing(&mut random));
        ways.extend(probes::next_to_nothing(&mut random));
        Ok(between(&ways, answers.slerp))
    },
    flaws: &[
        ours(
            "NLERP-FOR-SLERP",
            "weights",
            "this is nlerp: the right way, but not at even speed.",
            "After a quarter of the time, has it turned a quarter of the angle?",
        ),
        ours(
            "SINES-OUTSIDE",
            "weights",
            "1 - u and u stand outside the sine, not in it: the sines cancel, and what is left is a straight line.",
            "Which angle is the sine taken of in a's weight, and which in the divisor?",
        ),
        ours(
            "WIDE-BRANCH",
            "branch",
            "arcs that are not small at all are taken for straight lines.",
            "Up to which angle can nobody tell an arc from a straight line?",
        ),
        ours(
            "LIMIT-INVERTED",
            "branch",
            "the limit is asked the wrong way round: arcs of any size are taken for straight lines, and next to none are divided by their sine.",
            "Is the dot product of two that are nearly equal small, or near to 1?",
        ),
        ours(
            "NO-SMALL-ANGLE",
            "branch",
            "two equal quaternions give NaN: 0 divided by 0.",
            "What is the sine of the angle between two that are equal?",
        ),
        ours(
            "EQUAL-ONLY",
            "branch",
            "only two that are exactly equal take another way; two that are almost equal give NaN.",
            "How small may a sine be before it is no good to divide by, and is it 0 only for equal numbers?",
        ),
        ours(
            "STANDS-STILL",
            "branch",
            "where the two are nearly equal it stays at a and jumps at the end.",
            "Half way between two that are nearly equal, where should it be? (And is your nlerp finished?)",
        ),
        ours(
            "ACOS-OUT-OF-RANGE",
            "range",
            "the dot product of two equal quaternions may be a little more than 1, and then `acos` gives NaN.",
            "Of which numbers is there no arc cosine, and is every dot product of two unit quaternions free of them?",
        ),
        ours(
            "WAY-BACK",
            "direction",
            "the weights are exchanged: it begins at b and goes to a.",
            "What should come out for u = 0?",
        ),
        ours(
            "WHOLE-TURN",
            "angle",
            "the angle of the turn stands where the angle between the two quaternions belongs, which is half of it.",
            "Of which angle is the dot product of a and b the cosine?",
        ),
        ours(
            "HALF-ANGLE",
            "angle",
            "half of the angle between a and b is used: the dot product has halved the turn already.",
            "Of which angle is the dot product of a and b the cosine?",
        ),
        ours(
            "DEGREES",
            "angle",
            "the angle is turned into degrees, and `sin` takes radians.",
            "In which unit does `acos` answer?",
        ),
        ours(
            "NOT-DIVIDED",
            "divisor",
            "the sum is not divided by the sine of the whole angle.",
            "How much is sin((1 - u) angle) for u = 0, and how much should a's weight be?",
        ),
    ],
};

const DECOMPOSE: Check<Answers> = Check {
    id: "06.4",
    task: Task::Function("decompose"),
    // Numbers up to 3, a square root and a division each.
    tolerance: 1e-4,
    finished_in: "common::math::decompose",
    ask: |answers, probe| {
        let wholes = probes::wholes(&mut probe.random());
        let answer = wholes.iter().fold(Answer::default(), |answer, whole| {
            answer.and(parts(whole, &(answers.decompose)(whole.matrix)))
        });
        Ok(answer)
    },
    flaws: &[
        ours(
            "SCALE-FROM-ROWS",
            "lengths",
            "the lengths are those of the rows.",
            "Where do the three axes of the joint stand in the matrix?",
        ),
        ours(
            "SCALE-FROM-DIAGONAL",
            "lengths",
            "the scale is read off the diagonal: that is right only where nothing turns.",
            "Where does (1, 0, 0) go, and how long is it then?",
        ),
        ours(
            "SCALE-SQUARED",
            "lengths",
            "the scale is the square of the lengths.",
            "How long is the axis (0, 3, 4)?",
        ),
        ours(
            "SCALE-LEFT-IN",
            "axes",
            "the scale is still in the axes that the rotation is made of.",
            "How long are the columns of a rotation?",
        ),
        ours(
            "ROWS-FOR-COLUMNS",
            "axes",
            "the rotation is made of the rows: for a rigid matrix that is the turn back.",
            "Where does (1, 0, 0) go: to the first column, or to the first row?",
        ),
        ours(
            "MIRROR-FORGOTTEN",
            "mirror",
            "no scale is ever negative, though the matrix mirrors: what is left of it is no rotation.",
            "What does the determinant's sign say about a matrix?",
        ),
        ours(
            "MIRROR-IN-SCALE-ONLY",
            "mirror",
            "the x scale has its sign, but the x axis was divided by the length without it.",
            "Does T R S give the matrix again?",
        ),
        ours(
            "ALL-MIRRORED",
            "mirror",
            "all three scales are negative. T R S gives the matrix, but every key should do it the same way.",
            "Which of the three scales carries the sign here?",
        ),
        ours(
            // One answer for both: the last row begins with 0 0 0.
            "TRANSLATION-ZERO",
            "translation",
            "the translation comes out as zero: it was forgotten, or read from the matrix' last row.",
            "In which column of the matrix does the translation stand?",
        ),
    ],
};

/// How to read what is shown.
fn order() -> Vec<String> {
    vec!["a quaternion's numbers are shown as (x, y, z, w).".into()]
}

/// A blend's answers. q and -q are one rotation, so that either is right.
fn between(ways: &[(Pair, f32)], blend: fn(Quat, Quat, f32) -> Quat) -> Answer {
    let answers = ways.iter().map(|(pair, u)| {
        asking(format!("asked about two that are {}, u = {u:.2}.", pair.note()));
        let got = blend(pair.from, pair.to, *u);
        if got.dot(pair.from) < 0.0 { -got } else { got }
    });
    let label = |index: usize| {
        let (pair, u) = &ways[index];
        format!("two that are {}, u = {u:.2}", pair.note())
    };
    quaternions(label, answers).noting(order())
}

/// Four numbers each.
fn quaternions(label: impl Fn(usize) -> String, all: impl IntoIterator<Item = Quat>) -> Answer {
    Answer::vec4s(label, all.into_iter().map(Vec4::from))
}

/// Three parts. Of the two quaternions of one rotation either is right.
fn parts(whole: &Whole, got: &Transform) -> Answer {
    let Transform { translation, rotation, scale } = *got;
    let rotation = if rotation.dot(whole.rotation) < 0.0 { -rotation } else { rotation };
    let name = whole.name;
    let label = |part: &str| format!("a {name} matrix, {part}");
    Answer::points(|_| label("translation"), [translation])
        .and(Answer::points(|_| label("scale"), [scale]))
        .and(quaternions(|_| label("rotation as (x, y, z, w)"), [rotation]))
        .grouped(|_| name.into())
}
