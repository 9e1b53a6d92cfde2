//! The lesson's picture, and that every TODO changes it.

use common::app::exercise::testing;
use lesson_00::{Answers, scene::Scene};

#[test]
fn the_finished_lesson_looks_like_its_picture() {
    testing::looks_like_its_picture::<Scene>();
}

/// The crate covers about 1 pixel in 6, its paint a third of that.
#[test]
fn every_todo_changes_the_picture() {
    testing::every_todo_changes_the_picture::<Scene>(&[0.03, 0.03]);
}

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
