//! The lesson's picture, and that every TODO changes it.

use common::exercise::testing;
use given::Course;
use glam::{Mat3, Vec3};
use lesson_01::{Placed, Rigid, RobotArm, checks::REFERENCE, scene::Scene};

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
    testing::wild_answers_are_drawn::<Scene>(&Course { robot_arm, ..REFERENCE }, &[]);
}
