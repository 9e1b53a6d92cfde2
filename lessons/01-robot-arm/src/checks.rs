//! `LESSON`: who answers, what is asked, and the mistakes that are known by name.

use crate::{Answers, Arm, Placed, Rigid, exercise, mistakes, starter};
use common::check::{Answer, Check, Flaw, Lesson, Probe, Random, Task, guard};
use common::math;
use glam::{Mat3, Mat4, Vec3};

/// Lesson 01, as the check engine sees it.
pub static LESSON: Lesson<Answers> = Lesson {
    number: "01",
    folder: "01-robot-arm",
    exercise: exercise::ANSWERS,
    exercise_text: include_str!("exercise.rs"),
    starter: starter::ANSWERS,
    starter_text: include_str!("starter.rs"),
    starter_shaders: "",
    reference: REFERENCE,
    mistaken: mistakes::ANSWERS,
    checks: &[MATRIX, COMPOSE, INVERSE, PLACE],
};

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    matrix: |parent_from_child| parent_from_child.core().to_mat4(),
    compose: |outer, inner| Rigid::of_core(outer.core().compose(&inner.core())),
    inverse: |parent_from_child| Rigid::of_core(parent_from_child.core().inverse()),
    place,
};

/// The arm by `common`'s means: matrices of glam, and points by the whole way at once.
fn place(arm: &Arm, a: f32, b: f32) -> Placed {
    let base_from_upper = math::Rigid::new(Mat3::from_rotation_y(a.to_radians()), arm.shoulder);
    let upper_from_forearm = math::Rigid::new(Mat3::from_rotation_z(b.to_radians()), arm.elbow);
    let base_from_forearm = base_from_upper.compose(&upper_from_forearm);
    let world_from_base = arm.world_from_base.core();
    let world_from_forearm = world_from_base.compose(&base_from_forearm);
    Placed {
        world_from_upper: Rigid::of_core(world_from_base.compose(&base_from_upper)),
        world_from_forearm: Rigid::of_core(world_from_forearm),
        claw_in_upper: upper_from_forearm.transform_point(arm.claw),
        claw_in_base: base_from_forearm.transform_point(arm.claw),
        claw_in_world: world_from_forearm.transform_point(arm.claw),
    }
}

/// Metres, and parts of unit vectors. A few products of coordinates below 10 are right to 1e-5.
const TOLERANCE: f32 = 0.002;

/// A mistake that we made ourselves or expect.
const fn ours(
    name: &'static str,
    aspect: &'static str,
    says: &'static str,
    asks: &'static str,
) -> Flaw {
    Flaw { name, aspect, says, asks, origin: "ours" }
}

const MATRIX: Check<Answers> = Check {
    id: "01.1",
    task: Task::Function("matrix"),
    tolerance: TOLERANCE,
    finished_in: "common::math::Rigid::to_mat4",
    ask: |answers, probe| {
        let given = rigid(&mut probe.random());
        let matrix = (answers.matrix)(&given);
        let answer = Answer::transforms(|_| "the matrix".into(), [matrix]);
        Ok(answer.noting(vec![told("parent_from_child", &given)]))
    },
    flaws: &[
        ours(
            "TRANSLATED-FIRST",
            "translation",
            "the translation has been turned: R T, which moves first and then turns about the parent's origin.",
            "Which comes first in R p + t, and does t get turned there?",
        ),
        ours(
            "TRANSLATION-FORGOTTEN",
            "translation",
            "it turns and does not move: the last column is (0, 0, 0, 1).",
            "Where does the child's origin, (0, 0, 0, 1), go?",
        ),
        ours(
            "ROTATION-FORGOTTEN",
            "translation",
            "it moves and does not turn: the first three columns are those of the identity.",
            "Where do the child's own axes point, told in the parent's space?",
        ),
        ours(
            "ROTATION-TRANSPOSED",
            "layout",
            "the rotation's rows stand as columns: it turns the other way.",
            "What does `Mat4::from_cols` take one after the other?",
        ),
        ours(
            "ROWS-FOR-COLUMNS",
            "layout",
            "the whole matrix is on its side: the translation stands in the bottom row.",
            "On which side of the matrix does a point stand, and which numbers does its 1 meet there?",
        ),
        ours(
            "TRANSLATION-BELOW",
            "layout",
            "the translation stands in the bottom row, below the axes.",
            "`extend` puts a number at the lower end of a column. Which column is the translation itself?",
        ),
        ours(
            "TRANSLATION-IN-FRONT",
            "layout",
            "the translation is the first column, and the axes follow.",
            "Which number of a point (x, y, z, 1) does the first column meet, and which one should the translation meet?",
        ),
        ours(
            "ONES-BELOW",
            "below the axes",
            "there is a 1 below every column: the axes are points, and they should be directions.",
            "What is the fourth number of a direction, which no translation moves?",
        ),
        ours(
            "W-ZERO",
            "below the translation",
            "the last column ends in 0: whatever comes in, its fourth number is lost.",
            "What is the fourth number of the child's origin, before and after?",
        ),
    ],
};

