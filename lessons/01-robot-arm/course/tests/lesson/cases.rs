//! The simplest input for which an answer is wrong, as the report shows it.

use common::check::{Submission, brief, verdict};
use given::{Course, Lost, lesson_01::Rigid};
use lesson_01::checks::LESSON;

fn report(compose: fn(&Rigid, &Rigid) -> Result<Rigid, Lost>) -> String {
    let mut answers: Course = LESSON.reference;
    answers.robot_arm.compose = compose;
    brief(&verdict(&LESSON, 1, &Submission { answers: &answers, text: None, shaders: "" }, 41))
}

#[test]
fn a_parent_that_turns_its_child() {
    let report = report(|parent, child| {
        let translation = parent.translation + child.translation;
        Ok(Rigid { rotation: parent.rotation * child.rotation, translation })
    });
    let case = "\
     Right: a parent at (0, 2, 0) and its child at (1, 0, 0), neither turned.
     Wrong: a parent turned by 90° about y, its child at (1, 0, 0): with your code the child's origin is (1, 0, 0); it \
                should be (0, 0, -1).\n";
    assert!(report.contains(case), "{report}");
}

#[test]
fn a_sum_of_rotations_without_a_name() {
    let report = report(|parent, child| {
        let translation = parent.rotation * child.translation + 1.5 * parent.translation;
        Ok(Rigid { rotation: parent.rotation + 2.0 * child.rotation, translation })
    });
    let question = &LESSON.about.toml.todos[1].asks;
    let wrong = "Wrong: a parent at (0, 2, 0) and its child at (1, 0, 0), neither turned: with your code the child's \
                 origin is (1, 3, 0); it should be (1, 2, 0).";
    assert!(!question.is_empty() && report.contains(&format!("     {question}\n     {wrong}\n")), "{report}");
}
