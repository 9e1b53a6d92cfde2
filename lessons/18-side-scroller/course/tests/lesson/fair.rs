//! What makes the fights fair: bounces, hearts, places to come back to, and time to answer.

use glam::DVec2;
use lesson_18::{
    Keys,
    checks::REFERENCE,
    fight::{Creature, Mood},
    game::{Characters, EventKind, Game, HEALTH, Outcome, Players, Stage},
    level::{CreatureKind, Level, Piece, PieceKind, Spawn},
};
use std::sync::{Arc, LazyLock};

static FIGURES: LazyLock<Arc<Characters>> = LazyLock::new(|| Arc::new(Characters::load().expect("the figures")));

const WAIT: Keys = Keys { right: 0.0, runs: false, jump: false, jump_held: false, punch: false, swing: false };

fn stage(level: &Level) -> Stage {
    Stage::new(level, &FIGURES, &REFERENCE.side_scroller).expect("a ground")
}

/// A meadow from -5 to 15, with a creature there; he is at 0.
fn meadow_of(kind: CreatureKind, x: f64) -> Stage {
    let spawn = Spawn { kind, position: DVec2::new(x, 0.01), patrol: 1.0 };
    stage(&Level { spawns: vec![spawn], ..Level::default() })
}

fn players() -> Players {
    Players::new(REFERENCE)
}

fn started(stage: &Stage) -> Game {
    let mut game = Game::new(stage).expect("a start");
    (0..10).for_each(|_| game.step(stage, &players(), WAIT).unwrap());
    game
}

/// So many steps with the same keys, of which blows and jumps go down in the first: how often each thing has happened.
fn count(game: &mut Game, stage: &Stage, keys: Keys, steps: usize, kind: EventKind) -> usize {
    let later = Keys { jump: false, punch: false, swing: false, ..keys };
    let mut happened = 0;
    for step in 0..steps {
        game.step(stage, &players(), if step == 0 { keys } else { later }).unwrap();
        happened += game.events.iter().filter(|event| event.kind == kind).count();
    }
    happened
}

/// On its back, its head and its tail, and while it leaps: whoever falls on it bounces and is not bitten.
#[test]
fn whoever_falls_on_any_part_of_a_creature_bounces() {
    for kind in CreatureKind::ALL {
        for mood in [Mood::Crouch, Mood::Leap] {
            for aside in [-0.6, -0.3, 0.0, 0.3, 0.6] {
                let stage = meadow_of(kind, 0.0);
                let mut game = Game::new(&stage).expect("a start");
                game.knight.body.position += DVec2::new(aside, 1.6);
                (game.creatures[0].mood, game.creatures[0].since) = (mood, 0.1);
                let (mut bounces, mut hurts) = (0, 0);
                for _ in 0..45 {
                    game.step(&stage, &players(), WAIT).unwrap();
                    let happens = |kind| game.events.iter().filter(|event| event.kind == kind).count();
                    (bounces, hurts) = (bounces + happens(EventKind::Bounce), hurts + happens(EventKind::Hurt));
                }
                assert_eq!((bounces, hurts), (1, 0), "{kind:?}, {mood:?}, {aside} m aside");
            }
        }
    }
}

/// Not by another that leaps at him there, either.
#[test]
fn whoever_bounces_is_spared_for_a_moment() {
    let spawn = |kind| Spawn { kind, position: DVec2::new(0.0, 0.01), patrol: 1.0 };
    let level = Level { spawns: [CreatureKind::Shell, CreatureKind::Leaper].map(spawn).to_vec(), ..Level::default() };
    let stage = stage(&level);
    let mut game = Game::new(&stage).expect("a start");
    game.knight.body.position.y = 1.6;
    while count(&mut game, &stage, WAIT, 1, EventKind::Bounce) == 0 {
        assert!(game.steps < 60);
    }
    let other = &mut game.creatures[1];
    (other.mood, other.since, other.body.support) = (Mood::Leap, 0.1, None);
    other.body.velocity = DVec2::new(0.0, 4.0);
    other.body.position = game.knight.body.position + 0.3 * DVec2::Y;
    let mut dares = game.clone();
    assert_eq!(count(&mut game, &stage, WAIT, 17, EventKind::Hurt), 0);
    count(&mut dares, &stage, WAIT, 18, EventKind::Hurt);
    dares.creatures[1].body.position = dares.knight.body.position + 0.5 * DVec2::Y;
    dares.creatures[1].spheres.forget();
    assert_eq!(count(&mut dares, &stage, WAIT, 10, EventKind::Hurt), 1, "no longer");
}

/// He bounces off a shell once: then it lies on its back, and he comes to stand beside it and beats it.
#[test]
fn nobody_bounces_off_what_lies_on_its_back() {
    let stage = meadow_of(CreatureKind::Shell, 0.1);
    let mut game = Game::new(&stage).expect("a start");
    game.knight.body.position.y = 2.0;
    assert_eq!(count(&mut game, &stage, WAIT, 90, EventKind::Bounce), 1);
    assert!(game.knight.body.support.is_some() && game.creatures[0].mood == Mood::OnItsBack);
    let swing = Keys { swing: true, ..WAIT };
    assert_eq!(count(&mut game, &stage, swing, 40, EventKind::Hit), 1);
}

