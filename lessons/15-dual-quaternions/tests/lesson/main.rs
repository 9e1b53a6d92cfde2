//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_15::scene::Scene,
    screenshot_with: ["--twist", "90"],
}

mod picture;
mod readme;

#[test]
fn a_twist_is_from_0_to_180() {
    for wrong in ["181", "NaN", "half"] {
        PROGRAM.refuses("--twist", wrong, "a number from 0 to 180");
    }
}
