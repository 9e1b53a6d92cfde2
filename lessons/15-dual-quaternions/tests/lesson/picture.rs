//! The lesson's picture, and answers that no picture can show.

use common::app::exercise::testing;
use common::graphics::ShaderFile;
use common::graphics::testing::headless_or_skip;
use glam::Quat;
use lesson_15::checks::REFERENCE;
use lesson_15::scene::{Options, Scene};
use lesson_15::{Answers, DualQuat, starter};

/// Straight, the bar is as it was modelled: then it is all one which motion a pin follows.
#[test]
fn straight_there_is_nothing_to_blend() {
    if headless_or_skip("straight_there_is_nothing_to_blend").is_none() {
        return;
    }
    let draw = |answers: &Answers, twist| {
        let options = Options { twist: Some(twist) };
        testing::draw_with::<Scene>(answers, &options, (640, 360)).0
    };
    let first = Answers { blend: starter::ANSWERS.blend, ..REFERENCE };
    assert!(testing::changed(&draw(&first, 0.0), &draw(&REFERENCE, 0.0)) < 0.001);
    assert!(testing::changed(&draw(&first, 160.0), &draw(&REFERENCE, 160.0)) > 0.003);
}

#[test]
fn bad_answers_are_replaced_and_named() {
    let bad = Answers {
        thickness: |theta, _| panic!("nothing is left at {theta}"),
        from_rigid: |_, translation| panic!("no way to {translation}"),
        blend: |weights, _| panic!("no blend of {}", weights.len()),
        vertex: ShaderFile("common/one_color.frag"),
    };
    testing::bad_answers_are_replaced_and_named::<Scene>(
        &bad,
        &[
            "15.1 thickness: panicked at",
            "15.2 from_rigid: panicked at",
            "15.3 blend: panicked at",
            "one_color.frag",
        ],
    );
}

#[test]
fn wild_answers_are_drawn() {
    const LOST: Quat = Quat::from_xyzw(f32::NAN, 1e30, 0.0, 0.0);
    let wild = Answers {
        thickness: |_, _| f32::NAN,
        from_rigid: |_, _| DualQuat { real: LOST, dual: LOST },
        blend: |_, motions| DualQuat { real: motions[0].real * f32::INFINITY, dual: LOST },
        ..REFERENCE
    };
    testing::wild_answers_are_drawn::<Scene>(
        &wild,
        &[
            "15.1 thickness: not a number",
            "15.2 from_rigid: not a number",
            "15.3 blend: not a number",
        ],
    );
}
