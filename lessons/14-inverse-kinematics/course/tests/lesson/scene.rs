//! The finished stage is right: the claw on the ball, soles on the ground, tips on their pearls.

use common::exercise::{listen, testing::difference_in_words};
use common::graphics::testing::headless_or_skip;
use drawing::{Cast, Moment, Packed};
use lesson_12::character::file::CharacterFile;
use lesson_14::{
    Options, PAGE, Window,
    checks::{LESSON, REFERENCE},
    frame::{ReachCast, ReachFrame, Setting, grounds},
    scene::SCENE,
    tentacles::{ITERATIONS, errors},
};

fn frame(cast: &mut ReachCast, seconds: f32) -> ReachFrame {
    let setting = Setting::at(&cast.robot, seconds);
    let (frame, message) = listen(|| ReachFrame::evaluate(&REFERENCE, cast, setting));
    assert_eq!(message, [], "{seconds} s");
    frame.unwrap()
}

/// F3 compares what is looked at.
#[test]
fn a_tentacle_is_not_missed_where_feet_are_shown() {
    if headless_or_skip("a_tentacle_is_not_missed_where_feet_are_shown").is_none() {
        return;
    }
    let answers = LESSON.without(2);
    let [all, feet] =
        [0.0, 2.0].map(|part| difference_in_words::<Window>(&answers, &Options::default().set("part", &[part])));
    assert!(all.starts_with("the gradient tentacle's joint "), "{all}");
    assert_eq!(feet, "all agrees");
}

#[test]
fn all_reach_at_all_times() {
    let file = CharacterFile::read(&common::assets().join("knight.dae")).expect("the knight");
    let mut cast = ReachCast::new(file).expect("his limbs");
    for step in 0..60 {
        let seconds = 0.41 * step as f32;
        let frame = frame(&mut cast, seconds);
        let claw = cast.robot.points(frame.arm)[2];
        assert!(claw.distance(frame.setting.target) < 1e-3, "{seconds} s: the claw at {claw}");
        for (ground, knight) in grounds(frame.setting.slope).iter().zip(&frame.knights) {
            let planted = &knight.planted;
            assert!((0.0..0.35).contains(&planted.lowered), "{seconds} s: {}", planted.lowered);
            let points = cast.knight.points(&knight.pose.model_from_joint);
            for (leg, ankle) in frame.legs.iter().zip([points[1], points[3]]) {
                let hit = ground.under(leg.limb.tip());
                let off = ankle.distance(hit.point + hit.normal * leg.ankle_height);
                assert!(off < 1e-3, "{seconds} s: an ankle is {off} off");
            }
        }
        for (history, most) in frame.histories.iter().zip([0.1, 1e-3, 0.1]) {
            let last = errors(history, frame.pearl)[ITERATIONS];
            assert!(last < most, "{seconds} s: a tip is {last} off");
        }
    }
}

/// The page's answers play the packed knight as the window's play his file.
#[test]
fn a_page_plays_as_the_window() {
    let file = CharacterFile::read(&common::assets().join("knight.dae")).expect("the knight");
    let packed = Packed::new(&file.model, &["idle"]).model().expect("a model");
    let casts = [(Cast::Own(Box::new(file)), REFERENCE), (Cast::Model(Box::new(packed)), PAGE.right)];
    let [window, page] = casts.map(|(cast, course)| {
        let mut scene = (SCENE.open)(cast).expect("his limbs");
        scene.frame(&course, &Moment { seconds: 5.6, dt: 0.0 }).expect("our answers")
    });
    assert!(window.draws.len() == page.draws.len() && window.points.len() > 40);
    for (window, page) in window.points.iter().zip(&page.points) {
        assert!(window.name == page.name && window.at.distance(page.at) < 0.02, "{window:?} {page:?}");
    }
}
