//! The lesson's picture, and answers that no picture can show.

use common::exercise::testing;
use common::graphics::{Picture, testing::headless_or_skip};
use given::Course;
use glam::Vec4;
use lesson_17::{
    Crowd, Moment,
    checks::LESSON,
    instanced::{CrowdOptions, CrowdScene},
    square::Who,
};

const SIZE: (u32, u32) = (480, 270);

/// Draws a few dancers.
fn draw(course: &Course, who: Who) -> Picture {
    let options = CrowdOptions { count: Some(24), who, ..CrowdOptions::default() };
    testing::draw_with::<CrowdScene>(course, &options, SIZE).0
}

/// Rows and `crowd.vert` change only dancers by palettes, `frames.vert` only those by baked frames, and the clock all.
#[test]
fn each_todo_has_its_carpet() {
    if headless_or_skip("each_todo_has_its_carpet").is_none() {
        return;
    }
    for (who, seen) in [
        (Who::Uniforms, [false, false, true, false]),
        (Who::Palettes, [true, true, true, false]),
        (Who::Frames, [false, false, true, true]),
    ] {
        let finished = draw(&LESSON.reference, who);
        for (todo, is_seen) in seen.into_iter().enumerate() {
            let changed = testing::changed(&draw(&LESSON.without(todo), who), &finished);
            assert_eq!(changed > 0.01, is_seen, "{who:?}, 17.{}: {changed}", todo + 1);
        }
    }
}

/// Earlier answers sample the clips: with these nothing moves.
#[test]
fn earlier_answers_dance() {
    if headless_or_skip("earlier_answers_dance").is_none() {
        return;
    }
    let finished = draw(&LESSON.reference, Who::Frames);
    // The finished answers as if they were the student's: the clips are sampled by them.
    let mut same_by_hand = LESSON.reference;
    same_by_hand.rotations.decompose = |matrix| LESSON.reference.rotations.decompose(matrix);
    let same = testing::changed(&draw(&same_by_hand, Who::Frames), &finished);
    assert!(same < 0.002, "{same}");
    let mut stiff = LESSON.reference;
    stiff.rotations.decompose = |_| Ok(lesson_12::Transform::IDENTITY);
    let other = testing::changed(&draw(&stiff, Who::Frames), &finished);
    assert!(other > 0.01, "{other}");
}

#[test]
fn wild_answers_are_drawn() {
    let crowd = Crowd {
        rows: |_| Ok(vec![Vec4::NAN]),
        moment: |_, _, _| Ok(Moment { from: 0, to: 1, alpha: f32::NAN }),
        ..LESSON.reference.crowd
    };
    let broken = Course { crowd, ..LESSON.reference };
    testing::wild_answers_are_drawn::<CrowdScene>(
        &broken,
        &["17.3 moment: alpha is not a number", "17.1 rows: not a number"],
    );
    let crowd = Crowd {
        rows: |_| Ok(Vec::new()),
        moment: |_, _, _| Ok(Moment { from: 3, to: 1_000_000, alpha: 1e30 }),
        ..LESSON.reference.crowd
    };
    let far = Course { crowd, ..LESSON.reference };
    testing::wild_answers_are_drawn::<CrowdScene>(&far, &["17.3 moment: frame 1000000", "17.1 rows: 0 texels for"]);
}
