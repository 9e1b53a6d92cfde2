//! Further properties of the solution's answers.

use crate::SOLUTION;
use check::{Submission, verdict};
use given::Course;
use lesson_07::{Rotations, checks::LESSON};
use verdict::Status;

/// The check rejects a switch to nlerp at a dot product of 0.99, although the picture hardly changes.
#[test]
fn too_wide_a_limit_fails() {
    let rotations = Rotations {
        slerp: |a, b, u| match a.dot(b) {
            0.99.. => SOLUTION.rotations.nlerp(a, b, u),
            _ => SOLUTION.rotations.slerp(a, b, u),
        },
        ..SOLUTION.rotations
    };
    let early = Course { rotations, ..SOLUTION };
    let submission = Submission { answers: &early, text: None, shaders: "07-rotations/solution" };
    let slerp = 2; // 07.3
    for seed in 0..50 {
        let found = verdict(&LESSON, slerp, &submission, seed);
        assert_eq!((found.status, found.mistakes.len()), (Status::Fail, 0), "seed {seed}");
    }
}
