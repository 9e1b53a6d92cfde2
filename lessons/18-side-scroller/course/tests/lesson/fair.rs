//! What makes the fights fair: bounces, hearts, places to come back to, and time to answer.

use super::game::{PUNCH, Play, RUN, SWING, WAIT, meadow_level, stage};
use glam::DVec2;
use lesson_18::{
    Keys,
    fight::Mood,
    game::{EventKind, GameOutcome, HEALTH},
    level::{CreatureKind, Level, Piece, PieceKind, Spawn},
};
use std::f32::consts::FRAC_PI_2;
use std::ops::Range;

/// A game in which he stands.
fn started(kind: CreatureKind, x: f64) -> Play {
    let mut play = Play::with(kind, x);
    play.wait(10);
    play
}

#[test]
fn a_knight_who_falls_on_any_part_of_a_creature_bounces() {
    for kind in CreatureKind::ALL {
        for mood in [Mood::Crouch, Mood::Leap] {
            for aside in [-0.6, -0.3, 0.0, 0.3, 0.6] {
                let mut play = Play::with(kind, 0.0);
                play.game.knight.body.position += DVec2::new(aside, 1.6);
                play.set_mood(mood);
                play.creature().since = 0.1;
                let mut bites = 0;
                let mut bounces = 0;
                for _ in 0..45 {
                    play.step(WAIT);
                    bites += play.happened(EventKind::Hurt);
                    bounces += play.happened(EventKind::Bounce);
                }
                assert_eq!((bounces, bites), (1, 0), "{kind:?}, {mood:?}, {aside} m aside");
            }
        }
    }
}

