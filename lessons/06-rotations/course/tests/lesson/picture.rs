//! The lesson's picture, and that every TODO changes it.

use common::exercise::testing;
use glam::Quat;
use lesson_06::{Answers, checks::REFERENCE, scene::Scene};

#[test]
fn wild_answers_are_drawn() {
    let wild = Answers {
        nlerp: |a, _, _| a * 1e30,
        slerp: |a, b, u| if u < 0.5 { Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0) } else { a + b },
        ..REFERENCE
    };
    let message = "06.3 slerp: some of its numbers are NaN, not a number.";
    testing::wild_answers_are_drawn::<Scene>(&wild, &[message]);
    let wild = Answers {
        shortest: |_, to| to * f32::INFINITY,
        decompose: |_| lesson_06::Transform { scale: glam::Vec3::NAN, ..Default::default() },
        ..wild
    };
    testing::figures_are_drawn_by::<Scene>(&wild);
}
