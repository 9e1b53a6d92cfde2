//! The lesson's pictures, and that every TODO changes them.

use common::exercise::testing;
use glam::Mat3;
use lesson_10::{
    Answers,
    checks::{LESSON, REFERENCE},
    scene::{Options, Scene},
};

/// The light of a waist on the outline of a belly.
#[test]
fn the_shortcut() {
    let shortcut = Answers { vertex: LESSON.starter().vertex, ..REFERENCE };
    testing::looks_like::<Scene>("shortcut.png", &shortcut, (640, 360));
}

/// Upright and round every matrix is the identity: then the first day's vertex shader and spines are right.
#[test]
fn upright_and_round_nothing_is_off() {
    let round = |bend| Options { bend: Some(bend), squash: Some(0.0) };
    let first = Answers { fragment: REFERENCE.fragment, shortcut_will_do: |_| true, ..LESSON.starter() };
    testing::changes::<Scene>(&first, &round(0.0), 0.0..0.001);
    // Bent, but not squashed: no joint stretches, and still the bends need the inverse.
    testing::changes::<Scene>(&first, &round(1.0), 0.005..1.0);
}

#[test]
fn wild_answers_are_drawn() {
    let wild = Answers { normal_matrix: |_| Mat3::NAN, ..REFERENCE };
    let message = "10.2 normal_matrix: 130 of 130 spines have no direction";
    testing::wild_answers_are_drawn::<Scene>(&wild, &[message]);
}
