//! The steps of 11.1: the check says which of them are right.

use check::{Submission, verdict};
use lesson_11::{Influence, Input, checks::LESSON, offset_of};
use verdict::brief;

/// Returns one influence for each group, as if -1 were a joint like all others.
fn influences(inputs: &[Input], v: &[i32], weights: &[f32]) -> Vec<Influence> {
    let mut influences = Vec::new();
    let stride = inputs.iter().map(|input| input.offset + 1).max().unwrap_or(1);
    for group in v.chunks(stride) {
        let weight = weights[group[offset_of(inputs, "WEIGHT")] as usize];
        influences.push(Influence { slot: group[offset_of(inputs, "JOINT")] as usize, weight });
    }
    influences
}

/// Asserts the last right and the first wrong case, the steps that are right, and the names of the mistakes.
fn assert_steps(answers: &given::Course, right: &str, wrong: &str, steps: [Option<bool>; 3], names: &[&str]) {
    let verdict = verdict(&LESSON, 0, &Submission { answers, text: None, shaders: "" }, 41);
    assert_eq!(verdict.steps.iter().map(|step| step.right).collect::<Vec<_>>(), steps);
    assert_eq!(verdict.mistakes.iter().map(|mistake| mistake.name.as_str()).collect::<Vec<_>>(), names);
    let report = brief(&verdict);
    assert!(report.contains(&format!("Right: {right}")) && report.contains(&format!("Wrong: {wrong}")), "{report}");
}

/// Asserts that an answer ends with a right step: these steps are right, and nothing is wrong.
fn assert_ends(answers: &given::Course, steps: [Option<bool>; 3]) {
    let verdict = verdict(&LESSON, 0, &Submission { answers, text: None, shaders: "" }, 41);
    assert_eq!(verdict.steps.iter().map(|step| step.right).collect::<Vec<_>>(), steps);
    assert!(verdict.ends_with_step() && verdict.mistakes.is_empty(), "{verdict:?}");
}

#[test]
fn the_stride_alone() {
    let mut answers = LESSON.reference;
    answers.collada_skin.influences = |inputs, vcount, v, weights, _| {
        Ok(influences(inputs, v, weights).chunks(1).take(vcount.len()).map(<[_]>::to_vec).collect())
    };
    assert_ends(&answers, [Some(true), Some(false), None]);
}

/// The likeliest stride, before anything else is written.
#[test]
fn a_stride_of_as_many_as_inputs() {
    let mut answers = LESSON.reference;
    answers.collada_skin.influences = |inputs, vcount, v, weights, _| {
        let mut vertices = Vec::new();
        for vertex in 0..vcount.len() {
            let at = vertex * inputs.len();
            let slot = v[at + offset_of(inputs, "JOINT")] as usize;
            let weight = weights[v[at + offset_of(inputs, "WEIGHT")] as usize];
            vertices.push(vec![Influence { slot, weight }]);
        }
        Ok(vertices)
    };
    let right = "WEIGHT at offset 0, JOINT at offset 1, vcount 1 1 1";
    let wrong = "JOINT at offset 0, WEIGHT at offset 2, vcount 1 1";
    assert_steps(&answers, right, wrong, [Some(false), None, None], &["STRIDE-BY-COUNT"]);
}

#[test]
fn all_but_joint_minus_1() {
    let mut answers = LESSON.reference;
    answers.collada_skin.influences = |inputs, vcount, v, weights, _| {
        let mut all = influences(inputs, v, weights).into_iter();
        Ok(vcount.iter().map(|count| all.by_ref().take(*count).collect()).collect())
    };
    assert_ends(&answers, [Some(true), Some(true), Some(false)]);
}