/// Landed on, it is out of breath: he slides off it, and does not bounce until somebody steers.
#[test]
fn nobody_bounces_twice_in_turn() {
    for kind in [CreatureKind::Charger, CreatureKind::Guard] {
        let stage = meadow_of(kind, 0.1);
        let mut game = Game::new(&stage).expect("a start");
        game.knight.body.position.y = 2.0;
        assert_eq!(count(&mut game, &stage, WAIT, 90, EventKind::Bounce), 1, "{kind:?}");
        assert!(game.knight.body.support.is_some() && game.creatures[0].is_dazed());
        assert_eq!(count(&mut game, &stage, Keys { swing: true, ..WAIT }, 40, EventKind::Hit), 1, "{kind:?}");
    }
}

/// Between seeing him and biting, and after a bite, there is time to answer.
#[test]
fn there_is_time_between_bites() {
    for kind in CreatureKind::ALL {
        let stage = meadow_of(kind, 2.5);
        let mut game = started(&stage);
        let (mut begins, mut bites) = (Vec::new(), Vec::new());
        let mut before = Mood::Patrol;
        for step in 0..1200 {
            game.step(&stage, &players(), WAIT).unwrap();
            game.health = HEALTH;
            let mood = game.creatures[0].mood;
            if mood == Mood::Crouch && before != mood {
                begins.push(step);
            }
            if matches!(mood, Mood::Leap | Mood::Charge) && before != mood {
                bites.push(step);
            }
            before = mood;
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

/// Who jumps over it while it ducks is behind it, and can strike.
#[test]
fn a_charger_that_is_jumped_over_is_open() {
    let stage = meadow_of(CreatureKind::Charger, 2.5);
    let mut game = started(&stage);
    while game.creatures[0].mood != Mood::Crouch {
        game.step(&stage, &players(), WAIT).unwrap();
    }
    game.knight.body.position.x = game.creatures[0].body.position.x + 1.2;
    game.knight.gait.heading = -std::f32::consts::FRAC_PI_2;
    let swing = Keys { swing: true, ..WAIT };
    assert_eq!(count(&mut game, &stage, swing, 40, EventKind::Hit), 1);
}

#[test]
fn who_beats_a_creature_gets_a_heart() {
    for (health, again) in [(2, 3), (HEALTH, HEALTH)] {
        let stage = meadow_of(CreatureKind::Leaper, 0.9);
        let mut game = started(&stage);
        (game.health, game.creatures[0].health) = (health, 1);
        let hearts = count(&mut game, &stage, Keys { swing: true, ..WAIT }, 40, EventKind::Heart);
        assert_eq!((game.health, game.beaten, hearts), (again, 1, (again - health) as usize));
    }
}

/// He comes back with three hearts, looks to the right, and no creature, nor any creature's home, is near.
#[test]
fn who_dies_comes_back_with_three_hearts_where_nobody_is() {
    for (kind, near) in [(CreatureKind::Leaper, 3.0), (CreatureKind::Guard, 6.0)] {
        let stage = meadow_of(kind, 7.0);
        let mut game = started(&stage);
        // Far away it follows him no more; its home is where he goes.
        game.creatures[0].body.position.x = 14.0;
        count(&mut game, &stage, Keys { right: 1.0, runs: true, ..WAIT }, 110, EventKind::Step);
        assert!(game.knight.body.position.x > 5.5, "{}", game.knight.body.position);
        (game.health, game.knight.gait.heading) = (0, -std::f32::consts::FRAC_PI_2);
        while game.falls == 0 || game.outcome != Outcome::Playing {
            game.step(&stage, &players(), WAIT).unwrap();
        }
        let away = |it: &Creature| it.body.position.distance(game.knight.body.position);
        assert!(game.health == 3 && game.knight.gait.heading > 1.5);
        assert!(game.creatures.iter().all(|it| away(it) >= near), "{}", game.knight.body.position);
    }
}

/// The sword springs back from what it does not cut; the fist pushes that away, into a pit, too.
#[test]
fn a_blow_that_glances_off_moves_one_of_them() {
    let (swing, punch) = (Keys { swing: true, ..WAIT }, Keys { punch: true, ..WAIT });
    for (keys, kind) in [(swing, EventKind::Swing), (punch, EventKind::Punch)] {
        let stage = meadow_of(CreatureKind::Shell, 0.8);
        let mut game = started(&stage);
        (game.creatures[0].mood, game.creatures[0].since) = (Mood::Crouch, 0.0);
        let at = |game: &Game| DVec2::new(game.knight.body.position.x, game.creatures[0].body.position.x);
        let mut steps = 0;
        while count(&mut game, &stage, if steps == 0 { keys } else { WAIT }, 1, EventKind::Glance) == 0 {
            steps += 1;
            assert!(steps < 30, "{kind:?}");
        }
        let before = at(&game);
        count(&mut game, &stage, WAIT, 20, kind);
        let moved = at(&game) - before;
        assert_eq!((moved.x < -0.2, moved.y > 0.4), (kind == EventKind::Swing, kind == EventKind::Punch), "{moved}");
        assert_eq!((game.creatures[0].mood == Mood::Crouch), (kind == EventKind::Swing));
    }
    let stage = meadow_of(CreatureKind::Shell, -4.5);
    let mut game = started(&stage);
    game.health = 2;
    (game.knight.body.position.x, game.knight.gait.heading) = (-3.7, -std::f32::consts::FRAC_PI_2);
    assert_eq!(count(&mut game, &stage, punch, 120, EventKind::Heart), 1);
    assert_eq!((game.beaten, game.health), (1, 3));
}

/// Down a slope of 27 degrees and up one, as far away as on a floor.
#[test]
fn blows_reach_along_a_slope() {
    let (swing, punch) = (Keys { swing: true, ..WAIT }, Keys { punch: true, ..WAIT });
    for (keys, reaches) in [(punch, [0.55, 0.85]), (swing, [0.7, 1.35])] {
        for (flipped, away) in [false, true].into_iter().flat_map(|flipped| reaches.map(|away| (flipped, away))) {
            let slope = Piece::new(PieceKind::Slope, DVec2::new(2.0, 1.5), DVec2::new(6.0, 3.0));
            let slope = Piece { flipped, ..slope };
            let height = |x: f64| 0.5 * if flipped { 5.0 - x } else { x + 1.0 };
            let at = |x: f64| DVec2::new(x, height(x) + 0.02);
            let spawn = Spawn { kind: CreatureKind::Leaper, position: at(1.0 + away), patrol: 1.0 };
            let mut level = Level { start: at(1.0), spawns: vec![spawn], ..Level::default() };
            level.pieces.push(slope);
            let stage = stage(&level);
            let mut game = started(&stage);
            (game.creatures[0].mood, game.creatures[0].since) = (Mood::Crouch, 0.0);
            game.creatures[0].body.position.x = 1.0 + away;
            assert_eq!(count(&mut game, &stage, keys, 32, EventKind::Hit), 1, "{away} m, down: {flipped}, {keys:?}");
        }
    }
}

/// Stars over it say that a blow from the front hurts it, and nothing else does.
#[test]
fn stars_are_over_what_can_be_hurt() {
    let moods = [Mood::Patrol, Mood::Notice, Mood::Chase, Mood::Crouch, Mood::Leap, Mood::Charge];
    for kind in CreatureKind::ALL {
        let stage = meadow_of(kind, 3.0);
        let mut game = Game::new(&stage).expect("a start");
        let it = &mut game.creatures[0];
        for mood in moods.into_iter().chain([Mood::Recover, Mood::OnItsBack]) {
            it.mood = mood;
            let is_open = kind != CreatureKind::Leaper && it.is_open(it.side);
            assert_eq!(it.is_dazed(), is_open, "{kind:?}, {mood:?}");
        }
        it.mood = Mood::Recover;
        assert_eq!(it.is_dazed(), matches!(kind, CreatureKind::Charger | CreatureKind::Guard), "{kind:?}");
    }
}

/// A swing brakes him, but not to nothing while a key is held; who stands makes a step ahead.
#[test]
fn a_swing_keeps_a_part_of_his_speed() {
    let stage = stage(&Level { spawns: Vec::new(), ..Level::default() });
    let walk = Keys { right: 1.0, ..WAIT };
    let run = Keys { runs: true, ..walk };
    for (keys, slowest, fastest) in [(walk, 1.1, 2.5), (run, 1.1, 3.7), (WAIT, 0.0, 2.5)] {
        let mut game = started(&stage);
        count(&mut game, &stage, keys, 40, EventKind::Swing);
        let mut speeds = Vec::new();
        count(&mut game, &stage, Keys { swing: true, ..keys }, 1, EventKind::Swing);
        while game.knight.blow().is_some() {
            speeds.push(f64::from(game.knight.speed));
            count(&mut game, &stage, keys, 1, EventKind::Swing);
        }
        let least = speeds.iter().copied().fold(f64::MAX, f64::min);
        let most = speeds.iter().copied().fold(f64::MIN, f64::max);
        assert!(speeds.len() > 15 && least >= slowest && least < 1.3 && most > 1.5 && most < fastest, "{speeds:.1?}");
    }
}

/// He falls deep where nothing is below, and only there.
#[test]
fn nothing_is_below_him_beyond_the_last_ledge() {
    let stage = stage(&Level { spawns: Vec::new(), ..Level::default() });
    let mut body = started(&stage).knight.body;
    body.support = None;
    for (x, speed, is_lost) in [(2.0, -1.0, false), (-200.0, -1.0, true), (-200.0, 1.0, false)] {
        body.position.x = x;
        body.velocity.y = speed;
        assert_eq!(stage.is_lost(&body), is_lost, "{x} {speed}");
    }
}
