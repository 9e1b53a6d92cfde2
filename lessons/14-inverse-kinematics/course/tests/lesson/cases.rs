//! The report on answers that are right for some of the cases: after each of a TODO's steps, and with a wrong elbow.

use check::{Submission, verdict};
use glam::{Quat, Vec3};
use lesson_14::{Bend, checks::LESSON};
use verdict::brief;

const FAR: &str = "shoulder at (0, 1, 0), bones of 0.4 and 0.3 that hang down, target at (1, 1, 0), too far away, pole at \
                   (0.2, 1.4, 0)";
const NEAR: &str =
    "shoulder at (0, 1, 0), bones of 0.4 and 0.3 that hang down, target at (0.5, 1, 0), pole at (0.2, 1.4, 0)";

/// Asserts which case is right, and which is the first wrong one.
fn assert_cases(todo: usize, answers: &given::Course, right: &str, wrong: &str) {
    let report = brief(&verdict(&LESSON, todo, &Submission { answers, text: None, shaders: "" }, 41));
    let line = report.lines().find(|line| line.trim_start().starts_with("Right: ")).unwrap_or_default();
    assert!(line.contains(right) && report.contains(&format!("Wrong: {wrong}")), "{report}");
}

/// `normalize()` gives NaN only where a direction has length 0, which the case shows.
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
    let wrong = "shoulder at (0, 1, 0), bones of 0.4 and 0.3 that hang down, target at (0.5, 1, 0), pole on the line to it, at (0.2, 1, 0): with your code the hand is not a number; it \
                 should be (0.5, 1, 0).\n";
    assert_cases(1, &answers, "pole at (0.2, 0.6, 0)", wrong);
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
    assert!(report.contains(&format!("     {question}\n     Wrong: {FAR}: with your code the hand is ")), "{report}");
}

#[test]
fn the_first_step_of_reach() {
    let mut answers = LESSON.reference;
    answers.inverse_kinematics.reach = |limb, target, _, tools| {
        let n = (target - limb.root).normalize_or(Vec3::X);
        Ok(tools.bend_to(limb, limb.root + limb.upper.length() * n, target))
    };
    assert_cases(1, &answers, FAR, NEAR);
}

#[test]
fn the_shoulders_rotation_alone() {
    let mut answers = LESSON.reference;
    answers.inverse_kinematics.reach = |limb, target, pole, tools| {
        let right = (LESSON.reference.inverse_kinematics.reach)(limb, target, pole, tools)?;
        Ok(Bend { elbow: limb.elbow, ..right })
    };
    assert_cases(1, &answers, FAR, NEAR);
}

/// Asserts which steps of 14.3 are right, and that the answer ends with the last of them: nothing in it is wrong.
fn assert_gradient_steps(answers: &given::Course, right: [Option<bool>; 3]) {
    let verdict = verdict(&LESSON, 2, &Submission { answers, text: None, shaders: "" }, 41);
    assert_eq!(verdict.steps.iter().map(|step| step.right).collect::<Vec<_>>(), right);
    assert!(verdict.ends_with_step() && verdict.mistakes.is_empty() && verdict.question.is_none(), "{verdict:?}");
}

#[test]
fn the_first_step_of_gradient_step() {
    let mut answers = LESSON.reference;
    answers.inverse_kinematics.gradient_step = |chain, angles, target, _, rate| {
        let placed = chain.place(angles);
        let mut next = Vec::new();
        for (i, angle) in angles.iter().enumerate() {
            let arm = placed.tip - placed.model_from_joint[i].w_axis.truncate();
            next.push(angle - rate * chain.hinges[i].axis.cross(arm).dot(placed.tip - target));
        }
        Ok(next)
    };
    assert_gradient_steps(&answers, [Some(true), Some(false), None]);
}

#[test]
fn all_but_the_weight_of_gradient_step() {
    let mut answers = LESSON.reference;
    answers.inverse_kinematics.gradient_step = |chain, angles, target, _, rate| {
        (LESSON.reference.inverse_kinematics.gradient_step)(chain, angles, target, 0.0, rate)
    };
    assert_gradient_steps(&answers, [Some(true), Some(true), Some(false)]);
}