const COMPOSE: Check<Answers> = Check {
    id: "01.2",
    task: Task::Function("compose"),
    tolerance: TOLERANCE,
    finished_in: "common::math::Rigid::compose",
    ask: |answers, probe| {
        let mut random = probe.random();
        let (outer, inner) = (rigid(&mut random), rigid(&mut random));
        let got = (answers.compose)(&outer, &inner);
        let mut notes = vec![told("world_from_parent", &outer), told("parent_from_child", &inner)];
        notes.extend(no_rotation(got.rotation));
        Ok(told_apart("world_from_child", "", &got).noting(notes))
    },
    flaws: &[
        ours(
            "CHILD-TIMES-PARENT",
            "order",
            "child and parent have changed places: (child) (parent), where (parent) (child) is meant.",
            "A point of the child comes from the right. Which of the two does it have to meet first?",
        ),
        ours(
            "ROTATIONS-EXCHANGED",
            "order",
            "the two rotations are multiplied the wrong way round.",
            "In R (S p), which rotation is applied to p first, and where does it stand?",
        ),
        ours(
            "PARENTS-ROTATION-ONLY",
            "order",
            "the rotation is the parent's alone.",
            "The child is turned against its parent, and the parent does not turn. Where do the child's axes point?",
        ),
        ours(
            "CHILDS-ROTATION-ONLY",
            "order",
            "the rotation is the child's alone.",
            "The parent turns. Do the child's axes still point where they did?",
        ),
        ours(
            "TRANSLATIONS-EXCHANGED",
            "order",
            "the rotation is right, but the child moves its parent: S t + u, where R u + t is meant.",
            "Which of the two knows where the child's origin is, and in whose space does it tell that?",
        ),
        ours(
            "TRANSLATIONS-ADDED",
            "translation",
            "the translations are added as they are: the parent's rotation does not reach the child's.",
            "The child sits 1 m along its parent's x axis, and the parent turns. Does the child stay where it was?",
        ),
        ours(
            "TURNED-BY-BOTH",
            "translation",
            "the child's translation is turned by its own rotation too.",
            "In whose space is the child's translation told: its own, or its parent's?",
        ),
        ours(
            "SUM-TURNED",
            "translation",
            "the parent's translation is turned by the parent's own rotation.",
            "In R p + t, is t turned by R?",
        ),
        ours(
            "PARENTS-PLACE-FORGOTTEN",
            "translation",
            "the parent's translation is missing.",
            "The child lies at its parent's origin. Where is it in the world?",
        ),
        ours(
            "CHILDS-PLACE-FORGOTTEN",
            "translation",
            "the child's translation is missing: it lies at its parent's origin.",
            "Where does the parent put a point that is u in its own space?",
        ),
        ours(
            "CHILDS-PLACE-ONLY",
            "translation",
            "the translation is the child's alone: the parent neither turns it nor moves it.",
            "In whose space does the child's translation tell where its origin is, and where is that in the world?",
        ),
    ],
};

const INVERSE: Check<Answers> = Check {
    id: "01.3",
    task: Task::Function("inverse"),
    tolerance: TOLERANCE,
    finished_in: "common::math::Rigid::inverse",
    ask: |answers, probe| {
        let given = rigid(&mut probe.random());
        let got = (answers.inverse)(&given);
        let mut notes = vec![told("parent_from_child", &given)];
        notes.extend(no_rotation(got.rotation));
        Ok(told_apart("child_from_parent", "", &got).noting(notes))
    },
    flaws: &[
        ours(
            "NOT-TURNED-BACK",
            "translation",
            "the translation is -t: moved back, but along the parent's axes instead of the child's.",
            "You undo the turn as well. Does the way back still point where it did?",
        ),
        ours(
            "TURNED-ON",
            "translation",
            "the translation is turned forward once more, not back.",
            "Which rotation belongs into the translation of the inverse: the old one, or the new one?",
        ),
        ours(
            "SIGN-FORGOTTEN",
            "translation",
            "the translation is turned back, but not reversed.",
            "Where does your inverse take the child's own origin, told in the parent's space?",
        ),
        ours(
            "TRANSPOSE-AS-INVERSE",
            "translation",
            "the rotation is transposed, and the translation is left as it was.",
            "The transpose undoes a rotation. What undoes a translation?",
        ),
        ours(
            "ROTATION-KEPT",
            "rotation",
            "the rotation turns on, not back.",
            "What does a rotation have to be multiplied with to make the identity?",
        ),
    ],
};

