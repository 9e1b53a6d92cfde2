//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_17::instanced::CrowdScene,
    options: ["--count", "12", "--who", "frames"],
}

use check::Submission;
use lesson_17::checks::LESSON;

mod cast;
mod picture;
mod program;
mod ways;

/// The verdict on a starter's shader shows the first case.
#[test]
fn shaders_have_cases() {
    for (todo, right) in [(1, "(4, 0, 0)"), (3, "(2.3, 1.93, 0)")] {
        let answers = &LESSON.without(todo);
        let verdict = check::verdict(&LESSON, todo, &Submission { answers, text: None, shaders: "" }, verdict::SEED);
        if verdict.status != verdict::Status::Skipped {
            let case = verdict.cases.wrong.expect("a wrong case");
            let moved = format!("v_position is (3, 0, 0); it should be {right}");
            assert!(case.index == 0 && case.outcome.contains(&moved), "{}", case.outcome);
        }
    }
}

common::solution_tests!(lesson_17, crowd: Crowd);
