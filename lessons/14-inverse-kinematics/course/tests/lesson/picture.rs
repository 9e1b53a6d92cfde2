//! What the scene draws by others' answers: those of earlier lessons, and such as fail.

use common::exercise::{EarlierTable, testing};
use common::graphics::testing::headless_or_skip;
use glam::{Mat4, Quat};
use lesson_12::character::CharacterAnswers;
use lesson_14::{
    Answers, Bend, Planted,
    checks::REFERENCE,
    scene::{Options, Part, Scene},
};

#[test]
fn wild_answers_are_drawn() {
    let wild = Answers {
        elbow_angle: |_, _, _| f32::NAN,
        gradient_step: |_, _, _, _, _| vec![f32::NAN; 3],
        plant: |_, _, _| Planted::default(),
        ..REFERENCE
    };
    let messages = [
        "14.1 elbow_angle: not a number",
        "14.4 plant: 0 stances for 2 legs",
        "14.3 gradient_step: 3 angles for 12 hinges",
    ];
    testing::wild_answers_are_drawn::<Scene>(&wild, &messages);
    let wild = Answers {
        reach: |limb, _, _, _| Bend { shoulder: Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0), elbow: limb.elbow },
        gradient_step: |_, _, _, _, _| Vec::new(),
        plant: |legs, ground, tools| {
            let planted = (REFERENCE.plant)(legs, ground, tools);
            Planted { lowered: f32::INFINITY, ..planted }
        },
        ..REFERENCE
    };
    let messages = [
        "14.2 reach: not a number (The finished one draws instead.)",
        "14.4 plant: not a number (The finished one draws instead.)",
        "14.3 gradient_step: 0 angles for 12 hinges",
    ];
    testing::wild_answers_are_drawn::<Scene>(&wild, &messages);
}

/// Whatever a knight reaches for is in the picture: the red ball on his right, the white pearl on his left.
#[test]
fn what_the_knights_reach_for_is_beside_their_feet() {
    if headless_or_skip("what_the_knights_reach_for_is_beside_their_feet").is_none() {
        return;
    }
    let options = Options { part: Some(Part::Feet), ..Options::default() };
    let (picture, _) = testing::draw_with::<Scene>(&REFERENCE, &options, (640, 360));
    let is_there = |columns: std::ops::Range<u32>, of_it: fn([u8; 4]) -> bool| {
        let pixels = columns.flat_map(|x| (0..picture.height).map(move |y| (x, y)));
        pixels.filter(|(x, y)| of_it(picture.pixel(*x, *y))).count() > 20
    };
    assert!(is_there(0..200, |[r, g, b, _]| r > 150 && g < 90 && b < 100), "the ball");
    assert!(is_there(520..640, |[r, g, b, _]| r.min(g).min(b) > 215), "the pearl");
}

/// With `--mine`: another answer, another picture; and one that fails is replaced by name, as lesson 12 tests for all.
#[test]
fn the_knight_is_played_by_them() {
    if headless_or_skip("the_knight_is_played_by_them").is_none() {
        return;
    }
    let mut heap = CharacterAnswers::REFERENCE;
    heap.playback.sample_pose = |joints, _, _, _| vec![Mat4::IDENTITY; joints.len()];
    let mut at_the_origin = CharacterAnswers::REFERENCE;
    at_the_origin.playback.on_stage = |clip, seconds, _, ours_from_file| {
        let place = &lesson_12::Transform::IDENTITY;
        (lesson_12::checks::REFERENCE.on_stage)(clip, seconds, place, ours_from_file)
    };
    let draw = |earlier| {
        let options = Options::default();
        testing::draw_with_earlier::<Scene>(&REFERENCE, earlier, &options, (320, 180))
    };
    let (right, _) = draw(CharacterAnswers::REFERENCE);
    for other in [heap, at_the_origin] {
        let (picture, messages) = draw(other);
        assert!(messages.is_empty() && testing::changed(&picture, &right) > 0.01, "{messages:?}");
    }
    let mut lost = CharacterAnswers::REFERENCE;
    lost.playback.sample_pose = |_, _, _, _| panic!("no pose");
    let (picture, messages) = draw(lost);
    assert!(picture == right && messages[0].starts_with("12.3"), "{messages:?}");
}