/// Below half of its health a guard rears, and charges faster.
#[test]
fn an_enraged_guard_is_seen() {
    let mut heads = Vec::new();
    let mut speeds = Vec::new();
    for health in [10, 5] {
        let mut play = started(CreatureKind::Guard, 12.0);
        play.creature().health = health;
        play.wait(60);
        let head = play.stage.figures.species.model.skeleton.find("head").expect("a head");
        let guard = play.creature();
        heads.push((guard.world_from_model * guard.model_from_joint[head]).w_axis.y);
        assert_eq!(guard.rage, f32::from(u8::from(health == 5)));
        play.game.knight.body.position.x = 9.0;
        play.set_mood(Mood::Charge);
        play.wait(3);
        speeds.push(play.creature().body.velocity.x.abs());
    }
    assert!(heads[1] > heads[0] + 0.03 && speeds[1] > 1.1 * speeds[0], "{heads:?} m, {speeds:?} m/s");
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

/// He turns a creature on its back, or takes a charger's breath, once; then he stands beside it and beats it.
#[test]
fn nobody_bounces_twice_in_turn() {
    for kind in CreatureKind::ALL {
        let mut play = Play::with(kind, 0.1);
        play.game.knight.body.position.y = 2.0;
        assert_eq!(play.count(WAIT, 90, EventKind::Bounce), 1, "{kind:?}");
        let is_on_its_back = play.creature().mood == Mood::OnItsBack;
        assert_eq!(is_on_its_back, matches!(kind, CreatureKind::Leaper | CreatureKind::Shell));
        assert!(play.game.knight.body.support.is_some() && play.creature().is_dazed());
        assert_eq!(play.count(SWING, 40, EventKind::Hit), 1, "{kind:?}");
    }
}

/// A charge that hits leaves a charger closed: standing still wins nothing.
#[test]
fn a_charge_costs_breath_if_it_misses() {
    for kind in [CreatureKind::Charger, CreatureKind::Guard] {
        for is_hit in [true, false] {
            let mut play = started(kind, 2.5);
            while play.creature().mood != Mood::Recover {
                play.game.knight.safe_for = if is_hit { 0.0 } else { 1.0 };
                play.step(WAIT);
                assert!(play.game.steps < 400);
            }
            assert_eq!((play.game.health < HEALTH, play.creature().is_dazed()), (is_hit, !is_hit), "{kind:?}");
        }
    }
}

/// The fist stops it while it ducks and while it comes, be it a tenth of a second early or late.
#[test]
fn a_fist_stops_a_charge() {
    for (kind, x) in [(CreatureKind::Charger, 0.8), (CreatureKind::Guard, 1.0)] {
        for (mood, away) in [(Mood::Crouch, 0.0), (Mood::Charge, 0.3), (Mood::Charge, 0.6), (Mood::Charge, 0.9)] {
            let mut play = started(kind, x + away);
            play.set_mood(mood);
            assert_eq!(play.count(PUNCH, 20, EventKind::Glance), 1, "{kind:?}, {mood:?}");
            // In time, it hurts it, too.
            assert!(matches!(play.creature().mood, Mood::Recover | Mood::Hurt), "{kind:?}, {mood:?}");
            assert_eq!(play.game.health, HEALTH, "{kind:?}, {mood:?}");
        }
    }
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

#[test]
fn a_beaten_creature_leaves_a_heart() {
    for (health, again) in [(2, 3), (HEALTH, HEALTH)] {
        let mut play = started(CreatureKind::Leaper, 0.9);
        play.game.health = health;
        play.creature().health = 1;
        let hearts = play.count(SWING, 40, EventKind::Heart);
        assert_eq!((play.game.health, play.game.beaten, hearts), (again, 1, (again - health) as usize));
    }
}

/// He comes back with three hearts, looks to the right, and no creature, nor any creature's home, is near.
#[test]
fn a_dead_knight_comes_back_where_nobody_is() {
    for (kind, near) in [(CreatureKind::Leaper, 3.0), (CreatureKind::Guard, 6.0)] {
        let mut play = started(kind, 7.0);
        // Far away it follows him no more, and he comes to its home.
        play.creature().body.position.x = 14.0;
        play.count(RUN, 110, EventKind::Step);
        assert!(play.position().x > 5.5, "{}", play.position());
        play.game.health = 0;
        play.game.knight.gait.heading = -FRAC_PI_2;
        while play.game.falls == 0 || play.game.outcome != GameOutcome::Playing {
            play.step(WAIT);
        }
        assert!(play.game.health == 3 && play.game.knight.gait.heading > 1.5);
        for creature in &play.game.creatures {
            assert!(creature.body.position.distance(play.position()) >= near, "{}", play.position());
        }
    }
}

/// The sword springs back from what it does not cut; the fist pushes that away, into a pit, too.
#[test]
fn a_blow_that_glances_off_moves_one_of_them() {
    for (keys, is_swing) in [(SWING, true), (PUNCH, false)] {
        let mut play = started(CreatureKind::Shell, 0.8);
        play.set_mood(Mood::Crouch);
        play.step(keys);
        while play.happened(EventKind::Glance) == 0 {
            play.step(WAIT);
            assert!(play.game.steps < 40, "{keys:?}");
        }
        let knight = play.position().x;
        let creature = play.creature().body.position.x;
        play.wait(20);
        assert_eq!(play.position().x - knight < -0.2, is_swing);
        assert_eq!(play.creature().body.position.x - creature > 0.4, !is_swing);
        assert_eq!(play.creature().mood == Mood::Crouch, is_swing);
    }
    let mut play = started(CreatureKind::Shell, -4.5);
    play.game.health = 2;
    play.game.knight.body.position.x = -3.7;
    play.game.knight.gait.heading = -FRAC_PI_2;
    assert_eq!(play.count(PUNCH, 120, EventKind::Heart), 1);
    assert_eq!((play.game.beaten, play.game.health), (1, 3));
}

/// Down a slope of 27 degrees and up one, blows reach as far as on a floor.
#[test]
fn blows_reach_along_a_slope() {
    for (keys, away) in [(PUNCH, 0.55), (PUNCH, 0.85), (SWING, 0.7), (SWING, 1.35)] {
        for flipped in [false, true] {
            let slope = Piece::new(PieceKind::Slope, DVec2::new(2.0, 1.5), DVec2::new(6.0, 3.0));
            let [start, position] = [1.0, 1.0 + away].map(|x| {
                let height = 0.5 * if flipped { 5.0 - x } else { x + 1.0 };
                DVec2::new(x, height + 0.005) // a fall from higher would bounce off the creature
            });
            let spawn = Spawn { kind: CreatureKind::Leaper, position, patrol: 1.0 };
            let mut level = Level { start, spawns: vec![spawn], ..Level::default() };
            level.pieces.push(Piece { flipped, ..slope });
            let mut play = Play::new(stage(&level));
            play.wait(10);
            play.set_mood(Mood::Crouch);
            play.creature().body.position.x = position.x;
            assert_eq!(play.count(keys, 32, EventKind::Hit), 1, "{away} m, down: {flipped}, {keys:?}");
        }
    }
}

/// One that loses him goes home, wounded, and is whole again there.
#[test]
fn a_creature_is_whole_again_at_home() {
    let mut play = started(CreatureKind::Leaper, 3.0);
    play.creature().body.position.x = 6.0;
    play.game.knight.body.position.x = -4.0;
    play.creature().health = 1;
    play.set_mood(Mood::Chase);
    while play.creature().health == 1 {
        play.step(WAIT);
        assert!(play.game.steps < 600, "{:?}", play.creature().mood);
    }
    let from_home = play.creature().body.position.x - 3.0;
    assert!(play.creature().health == 3 && (0.9..1.001).contains(&from_home), "{from_home} m from home");
}

/// A leaper without a patrol lies at home until he is near, and lies down again when it comes back.
#[test]
fn one_that_sleeps_wakes_when_he_is_near() {
    let mut level = meadow_level(CreatureKind::Leaper, 4.0);
    level.spawns[0].patrol = 0.0;
    let mut play = Play::new(stage(&level));
    play.wait(120);
    assert_eq!((play.creature().mood, play.creature().is_roused()), (Mood::Asleep, false));
    play.game.knight.body.position.x = 2.2;
    play.wait(2);
    assert_eq!(play.creature().mood, Mood::Notice);
    play.game.knight.body.position.x = -4.0;
    play.creature().body.position.x = 4.8;
    play.set_mood(Mood::Chase);
    while play.creature().mood != Mood::Asleep {
        play.step(WAIT);
        assert!(play.game.steps < 900, "{:?}", play.creature().mood);
    }
    assert!((play.creature().body.position.x - 4.0).abs() < 0.11);
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

/// Stars over a creature mean that a blow from the front hurts it now.
#[test]
fn stars_are_over_what_can_be_hurt() {
    for kind in CreatureKind::ALL {
        let mut play = Play::with(kind, 3.0);
        let creature = play.creature();
        creature.mood = Mood::Crouch;
        assert!(!creature.is_dazed(), "{kind:?}");
        creature.mood = Mood::Recover;
        assert_eq!(creature.is_dazed(), matches!(kind, CreatureKind::Charger | CreatureKind::Guard), "{kind:?}");
    }
}

/// A blow that begins while a guard has its stars hurts it; after it the stars are gone at once.
#[test]
fn stars_are_gone_before_it_closes() {
    for kind in [CreatureKind::Charger, CreatureKind::Guard] {
        let mut play = started(kind, 0.8);
        play.set_mood(Mood::Recover);
        assert!(play.creature().is_dazed());
        while play.creature().health == kind.health() {
            assert!(play.creature().is_dazed() && play.happened(EventKind::Glance) == 0, "{kind:?}");
            play.step(SWING);
        }
        assert!(!play.creature().is_dazed(), "{kind:?}");
    }
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
        let before = play.creature().model_from_joint.clone();
        play.step(WAIT);
        let creature = play.creature();
        if times.contains(&creature.since) {
            let (_, rotation, _) = creature.world_from_model.to_scale_rotation_translation();
            rocks = rocks.max(rotation.angle_between(*first.get_or_insert(rotation)));
            for (now, before) in creature.model_from_joint.iter().zip(&before) {
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

/// A swing brakes him, but not to nothing while a key is held; a standing knight makes a step ahead.
#[test]
fn a_swing_keeps_a_part_of_his_speed() {
    let walk = Keys { right: 1.0, ..WAIT };
    for (keys, slowest, fastest) in [(walk, 1.1, 2.5), (RUN, 1.1, 3.7), (WAIT, 0.0, 2.5)] {
        let mut play = Play::new(stage(&Level { spawns: Vec::new(), ..Level::default() }));
        play.wait(10);
        play.count(keys, 40, EventKind::Swing);
        let mut speeds = Vec::new();
        play.step(Keys { swing: true, ..keys });
        while play.game.knight.blow().is_some() {
            speeds.push(play.game.knight.speed);
            play.step(keys);
        }
        let least = speeds.iter().copied().fold(f32::MAX, f32::min);
        let most = speeds.iter().copied().fold(f32::MIN, f32::max);
        assert!(speeds.len() > 15 && least >= slowest && least < 1.3 && most > 1.5 && most < fastest, "{speeds:.1?}");
    }
}
