//! The steps of 11.1: the check says which of them are right.

use common::check::{Submission, brief, verdict};
use lesson_11::{Influence, Input, checks::LESSON, offset_of};

fn influence(inputs: &[Input], group: &[i32], weights: &[f32]) -> Influence {
    let weight = group[offset_of(inputs, "WEIGHT")] as usize;
    Influence { slot: group[offset_of(inputs, "JOINT")] as usize, weight: weights[weight] }
}

fn stride(inputs: &[Input]) -> usize {
    inputs.iter().map(|input| input.offset + 1).max().unwrap_or(0)
}

#[test]
fn the_stride_alone() {
    let mut answers = LESSON.reference;
    answers.collada_skin.influences = |inputs, vcount, v, weights, _| {
        let groups = v.chunks(stride(inputs)).take(vcount.len());
        Ok(groups.map(|group| vec![influence(inputs, group, weights)]).collect())
    };
    let report = brief(&verdict(&LESSON, 0, &Submission { answers: &answers, text: None, shaders: "" }, 41));
    assert!(report.contains("Right: JOINT at offset 0, WEIGHT at 2; vcount 1 1"), "{report}");
    assert!(report.contains("Wrong: JOINT at offset 0, WEIGHT at 1; vcount 2"), "{report}");
}

#[test]
fn all_but_joint_minus_1() {
    let mut answers = LESSON.reference;
    answers.collada_skin.influences = |inputs, vcount, v, weights, _| {
        let mut groups = v.chunks(stride(inputs));
        let mut vertices = Vec::new();
        for &count in vcount {
            vertices.push(groups.by_ref().take(count).map(|group| influence(inputs, group, weights)).collect());
        }
        Ok(vertices)
    };
    let report = brief(&verdict(&LESSON, 0, &Submission { answers: &answers, text: None, shaders: "" }, 41));
    assert!(report.contains("Right: JOINT at offset 0, WEIGHT at 1; vcount 2"), "{report}");
    assert!(report.contains("Wrong: a skin of 2 joints, JOINT at offset 0, WEIGHT at 1; vcount 1 1, v -1"), "{report}");
}
