//! The solution passes, and the starter is what its regions make of it. Goes away together with `src/solution.rs`.

use common::check::{Submission, three_way};
use lesson_02::{Answers, Joint, checks::LESSON};

#[path = "../src/solution.rs"]
#[allow(unreachable_pub)] // in the lesson the table is public, and this is the same text
mod solution;

#[test]
fn the_solution_passes() {
    let text = include_str!("../src/solution.rs");
    let answers = &solution::ANSWERS;
    three_way::passes(&LESSON, &Submission { answers, text: Some(text), shaders: "" });
}

#[test]
fn the_starter_is_generated() {
    three_way::starter_is_generated(
        &LESSON,
        include_str!("../src/solution.rs"),
        include_str!("../src/starter.rs"),
    );
}
