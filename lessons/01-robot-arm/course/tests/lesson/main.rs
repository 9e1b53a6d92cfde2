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
    // The data sheet's offsets, added up: nothing is turned.
    let base = "The claw in the base's space: (1.350, 1.370, 0.000)";
    let forearm = "The claw in the forearm's space: (1.050, 0.000, 0.000)";
    PROGRAM.describes(&["--a", "0", "--b", "0"], &[base, forearm]);
    PROGRAM.describes(&["--a", "0", "--b", "90"], &["(0.300, 2.420, 0.000)", forearm]);
}

// Of `src/solution.rs`: what follows is cut off where the student branch removes it.
common::solution_tests!(lesson_01, robot_arm: RobotArm);
