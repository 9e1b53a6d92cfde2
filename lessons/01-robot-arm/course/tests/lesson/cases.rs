//! The simplest input for which an answer is wrong, as the report shows it.

use check::{Submission, verdict};
use given::{CallError, Course, lesson_01::Rigid};
use lesson_01::checks::{LESSON, REFERENCE};
use verdict::brief;

fn report(todo: usize, answers: &Course) -> String {
    brief(&verdict(&LESSON, todo, &Submission { answers, text: None, shaders: "" }, 41))
}

fn report_on_compose(compose: fn(&Rigid, &Rigid) -> Result<Rigid, CallError>) -> String {
    let mut answers = LESSON.reference;
    answers.robot_arm.compose = compose;
    report(1, &answers)
}

#[test]
fn a_parent_that_turns_its_child() {
    let report = report_on_compose(|parent, child| {
        let translation = parent.translation + child.translation;
        Ok(Rigid { rotation: parent.rotation * child.rotation, translation })
    });
    let case = "\
     Right: a parent at (3, 1, 0) and its child at (1, 0, 0), neither turned.
     Wrong: a parent at (3, 1, 0), turned by 90° about y, its child at (1, 0, 0): with your code the translation of the \
                child is (4, 1, 0); it should be (3, 1, -1).\n";
    assert!(report.contains(case), "{report}");
}

#[test]
fn a_sum_of_rotations_without_a_name() {
    let report = report_on_compose(|parent, child| {
        let translation = parent.rotation * child.translation + 1.5 * parent.translation;
        Ok(Rigid { rotation: parent.rotation + 2.0 * child.rotation, translation })
    });
    let question = &LESSON.about.toml.todos[1].asks;
    let wrong = "Wrong: a parent at (3, 1, 0) and its child at (1, 0, 0), neither turned: with your code the \
                 translation of the child is (5.5, 1.5, 0); it should be (4, 1, 0).";
    assert!(!question.is_empty() && report.contains(&format!("     {question}\n     {wrong}\n")), "{report}");
}

#[test]
fn the_wrong_translation_with_the_right_rotation_is_not_child_times_parent() {
    let report = report_on_compose(|parent, child| {
        Ok(Rigid { rotation: parent.rotation * child.rotation, translation: child.apply(parent.translation) })
    });
    assert!(report.contains("WRONG-ONE-TURNED: ") && !report.contains("CHILD-TIMES-PARENT"), "{report}");
}

#[test]
fn the_upper_arm_is_right_before_the_forearm_is_written() {
    let mut answers = LESSON.reference;
    answers.robot_arm.place = |arm, a, b| {
        let mut placed = REFERENCE.robot_arm.place(arm, a, b)?;
        placed.world_from_forearm = placed.world_from_upper;
        Ok(placed)
    };
    let report = report(3, &answers);
    let wrong = "the claw at (1.05, 0, 0): with your code the translation of the forearm is (-0.55, 0.42, -0.15); it should be (-0.25, 1.37, -0.15).";
    assert!(report.contains(wrong), "{report}");
}
