//! The lesson's picture, and that every TODO changes it.

use common::app::exercise::testing;
use lesson_00::{Answers, scene::Scene};

#[test]
fn bad_answers_are_replaced_and_named() {
    let bad = Answers {
        paint: || panic!("no paint"),
        clip_from_camera: |width, _| {
            glam::Mat4::from_diagonal(glam::Vec4::splat((1 / (width - width)) as f32))
        },
    };
    testing::bad_answers_are_replaced_and_named::<Scene>(
        &bad,
        &["00.1 paint: panicked at", "00.2 clip_from_camera: panicked at"],
    );
}

#[test]
fn wild_answers_are_drawn() {
    let nonsense = Answers {
        paint: || glam::Vec3::splat(f32::NAN),
        clip_from_camera: |_, _| glam::Mat4::from_cols_array(&[f32::NAN; 16]),
    };
    testing::wild_answers_are_drawn::<Scene>(&nonsense, &[]);
}