const PLACE: Check<Answers> = Check {
    id: "01.4",
    task: Task::Function("place"),
    tolerance: TOLERANCE,
    finished_in: "common::skeleton::local_to_model",
    ask: |answers, probe| {
        let mut random = probe.random();
        let arm = Arm {
            world_from_base: rigid(&mut random),
            shoulder: random.vector(),
            elbow: random.vector(),
            claw: random.vector(),
        };
        let (a, b) = angles(&mut random);
        let placed = (answers.place)(&arm, a, b);
        let claws = [
            ("the upper arm", placed.claw_in_upper),
            ("the base", placed.claw_in_base),
            ("the world", placed.claw_in_world),
        ];
        let group = |index: usize| format!("claw in {}", claws[index].0);
        let label = |index: usize| format!("{}'s space", group(index));
        let claws = Answer::points(label, claws.map(|(_, point)| point)).grouped(group);
        let mut notes = vec![format!("asked with A at {a:.1} and B at {b:.1} degrees.")];
        if !composes(answers, probe) {
            notes.push(
                "01.2 compose is not right yet: if you call it here, do that one first.".into(),
            );
        }
        Ok(told_apart("world_from_upper", "upper arm", &placed.world_from_upper)
            .and(told_apart("world_from_forearm", "forearm", &placed.world_from_forearm))
            .and(claws)
            .noting(notes))
    },
    flaws: &[
        ours(
            "DEGREES",
            "unit",
            "degrees are taken for radians.",
            "What does `Mat3::from_rotation_y` take, and what do the sliders show?",
        ),
        ours(
            "B-IN-DEGREES",
            "unit",
            "A is right, but B's degrees are taken for radians.",
            "Which of the two angles have you made radians?",
        ),
        ours(
            "ANGLES-EXCHANGED",
            "angle",
            "A bends the elbow and B turns the base.",
            "Which slider is which?",
        ),
        ours(
            "ANGLES-ADDED",
            "angle",
            "the elbow bends by A + B: A has been counted twice, once for the upper arm and once more here.",
            "What does the forearm get from the upper arm that it hangs on, without anybody adding it?",
        ),
        ours(
            "A-REVERSED",
            "angle",
            "A turns the other way.",
            "By a positive angle `Mat3::from_rotation_y` turns z towards x. Does yours?",
        ),
        ours(
            "B-REVERSED",
            "angle",
            "B bends the other way.",
            "By a positive angle `Mat3::from_rotation_z` turns x towards y. Does yours?",
        ),
        ours(
            "A-TWICE",
            "angle",
            "the elbow bends by A, too: B is not used.",
            "Which slider is which?",
        ),
        ours(
            "SAME-AXIS",
            "axis",
            "the elbow turns about y, as the shoulder does.",
            "About which axis does the elbow bend?",
        ),
        ours(
            "AXES-EXCHANGED",
            "axis",
            "A turns about z and B about y.",
            "Which axis stands upright, and about which one does an elbow bend?",
        ),
        ours(
            "OFFSETS-EXCHANGED",
            "offset",
            "shoulder and elbow have changed places.",
            "In whose space is `arm.elbow` told?",
        ),
        ours(
            "ELBOW-FORGOTTEN",
            "offset",
            "the forearm bends at the upper arm's origin, not at the elbow.",
            "Where does the data sheet put joint B?",
        ),
        ours(
            "SHOULDER-TWICE",
            "offset",
            "the elbow sits where the shoulder should: its offset is `arm.shoulder` too.",
            "Where does the data sheet put joint B?",
        ),
        ours(
            "CHILD-TIMES-PARENT",
            "order",
            "child and parent have changed places where the chain is composed.",
            "Which words meet in world_from_upper, upper_from_forearm? And in which order does `compose` take them?",
        ),
        ours(
            "UPPER-TIMES-BASE",
            "order",
            "base and upper arm have changed places where world_from_upper is composed.",
            "Which words meet in world_from_base, base_from_upper? And in which order does `compose` take them?",
        ),
        ours(
            "FOREARM-TIMES-UPPER",
            "order",
            "upper arm and forearm have changed places where world_from_forearm is composed.",
            "Which words meet in world_from_upper, upper_from_forearm? And in which order does `compose` take them?",
        ),
        ours(
            "A-NOT-PASSED-ON",
            "chain",
            "the forearm hangs on the base: it does not follow when A turns the upper arm.",
            "What is the forearm screwed to?",
        ),
        ours(
            "ONE-LEVEL",
            "chain",
            "the forearm's way ends at the base: the upper arm's own transform stands where its place in the world is needed.",
            "How many steps are there from the forearm to the world, and how many of them have you computed already?",
        ),
        ours(
            "BASE-FORGOTTEN",
            "base",
            "world_from_base is not used: the arm stands at the world's origin, whatever it is told.",
            "Where does the base stand?",
        ),
        ours(
            "UPPER-LEFT-AT-BASE",
            "base",
            "world_from_upper is base_from_upper: the last step of its way, from the base to the world, is missing.",
            "Which space does base_from_upper lead to?",
        ),
        ours(
            "CLAW-LEFT-AT-BASE",
            "base",
            "the claw in the world has the numbers of the claw in the base: the last step is missing.",
            "Which transform takes a point from the base to the world?",
        ),
        ours(
            "CLAW-NOT-TURNED",
            "claw",
            "the claw's point is only moved from space to space, never turned.",
            "The forearm is bent. Does its x axis still point along the upper arm's?",
        ),
        ours(
            "ELBOW-SKIPPED",
            "claw's way",
            "the claw's point goes to the base as if it were told in the upper arm's space.",
            "In which space is `arm.claw` told, and which one comes next?",
        ),
        ours(
            "CLAW-AS-TOLD",
            "claw's way",
            "the claw's point is taken for one of the upper arm's space, though the data sheet tells it in the forearm's.",
            "In which space is `arm.claw` told, and what takes it to the next one?",
        ),
        ours(
            "WORLD-TWICE",
            "base",
            "the claw goes from the upper arm straight to the world, and from there to the world once more.",
            "Which space does world_from_upper lead to, and in which one should claw_in_base be told?",
        ),
        ours(
            "WORLD-FOR-BASE",
            "base",
            "claw_in_base holds the numbers of the claw in the world.",
            "Which space does world_from_upper lead to, and in which one should claw_in_base be told?",
        ),
    ],
};

