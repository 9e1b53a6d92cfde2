//! The lesson's picture, and that every TODO changes it.

use common::app::exercise::testing;
use glam::{Mat3, Vec2, Vec3};
use lesson_07::checks::REFERENCE;
use lesson_07::{Answers, Sprite, scene::Scene};

#[test]
fn wild_answers_are_drawn() {
    let wild = Answers {
        rotate_about: |_, _| Mat3::NAN,
        wave: |_, _| f32::INFINITY,
        segmented_arm: |_, _| vec![Vec2::NAN],
        sprite_transforms: |_, turns| vec![Sprite { part: 77, stage_from_picture: turns[0] }; 3],
    };
    let said = [
        "07.2 wave: inf is no angle",
        "07.1 rotate_about: a matrix whose numbers are not all finite",
        "07.3 segmented_arm: child: 1 places for 5 corners",
        "07.4 sprite_transforms: part 77, where the last one is 14",
    ];
    testing::wild_answers_are_drawn::<Scene>(&wild, &said);
    // Far beyond any picture: two such factors are still a number, nine are not.
    let far = Answers {
        wave: |t, _| 1e30 * t,
        rotate_about: |_, _| Mat3::from_diagonal(Vec3::splat(1e15)),
        ..REFERENCE
    };
    testing::wild_answers_are_drawn::<Scene>(
        &far,
        &[
            "07.3 segmented_arm: vine: a place that is no number",
            "07.4 sprite_transforms: a matrix whose numbers are not all finite",
        ],
    );
}
