//! The lesson's pictures, and that every TODO changes them.

use common::exercise::testing;
use given::Course;
use glam::Mat3;
use lesson_10::{
    Normals, Options, Window,
    checks::{LESSON, REFERENCE},
};

#[test]
fn the_shortcut() {
    testing::looks_like::<Window>("shortcut.png", &LESSON.without(2), (640, 360));
}

fn round(bend: f32) -> Options {
    Options::default().set("bend", &[bend]).set("squash", &[0.0])
}

/// Upright and round every matrix is the identity: then the first day's vertex shader and spines are right.
#[test]
fn upright_and_round_nothing_is_off() {
    let starter = LESSON.starter();
    let fragment = REFERENCE.normals.fragment();
    let normals = Normals { fragment, shortcut_will_do: |_| Ok(true), ..starter.normals };
    let first = Course { normals, ..starter };
    testing::changes::<Window>(&first, &round(0.0), 0.0..0.001);
    // Bent, but not squashed: no joint stretches, and still the bends need the inverse.
    testing::changes::<Window>(&first, &round(1.0), 0.005..1.0);
}

#[test]
fn wild_answers_are_drawn() {
    let normals = Normals { normal_matrix: |_| Ok(Mat3::NAN), ..REFERENCE.normals };
    let wild = Course { normals, ..REFERENCE };
    let message = "10.2 normal_matrix: 130 of 130 spines have no direction";
    testing::wild_answers_are_drawn::<Window>(&wild, &[message]);
}
