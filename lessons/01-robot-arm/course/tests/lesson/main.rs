//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

use common::exercise::testing;
use given::Course;
use glam::{Mat3, Vec3};
use lesson_01::{Placed, Rigid, RobotArm, checks::REFERENCE};

common::lesson_tests! {
    lesson_01::Window,
    options: ["--set", "a=-20"],
}

mod grip;

#[test]
fn a_slider_takes_a_number() {
    PROGRAM.refuses("--set", "a=far", "a number from -150 to 150");
    PROGRAM.refuses("--set", "c=1", "only a, b can be set");
}

#[test]
fn the_claw_in_words() {
    PROGRAM.describes(&["--set", "a=0", "--set", "b=-90"], &["The claw in the base's space: (0.300, 0.320, 0.000)"]);
}

#[test]
fn wild_answers_are_drawn() {
    let robot_arm = RobotArm {
        inverse: |_| Ok(Rigid { rotation: Mat3::ZERO, translation: Vec3::NAN }),
        place: |_, _, _| {
            Ok(Placed {
                world_from_upper: Rigid { translation: Vec3::splat(1e30), ..Rigid::IDENTITY },
                world_from_forearm: Rigid { rotation: Mat3::ZERO, ..Rigid::IDENTITY },
                claw_in_upper: Vec3::NAN,
                claw_in_base: Vec3::INFINITY,
                claw_in_world: Vec3::NAN,
            })
        },
        ..REFERENCE.robot_arm
    };
    testing::wild_answers_are_drawn::<Tested>(&Course { robot_arm, ..REFERENCE }, &[]);
}

common::solution_tests!(lesson_01, robot_arm: RobotArm);
