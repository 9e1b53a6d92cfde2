//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

use common::exercise::testing;
use given::Course;
use glam::{Mat3, Vec2, Vec3};
use lesson_03::{PaperPuppet, Sprite, Window, checks::REFERENCE};

common::lesson_tests!(lesson_03::Window);

#[test]
fn wild_answers_are_drawn() {
    let wild = PaperPuppet {
        rotate_about: |_, _| Ok(Mat3::NAN),
        wave: |_, _| Ok(f32::INFINITY),
        segmented_arm: |_, _| Ok(vec![Vec2::NAN]),
        sprite_transforms: |_, turns| Ok(vec![Sprite { part: 77, stage_from_picture: turns[0] }; 3]),
    };
    let message = [
        "03.2 wave: inf is no angle",
        "03.1 rotate_about: a matrix whose numbers are not all finite",
        "03.3 segmented_arm: child: 1 places for 5 corners",
        "03.4 sprite_transforms: part 77, where the last one is 14",
    ];
    testing::wild_answers_are_drawn::<Window>(&Course { paper_puppet: wild, ..REFERENCE }, &message);
    // Far beyond any picture: two such factors are still a number, nine are not.
    let far = PaperPuppet {
        wave: |t, _| Ok(1e30 * t),
        rotate_about: |_, _| Ok(Mat3::from_diagonal(Vec3::splat(1e15))),
        ..REFERENCE.paper_puppet
    };
    testing::wild_answers_are_drawn::<Window>(
        &Course { paper_puppet: far, ..REFERENCE },
        &[
            "03.3 segmented_arm: vine: a place that is no number",
            "03.4 sprite_transforms: a matrix whose numbers are not all finite",
        ],
    );
}

/// A quarter of the bows' period: the root is at the end of its swing, the child is late.
#[test]
fn the_moment_in_words() {
    // 24 sin(TAU * 0.15 / 1.6) = 13.3
    let lines = [
        "Lesson 03: Paper puppet",
        "child: 0, 13 degrees",
        "root: 24, 0 degrees",
        "both: 24, 13 degrees",
        "picture 1 of the fox: tail\npicture 2 of the fox: foot_left",
        "picture 15 of the fox: lower_arm_right",
    ];
    PROGRAM.describes(&["--time", "0.4"], &lines);
}

common::solution_tests!(lesson_03, paper_puppet: PaperPuppet);
