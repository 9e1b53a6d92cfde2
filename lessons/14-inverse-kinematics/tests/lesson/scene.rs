//! What the finished stage shows is so: the claw on the ball, soles on the ground, tips on their pearls.

use common::app::Watchdog;
use common::app::exercise::EarlierTable;
use glam::Vec3;
use lesson_12::character::CharacterAnswers;
use lesson_14::arm::RobotArm;
use lesson_14::checks::{LESSON, REFERENCE};
use lesson_14::frame::{Cast, Frame, Setting, grounds};
use lesson_14::tentacles::{self, errors};

fn frame(cast: &mut Cast, seconds: f32) -> Frame {
    let mut watchdog = Watchdog::direct();
    let mut answers = watchdog.guard(&LESSON, REFERENCE);
    let setting = Setting::at(&cast.robot, seconds);
    let frame = Frame::evaluate(&mut answers, &CharacterAnswers::REFERENCE, cast, setting);
    assert_eq!(watchdog.take_reports(), [""; 0], "{seconds} s");
    frame
}

#[test]
fn all_reach_at_all_times() {
    let mut cast = Cast::load(RobotArm::new().0).expect("the knight");
    for step in 0..60 {
        let seconds = 0.41 * step as f32;
        let frame = frame(&mut cast, seconds);
        let claw = cast.robot.points(frame.arm)[2];
        assert!(claw.distance(frame.setting.target) < 1e-3, "{seconds} s: the claw at {claw}");
        for (ground, knight) in grounds(frame.setting.slope).iter().zip(&frame.knights) {
            let planted = &knight.planted;
            assert!((0.0..0.35).contains(&planted.lowered), "{seconds} s: {}", planted.lowered);
            let points = cast.knight.points(&knight.pose.model_from_joint);
            for (leg, ankle) in frame.legs.iter().zip([points[1], points[4]]) {
                let hit = ground.under(leg.limb.tip());
                let off = ankle.distance(hit.point + hit.normal * leg.ankle_height);
                assert!(off < 1e-3, "{seconds} s: an ankle is {off} off");
            }
        }
    }
}

/// CCD and FABRIK never get farther away, and the energy of 14.3 never grows; bones keep their lengths.
#[test]
fn errors_never_grow() {
    let mut cast = Cast::load(RobotArm::new().0).expect("the knight");
    for number in 0..12 {
        let seconds = tentacles::PERIOD * (number as f32 + 0.5);
        let frame = frame(&mut cast, seconds);
        for (name, history) in ["ccd", "fabrik", "gradient"].iter().zip(frame.histories.iter()) {
            let errors = errors(history, frame.pearl);
            let grows = errors.windows(2).any(|pair| pair[1] > pair[0] + 1e-5);
            // The gradient lowers the energy, and with it the error while it is large.
            assert!(!grows || *name == "gradient", "{name}, target {number}: {errors:?}");
            let last = errors[errors.len() - 1];
            let most = if *name == "fabrik" { 1e-3 } else { 0.1 };
            assert!(last < most, "{name}, target {number}: {last} off");
            let bones = |points: &Vec<Vec3>| -> Vec<f32> {
                points.windows(2).map(|pair| pair[0].distance(pair[1])).collect()
            };
            for points in history {
                let same =
                    bones(points).iter().zip(bones(&history[0])).all(|(a, b)| (a - b).abs() < 1e-4);
                assert!(same, "{name}, target {number}");
            }
        }
    }
}
