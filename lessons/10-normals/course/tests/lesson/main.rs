//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_10::Window,
    options: ["--set", "squash=0.5", "--set", "bend=1"],
}

use check::{Submission, verdict};
use common::graphics::testing::headless_or_skip;
use lesson_10::checks::LESSON;

mod picture;

/// A case that a person can work out shows each known mistake.
#[test]
fn cases_show_the_mistakes() {
    if headless_or_skip("cases_show_the_mistakes").is_none() {
        return;
    }
    for (todo, id) in LESSON.about.ids().into_iter().enumerate() {
        for way in LESSON.mistaken.iter().filter(|way| way.todo == id) {
            let answers = &way.made_in(LESSON.reference);
            let submission = Submission { answers, text: None, shaders: "10-normals/solution" };
            let found = verdict(&LESSON, todo, &submission, 0);
            assert!(found.cases.wrong.is_some(), "{id} {}", way.name);
        }
    }
}

#[test]
fn shares_are_from_0_to_1() {
    for wrong in ["squash=1.5", "squash=NaN", "bend=half"] {
        PROGRAM.refuses("--set", wrong, "a number from 0 to 1");
    }
}

common::solution_tests!(lesson_10, normals: Normals);
