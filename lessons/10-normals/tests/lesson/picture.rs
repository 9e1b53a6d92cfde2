//! The lesson's pictures, and that every TODO changes them.

use common::app::exercise::testing;
use common::graphics::ShaderFile;
use common::graphics::testing::headless_or_skip;
use glam::Mat3;
use lesson_10::checks::{LESSON, REFERENCE};
use lesson_10::scene::{Options, Scene};
use lesson_10::{Answers, starter};

/// The light of a waist on the outline of a belly.
#[test]
fn the_shortcut() {
    let shortcut = Answers { vertex: LESSON.starter().vertex, ..REFERENCE };
    testing::looks_like::<Scene>("shortcut.png", &shortcut, (640, 360));
}

/// Upright and round every matrix is the identity: then the first day's vertex shader and spines are right.
#[test]
fn upright_and_round_nothing_is_off() {
    if headless_or_skip("upright_and_round_nothing_is_off").is_none() {
        return;
    }
    let draw = |answers: &Answers, bend| {
        let options = Options { bend: Some(bend), squash: Some(0.0) };
        testing::draw_with::<Scene>(answers, &options, (640, 360)).0
    };
    let first = Answers {
        vertex: LESSON.starter().vertex,
        normal_matrix: starter::ANSWERS.normal_matrix,
        shortcut_will_do: |_| true,
        ..REFERENCE
    };
    assert!(testing::changed(&draw(&first, 0.0), &draw(&REFERENCE, 0.0)) < 0.001);
    // Bent, but not squashed: no joint stretches, and still the bends need the inverse.
    assert!(testing::changed(&draw(&first, 1.0), &draw(&REFERENCE, 1.0)) > 0.005);
}

#[test]
fn bad_answers_are_replaced_and_named() {
    testing::every_bad_answer_is_replaced_and_named::<Scene>(&Answers {
        fragment: ShaderFile("common/lit_skin.vert"),
        normal_matrix: |_| panic!("no way round"),
        vertex: ShaderFile("common/one_color.frag"),
        shortcut_will_do: |_| panic!("who knows"),
    });
}

#[test]
fn wild_answers_are_drawn() {
    let wild = Answers { normal_matrix: |_| Mat3::from_cols_array(&[f32::NAN; 9]), ..REFERENCE };
    testing::wild_answers_are_drawn::<Scene>(
        &wild,
        &["10.2 normal_matrix: 130 of 130 spines have no direction"],
    );
}
