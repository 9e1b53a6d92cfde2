//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_17::scene::CrowdScene,
    options: ["--count", "12", "--who", "frames"],
}

use check::Submission;
use lesson_17::checks::LESSON;

mod cast;
mod picture;
mod program;
mod readme;

/// The verdict on a starter's shader shows the first case.
#[test]
fn shaders_have_cases() {
    for (todo, input) in [(1, "palettes of 3 joints, a vertex of character 0"), (3, "a vertex at (3, 0, 0), a joint")] {
        let answers = &LESSON.without(todo);
        let verdict = check::verdict(&LESSON, todo, &Submission { answers, text: None, shaders: "" }, verdict::SEED);
        if verdict.status != verdict::Status::Skipped {
            let case = verdict.cases.wrong.expect("a wrong case");
            assert!(case.input.starts_with(input), "{}", case.input);
            assert!(case.outcome.contains("v_position is (3, 0, 0); it should be (4, 0, 0)"), "{}", case.outcome);
        }
    }
}

common::solution_tests!(lesson_17, crowd: Crowd);
