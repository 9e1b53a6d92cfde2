//! Pictures by other answers: those of earlier lessons, and such as fail.

use common::exercise::testing;
use common::graphics::testing::headless_or_skip;
use given::{Course, lesson_12::Playback};
use glam::{Mat4, Quat};
use lesson_14::{Bend, InverseKinematics, Options, Planted, Window, checks::REFERENCE, finished};

#[test]
fn wild_answers_are_drawn() {
    let wild = InverseKinematics {
        elbow_angle: |_, _, _| Ok(f32::NAN),
        gradient_step: |_, _, _, _, _| Ok(vec![f32::NAN; 3]),
        plant: |_, _, _| Ok(Planted::default()),
        ..REFERENCE.inverse_kinematics
    };
    let messages = [
        "14.1 elbow_angle: not a number",
        "14.4 plant: 0 stances for 2 legs",
        "14.3 gradient_step: 3 angles for 12 hinges",
    ];
    testing::wild_answers_are_drawn::<Window>(&Course { inverse_kinematics: wild, ..REFERENCE }, &messages);
    let wild = InverseKinematics {
        reach: |limb, _, _, _| Ok(Bend { shoulder: Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0), elbow: limb.elbow }),
        gradient_step: |_, _, _, _, _| Ok(Vec::new()),
        plant: |legs, ground, tools| {
            let planted = (finished::ANSWERS.plant)(legs, ground, tools);
            Ok(Planted { lowered: f32::INFINITY, ..planted })
        },
        ..REFERENCE.inverse_kinematics
    };
    let messages = [
        "14.2 reach: not a number (Ours draws instead.)",
        "14.4 plant: not a number (Ours draws instead.)",
        "14.3 gradient_step: 0 angles for 12 hinges",
    ];
    testing::wild_answers_are_drawn::<Window>(&Course { inverse_kinematics: wild, ..REFERENCE }, &messages);
}

/// The targets of the knights are in the picture: the red ball on his right, the white pearl on his left.
#[test]
fn what_the_knights_reach_for_is_beside_their_feet() {
    if headless_or_skip("what_the_knights_reach_for_is_beside_their_feet").is_none() {
        return;
    }
    let options = Options::default().set("part", &[2.0]);
    let picture = testing::draw_with::<Window>(&REFERENCE, &options, (640, 360)).0;
    let mut ball = 0;
    let mut pearl = 0;
    for y in 0..picture.height {
        for x in 0..640 {
            let [r, g, b, _] = picture.pixel(x, y);
            ball += u32::from(x < 200 && r > 150 && g < 90 && b < 100);
            pearl += u32::from(x >= 520 && r.min(g).min(b) > 215);
        }
    }
    assert!(ball > 20 && pearl > 20, "{ball} pixels of the ball, {pearl} of the pearl");
}

/// Answers of lesson 12 change the picture, and a failing one is replaced and named.
#[test]
fn the_knight_is_played_by_them() {
    if headless_or_skip("the_knight_is_played_by_them").is_none() {
        return;
    }
    let heap = Playback { sample_pose: |joints, _, _, _| Ok(vec![Mat4::IDENTITY; joints.len()]), ..REFERENCE.playback };
    let at_the_origin = Playback {
        on_stage: |clip, seconds, _, ours_from_file| {
            REFERENCE.playback.on_stage(clip, seconds, &lesson_12::Transform::IDENTITY, ours_from_file)
        },
        ..REFERENCE.playback
    };
    let right = testing::draw::<Window>(&REFERENCE, (320, 180)).0;
    for playback in [heap, at_the_origin] {
        let (picture, messages) = testing::draw::<Window>(&Course { playback, ..REFERENCE }, (320, 180));
        assert!(messages.is_empty() && testing::changed(&picture, &right) > 0.01, "{messages:?}");
    }
    let broken = Playback { sample_pose: Course::UNUSABLE.playback.sample_pose, ..REFERENCE.playback };
    let (picture, messages) = testing::draw::<Window>(&Course { playback: broken, ..REFERENCE }, (320, 180));
    assert!(picture == right && messages[0].starts_with("12.3"), "{messages:?}");
}

/// NaN is not drawn as 180 degrees, which are right for a target out of reach.
#[test]
fn an_arm_without_an_angle_is_not_straight() {
    if headless_or_skip("an_arm_without_an_angle_is_not_straight").is_none() {
        return;
    }
    let options = Options::default().set("part", &[1.0]);
    let [broken, straight] = [|_, _, _| Ok(f32::NAN), |_, _, _| Ok(std::f32::consts::PI)].map(|elbow_angle| {
        let inverse_kinematics = InverseKinematics { elbow_angle, ..REFERENCE.inverse_kinematics };
        let answers = Course { inverse_kinematics, ..REFERENCE };
        testing::draw_with::<Window>(&answers, &options, (320, 180)).0
    });
    let changed = testing::changed(&broken, &straight);
    assert!(changed > 0.004, "{changed}");
}