/// Non-commuting rotations and unequal offsets.
fn rigid(random: &mut Random) -> Rigid {
    let transform = random.rigid();
    Rigid { rotation: Mat3::from_quat(transform.rotation), translation: transform.translation }
}

/// A and B in degrees, each to either side: one small and one large, so that it shows plainly if one
/// stands for the other.
fn angles(random: &mut Random) -> (f32, f32) {
    let small = to_a_side(random, 20.0, 35.0);
    let large = to_a_side(random, 60.0, 85.0);
    if random.below(2) == 0 { (small, large) } else { (large, small) }
}

fn to_a_side(random: &mut Random, least: f32, most: f32) -> f32 {
    let size = random.between(least, most);
    if random.below(2) == 0 { size } else { -size }
}

/// Rotation and translation as items of their own, so that a report says which of them is right.
fn told_apart(name: &str, group: &str, rigid: &Rigid) -> Answer {
    let part = |what: &str| if group.is_empty() { what.into() } else { group.to_owned() };
    let rotation = Mat4::from_mat3(rigid.rotation);
    let rotation = Answer::transforms(|_| format!("{name}, rotation"), [rotation]);
    let translation = Answer::points(|_| format!("{name}, translation"), [rigid.translation]);
    rotation.grouped(|_| part("rotation")).and(translation.grouped(|_| part("translation")))
}

/// What was asked, for a student who cannot see the probe.
fn told(name: &str, rigid: &Rigid) -> String {
    let columns = [
        ("x axis", rigid.rotation.x_axis),
        ("y axis", rigid.rotation.y_axis),
        ("z axis", rigid.rotation.z_axis),
        ("translation", rigid.translation),
    ];
    let column = |(what, v): (&str, Vec3)| format!("{what} ({:.2}, {:.2}, {:.2})", v.x, v.y, v.z);
    format!("{name} was: {}.", columns.map(column).join(", "))
}

/// A word about a matrix that is no rotation at all.
fn no_rotation(rotation: Mat3) -> Option<String> {
    let stretched = (rotation * rotation.transpose() - Mat3::IDENTITY).to_cols_array();
    if !stretched.iter().all(|difference| difference.abs() < TOLERANCE) {
        return Some(
            "its rotation is none: the axes are not three unit vectors at right angles.".into(),
        );
    }
    (rotation.determinant() < 0.0).then(|| "its rotation mirrors: left becomes right.".into())
}

/// Whether 01.2 is right on this probe.
fn composes(answers: &Answers, probe: &Probe) -> bool {
    let mut random = probe.random();
    let (outer, inner) = (rigid(&mut random), rigid(&mut random));
    let right = (REFERENCE.compose)(&outer, &inner);
    guard::call(|| (answers.compose)(&outer, &inner)).is_ok_and(|got| {
        let off = (got.rotation - right.rotation).to_cols_array().into_iter();
        let mut off = off.chain((got.translation - right.translation).to_array());
        off.all(|off| off.abs() < TOLERANCE)
    })
}
