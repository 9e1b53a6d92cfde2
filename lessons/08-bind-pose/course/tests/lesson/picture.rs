//! The lesson's pictures, and that every TODO changes them.

use common::exercise::testing;
use common::graphics::testing::headless_or_skip;
use glam::Mat4;
use lesson_08::{
    Answers,
    checks::{LESSON, REFERENCE},
    scene::{Options, Scene},
    starter,
};

/// The picture that is wrong: the inverse bind is not there yet.
#[test]
fn without_the_inverse_bind() {
    let forgotten = Answers { inverse_binds: starter::ANSWERS.inverse_binds, ..REFERENCE };
    testing::looks_like::<Scene>("forgotten.png", &forgotten, (640, 360));
}

/// In the bind pose the finished worm stands in its model, and the unfinished one does not.
#[test]
fn in_the_bind_pose_nothing_moves() {
    let rest = Options { pose: Some(0.0), ..Options::default() };
    let raw = Answers { vertex: LESSON.starter().vertex, ..REFERENCE };
    // Every matrix is the identity. One is transformed, the other is not: here and there the last digit of a depth
    // differs.
    testing::changes::<Scene>(&raw, &rest, 0.0..0.003);
    let forgotten = Answers { inverse_binds: starter::ANSWERS.inverse_binds, ..REFERENCE };
    testing::changes::<Scene>(&forgotten, &rest, 0.025..1.0);
}

/// The bits of a small whole number, read as a float, are next to nothing: all follow joint 0.
#[test]
fn read_as_floats_all_follow_the_first() {
    if headless_or_skip("read_as_floats_all_follow_the_first").is_none() {
        return;
    }
    let floats = Options { as_floats: true, ..Options::default() };
    let (stiff, message) = testing::draw_with::<Scene>(&REFERENCE, &floats, (640, 360));
    assert_eq!(message, [""; 0]);
    let one_for_all = Answers { skinning_matrices: |now, back| vec![now[0] * back[0]; now.len()], ..REFERENCE };
    let (expected, _) = testing::draw::<Scene>(&one_for_all, (640, 360));
    assert!(testing::changed(&stiff, &expected) < 0.001);
    assert!(testing::changed(&stiff, &testing::draw::<Scene>(&REFERENCE, (640, 360)).0) > 0.015);
}

#[test]
fn wild_answers_are_drawn() {
    let wild = Answers {
        inverse_binds: |_, _| Vec::new(),
        skinning_matrices: |_, _| vec![Mat4::from_cols_array(&[f32::NAN; 16]); 200],
        ..REFERENCE
    };
    testing::wild_answers_are_drawn::<Scene>(
        &wild,
        &[
            "08.1 inverse_binds: a list of 0, where 3 are needed",
            "08.2 skinning_matrices: a list of 200, where 3 are needed",
        ],
    );
}
