//! The lesson's picture, and that every TODO changes it.

use common::exercise::testing;
use lesson_00::{Answers, scene::Scene};

#[test]
fn wild_answers_are_drawn() {
    let nonsense = Answers {
        paint: || glam::Vec3::splat(f32::NAN),
        clip_from_camera: |_, _| glam::Mat4::from_cols_array(&[f32::NAN; 16]),
    };
    testing::wild_answers_are_drawn::<Scene>(&nonsense, &[]);
}
