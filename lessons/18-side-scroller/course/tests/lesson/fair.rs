//! What makes the fights fair and is no run with bounds: those are tests/runs/fight-*.run.

use super::game::{Play, WAIT, meadow_level, stage};
use glam::DVec2;
use lesson_18::{
    fight::Mood,
    game::{EventKind, HEALTH},
    level::{CreatureKind, Level, Spawn},
};
use std::ops::Range;

/// A game in which he stands.
fn started(kind: CreatureKind, x: f64) -> Play {
    let mut play = Play::with(kind, x);
    play.wait(10);
    play
}

/// Another creature that leaps at him there does not bite him for a moment.
#[test]
fn a_knight_who_bounces_is_spared_for_a_moment() {
    let spawns = [CreatureKind::Shell, CreatureKind::Leaper]
        .map(|kind| Spawn { kind, position: DVec2::new(0.0, 0.01), patrol: 1.0 })
        .to_vec();
    let mut play = Play::new(stage(&Level { spawns, ..Level::default() }));
    play.game.knight.body.position.y = 1.6;
    while play.happened(EventKind::Bounce) == 0 {
        play.step(WAIT);
        assert!(play.game.steps < 60);
    }
    let position = play.position();
    let other = &mut play.game.creatures[1];
    other.mood = Mood::Leap;
    other.since = 0.1;
    other.body.support = None;
    other.body.velocity = DVec2::new(0.0, 4.0);
    other.body.position = position + 0.3 * DVec2::Y;
    let mut later = play.clone();
    assert_eq!(play.count(WAIT, 17, EventKind::Hurt), 0);
    later.wait(18);
    let position = later.position();
    later.game.creatures[1].body.position = position + 0.5 * DVec2::Y;
    later.game.creatures[1].spheres.forget();
    assert_eq!(later.count(WAIT, 10, EventKind::Hurt), 1, "no longer");
}

/// Between seeing him and biting, and after a bite, there is time to react.
#[test]
fn there_is_time_between_bites() {
    for kind in CreatureKind::ALL {
        let mut play = started(kind, 2.5);
        let mut begins = Vec::new();
        let mut bites = Vec::new();
        for step in 0..1200 {
            let before = play.creature().mood;
            play.step(WAIT);
            play.game.health = HEALTH;
            match play.creature().mood {
                mood if mood == before => {}
                Mood::Crouch => begins.push(step),
                Mood::Leap | Mood::Charge => bites.push(step),
                _ => {}
            }
        }
        assert!(bites.len() > 2, "{kind:?}");
        for (begin, bite) in begins.iter().zip(&bites) {
            assert!(bite - begin >= 40, "{kind:?}: {} steps of warning", bite - begin);
        }
        for pair in bites.windows(2) {
            assert!(pair[1] - pair[0] >= 130, "{kind:?}: {} steps from bite to bite", pair[1] - pair[0]);
        }
    }
}

/// Each kind has an outline of its own: what it carries.
#[test]
fn kinds_carry_different_things() {
    let stage = stage(&meadow_level(CreatureKind::Leaper, 4.0));
    let attached = &stage.figures.species.attached.models;
    let carried = CreatureKind::ALL.map(|kind| {
        let names = attached.iter().map(|model| model.attachment.name.as_str());
        names.filter(|name| kind.carries(name)).collect::<Vec<_>>()
    });
    for kind in 1..carried.len() {
        assert!(!carried[..kind].contains(&carried[kind]), "{carried:?}");
    }
    assert!(CreatureKind::ALL.iter().all(|kind| kind.carries("box 2")));
}

/// Returns the angle by which a shell rocks in a part of a mood, in radians, and the farthest that one of its joints goes in a
/// step, in metres.
fn rocked(mood: Mood, times: Range<f32>) -> (f32, f32) {
    let mut play = started(CreatureKind::Shell, 3.0);
    play.set_mood(mood);
    let mut first = None;
    let mut rocks = 0.0f32;
    let mut kicks = 0.0f32;
    while play.creature().since < times.end {
        let before = play.creature().pose.model_from_joint.clone();
        play.step(WAIT);
        let creature = play.creature();
        if times.contains(&creature.since) {
            let (_, rotation, _) = creature.pose.world_from_model.to_scale_rotation_translation();
            rocks = rocks.max(rotation.angle_between(*first.get_or_insert(rotation)));
            for (now, before) in creature.pose.model_from_joint.iter().zip(&before) {
                kicks = kicks.max((now.w_axis - before.w_axis).length());
            }
        }
    }
    (rocks, kicks)
}

/// On its back it kicks and rocks, at the end more; the marks of its life are seen. One that is beaten lies still.
#[test]
fn a_dazed_shell_is_not_taken_for_a_beaten_one() {
    let (still, _) = rocked(Mood::Beaten, 0.4..0.6);
    let (rocks, kicks) = rocked(Mood::OnItsBack, 1.0..2.0);
    let (rocks_more, _) = rocked(Mood::OnItsBack, 3.1..3.6);
    assert!(
        still < 0.01 && rocks > 0.15 && kicks > 0.01 && rocks_more > 3.0 * rocks,
        "{still} {rocks} {kicks} {rocks_more}"
    );
    let mut play = started(CreatureKind::Shell, 8.0);
    assert!(!play.creature().is_roused());
    play.creature().tread_on();
    assert!(play.creature().is_roused() && play.creature().health == 3);
}
