//! The solution passes, and the starter is what its regions make of it. Goes away together with `src/solution.rs`.

use common::check::{Submission, three_way};
use common::graphics::ShaderFile;
use lesson_03::{Answers, Joint, MAX_JOINTS, checks::LESSON, depth_first_order, model_poses};

#[path = "../src/solution.rs"]
#[allow(unreachable_pub)] // in the lesson the table is public, and this is the same text
mod solution;

#[test]
fn the_solution_passes() {
    let vertex = ShaderFile("03-joint-lines/solution/joints.vert");
    let answers = Answers { vertex, ..solution::ANSWERS };
    let text = include_str!("../src/solution.rs");
    let shaders = "03-joint-lines/solution";
    three_way::passes(&LESSON, &Submission { answers: &answers, text: Some(text), shaders });
}

#[test]
fn the_starter_is_generated() {
    three_way::starter_is_generated(
        &LESSON,
        include_str!("../src/solution.rs"),
        include_str!("../src/starter.rs"),
    );
    three_way::starter_is_generated(
        &LESSON,
        include_str!("../../../shaders/03-joint-lines/solution/joints.vert"),
        include_str!("../../../shaders/03-joint-lines/starter/joints.vert"),
    );
}
