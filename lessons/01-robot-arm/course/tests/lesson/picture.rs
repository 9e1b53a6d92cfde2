//! The lesson's picture, and that every TODO changes it.

use common::exercise::testing;
use glam::{Mat3, Vec3};
use lesson_01::{Answers, Placed, Rigid, checks::REFERENCE, scene::Scene};

#[test]
fn wild_answers_are_drawn() {
    let place = |_: &_, _, _| Placed {
        world_from_upper: Rigid { translation: Vec3::splat(1e30), ..Rigid::IDENTITY },
        world_from_forearm: Rigid { rotation: Mat3::ZERO, ..Rigid::IDENTITY },
        claw_in_upper: Vec3::NAN,
        claw_in_base: Vec3::INFINITY,
        claw_in_world: Vec3::NAN,
    };
    let nonsense = Answers { place, inverse: |_| Rigid { rotation: Mat3::ZERO, translation: Vec3::NAN }, ..REFERENCE };
    testing::wild_answers_are_drawn::<Scene>(&nonsense, &[]);
}
