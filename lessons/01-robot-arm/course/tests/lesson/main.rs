//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

common::lesson_tests! {
    lesson_01::scene::Scene,
    options: ["--a", "-20"],
    unseen: [],
}

mod cases;
mod grip;
mod picture;
mod readme;

#[test]
fn a_slider_takes_a_number() {
    PROGRAM.refuses("--a", "far", "invalid float");
}

#[test]
fn the_claw_in_words() {
    PROGRAM.describes(&["--a", "0", "--b", "90"], &["The claw in the base's space: (0.300, 2.420, 0.000)"]);
}

// Of `src/solution.rs`: what follows is cut off where the student branch removes it.
common::solution_tests!(lesson_01, robot_arm: RobotArm);
