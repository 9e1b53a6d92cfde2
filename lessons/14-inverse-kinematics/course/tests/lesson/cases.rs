//! The simplest input for which an answer is wrong, as the report shows it.

use common::check::{Submission, brief, verdict};
use glam::Quat;
use lesson_14::{Bend, checks::LESSON};

/// `normalize()` is the first thing that one types, and gives NaN only if there is no direction.
#[test]
fn directions_that_cannot_be_normalized() {
    let mut answers = LESSON.reference;
    answers.inverse_kinematics.reach = |limb, target, pole, tools| {
        let n = (target - limb.root).normalize();
        let s = n.cross(pole - limb.root).cross(n).normalize();
        if s.is_nan() {
            return Ok(Bend { shoulder: Quat::NAN, elbow: Quat::NAN });
        }
        (LESSON.reference.inverse_kinematics.reach)(limb, target, pole, tools)
    };
    let report = brief(&verdict(&LESSON, 1, &Submission { answers: &answers, text: None, shaders: "" }, 41));
    let wrong = "target at (1, 0, 0), pole behind it at (2, 0, 0): with your code the hand is not a number; it should be \
                 (1, 0, 0).\n";
    assert!(report.contains(wrong), "{report}");
    assert!(report.contains("Right: "), "{report}");
}

#[test]
fn a_wrong_elbow_without_a_name() {
    let mut answers = LESSON.reference;
    answers.inverse_kinematics.reach = |limb, target, pole, tools| {
        let right = (LESSON.reference.inverse_kinematics.reach)(limb, target, pole, tools)?;
        Ok(Bend { elbow: Quat::from_rotation_z(0.1) * right.elbow, ..right })
    };
    let report = brief(&verdict(&LESSON, 1, &Submission { answers: &answers, text: None, shaders: "" }, 41));
    let question = &LESSON.about.toml.todos[1].asks;
    let input = "Wrong: shoulder at (0, 0, 0), two bones of 1 m along x, target at (1, 1, 0), pole at (2, 0, 0): with your code \
                 the hand is ";
    assert!(report.contains(&format!("     {question}\n     {input}")), "{report}");
}
