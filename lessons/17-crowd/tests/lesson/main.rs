//! The lesson's program, its checks and its picture, by the tests that all lessons share; below them this lesson's own.

use common::app::exercise::testing;
use glam::Vec3;
use lesson_17::{checks::REFERENCE, scene::Scene};

common::lesson_tests! {
    lesson_17::scene::Scene,
    screenshot_with: ["--time", "2"],
}

#[test]
fn bad_answers_are_replaced_and_named() {
    let mut bad = REFERENCE;
    bad.point_1 = |_, _| panic!("no point");
    let names = ["17.1 point_1: panicked at"];
    testing::bad_answers_are_replaced_and_named::<Scene>(&bad, &names);
}

#[test]
fn wild_answers_are_drawn() {
    let mut wild = REFERENCE;
    wild.point_1 = |_, _| Vec3::NAN;
    testing::wild_answers_are_drawn::<Scene>(&wild, &[]);
}
