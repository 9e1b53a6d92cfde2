//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

use common::exercise::testing;
use lesson_04::{Window, file};

common::lesson_tests! {
    lesson_04::Window,
    options: [concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets/arm.dae")],
}

mod agree;
mod malformed;
mod picture;
mod program;

#[test]
fn the_quotes_are_the_knights() {
    let knight = std::fs::read_to_string(file::knight()).expect("assets/knight.dae");
    testing::readme_quotes::<Window>(&knight, 8);
}

common::solution_tests!(lesson_04, collada_joints: ColladaJoints);
mod solved;
