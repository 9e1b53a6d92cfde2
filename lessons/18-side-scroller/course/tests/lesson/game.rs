//! The whole game: runs, fights, and answers that cannot be used.

use super::player;
use anyhow::{Error, Result};
use given::{Course, Lost};
use glam::{DVec2, Mat4, Vec3};
use lesson_18::{
    Gait, Keys, Moving, PlacedSphere, SideScroller,
    checks::{LESSON, REFERENCE},
    fight::{Creature, Mood},
    game::{Characters, EventKind, FALLEN, Game, HEALTH, Outcome, Players, Run, STEP, Stage},
    knight::ANYWHERE,
    level::{CreatureKind, Level, Spawn},
    scene::Best,
};
use std::{
    path::PathBuf,
    sync::{Arc, LazyLock},
};

static FIGURES: LazyLock<Arc<Characters>> = LazyLock::new(|| Arc::new(Characters::load().expect("the figures")));

pub(crate) fn stage(level: &Level) -> Stage {
    Stage::new(level, &FIGURES, &REFERENCE.side_scroller).expect("a ground")
}

pub(crate) fn ruins() -> Stage {
    stage(&Level::ruins().expect("the level"))
}

/// A meadow, with a creature at this place.
fn meadow(x: f64) -> Stage {
    meadow_of(CreatureKind::Leaper, x)
}

fn meadow_of(kind: CreatureKind, x: f64) -> Stage {
    let spawn = Spawn { kind, position: DVec2::new(x, 0.01), patrol: 1.0 };
    stage(&Level { spawns: vec![spawn], ..Level::default() })
}

pub(crate) fn door_run() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../runs/door.run")
}

/// Plays the level, and keeps the run: `cargo test -p lesson-18 --test lesson -- --ignored play_to_the_door`
#[test]
#[ignore = "writes runs/door.run, in some minutes"]
fn play_to_the_door() {
    let stage = ruins();
    let steps = player::play(&stage, &Players::new(REFERENCE)).expect("a way to the door");
    let run = Run { steps, ..Run::new(&stage.level) };
    std::fs::write(door_run(), run.to_text()).expect("it can be written");
}

/// A game after these keys.
fn played(stage: &Stage, players: &Players, keys: &[Keys]) -> Game {
    let mut game = Game::new(stage).expect("a start");
    for keys in keys {
        game.step(stage, players, *keys).unwrap();
    }
    game
}

/// Every number of a game, so that two can be compared to the last bit.
fn all_of(game: &Game) -> String {
    format!("{game:?}")
}

#[test]
fn the_recorded_run_reaches_the_door() {
    let (stage, players) = (ruins(), Players::new(REFERENCE));
    let run = Run::read(&door_run()).expect("a run");
    run.fits(&stage.level).expect("a run in this level: play_to_the_door records a new one");
    let half = run.steps.len() / 2;
    let game = played(&stage, &players, &run.steps[..half]);
    assert_eq!(game.outcome, Outcome::Playing);
    // To the last bit: again from the start, and from a copy.
    let whole = played(&stage, &players, &run.steps);
    let mut copy = game.clone();
    for keys in &run.steps[half..] {
        copy.step(&stage, &players, *keys).unwrap();
    }
    assert_eq!(whole.outcome, Outcome::Won);
    assert_eq!(all_of(&copy), all_of(&whole));
    assert!(whole.beaten > 0 && whole.falls == 0, "{} beaten", whole.beaten);
    // Then he goes through the door: his body stays, so that nothing else does anything else.
    let mut end = whole.clone();
    for _ in 0..120 {
        end.step(&stage, &players, Keys::default()).unwrap();
    }
    let through = end.poser.world_from_model().w_axis;
    assert!((f64::from(through.x) - stage.level.door.x).abs() < 0.03 && through.z < -1.3, "{through}");
    assert_eq!(end.knight.body.position.y, whole.knight.body.position.y);
}

const SWING: Keys = Keys { right: 0.0, runs: false, jump: false, jump_held: false, punch: false, swing: true };

/// Swings as soon as the creature is near, and waits till that is over.
fn swing_once(stage: &Stage, players: &Players) -> Game {
    let mut game = Game::new(stage).expect("a start");
    let mut has_swung = false;
    for _ in 0..400 {
        let it = &game.creatures[0];
        let is_near = it.mood == Mood::Crouch;
        let keys = if is_near && !has_swung { SWING } else { Keys::default() };
        has_swung |= is_near;
        game.step(stage, players, keys).unwrap();
        if has_swung && game.blow.is_none() && !game.creatures[0].spheres.now.is_empty() {
            break;
        }
    }
    game
}

#[test]
fn a_swing_hurts_once() {
    let stage = meadow(4.0);
    let health = |side_scroller| {
        let course = Course { side_scroller, ..REFERENCE };
        swing_once(&stage, &Players::new(course)).creatures[0].health
    };
    let right = health(REFERENCE.side_scroller);
    assert_eq!(right, Creature::HEALTH - 2, "by one swing");
    let every_step = SideScroller { damage: |_, blow, _| Ok(blow.to > blow.active.0), ..REFERENCE.side_scroller };
    assert_eq!(health(every_step), 0, "18.9 decides");
    // Where the spheres are at the ends of the steps is not enough.
    let never = SideScroller { swept_hit: |_, _| Ok(None), ..REFERENCE.side_scroller };
    assert_eq!(health(never), Creature::HEALTH, "18.8 decides");
    let nowhere = SideScroller {
        spheres_at: |_, _, _, placed| {
            placed.clear();
            Ok(())
        },
        ..REFERENCE.side_scroller
    };
    assert_eq!(health(nowhere), Creature::HEALTH, "18.7 decides");
}

/// 18.8 between the ends of a step is felt: left of the start a leaper looks down from a rock, and from the foot of the
/// rock a sword passes through it within one step. The step before, in which the blow is not active yet, ends in it: who
/// looks at both ends of a step hits it.
#[test]
fn a_swing_between_two_steps_reaches_who_is_on_the_rock() {
    let stage = ruins();
    let end = |a: &Moving, b: &Moving| Ok((a.to.distance(b.to) < a.radius + b.radius).then_some(1.0));
    let both_ends = |a: &Moving, b: &Moving| {
        let touches_first = a.from.distance(b.from) < a.radius + b.radius;
        Ok(if touches_first { Some(0.0) } else { (a.to.distance(b.to) < a.radius + b.radius).then_some(1.0) })
    };
    let looking = |swept_hit| SideScroller { swept_hit, ..REFERENCE.side_scroller };
    for (side_scroller, health) in
        [(REFERENCE.side_scroller, 0), (looking(end), Creature::HEALTH), (looking(both_ends), 0)]
    {
        let players = Players::new(Course { side_scroller, ..REFERENCE });
        let mut game = Game::new(&stage).expect("a start");
        let left = Keys { right: -1.0, runs: true, ..Keys::default() };
        (0..120).for_each(|_| game.step(&stage, &players, left).unwrap());
        let stands = game.creatures.last().expect("the leaper").body.position.y;
        assert!(stands > 1.4, "it leans over the rock's edge, at 1.55, and does not hang below: {stands}");
        for step in 0..180 {
            game.step(&stage, &players, if step % 60 == 0 { SWING } else { Keys::default() }).unwrap();
        }
        assert_eq!(game.creatures.last().expect("the leaper").health, health);
    }
}

/// Who only stands is bitten, knocked back, and falls in the end; then he stands where it was safe, with three hearts,
/// and the creature is at home.
#[test]
fn who_does_nothing_is_bitten() {
    let (stage, players) = (meadow(-2.0), Players::new(REFERENCE));
    let mut game = Game::new(&stage).expect("a start");
    let (mut least, mut fallen) = (HEALTH, 0);
    for _ in 0..3000 {
        game.step(&stage, &players, Keys::default()).unwrap();
        least = least.min(game.health);
        if let Outcome::Fallen(steps) = game.outcome {
            fallen = fallen.max(steps);
        }
        if game.falls == 1 && game.outcome == Outcome::Playing {
            break;
        }
    }
    assert_eq!((least, fallen, game.falls, game.health), (0, FALLEN, 1, 3));
    assert!(game.knight.body.position.distance(game.safe.position) < 0.1, "{:?}", game.safe);
    assert!(game.creatures[0].body.position.x < -1.0 && game.creatures[0].is_alive());
}

#[test]
fn who_is_beaten_is_gone_after_a_second() {
    let (stage, players) = (meadow(3.0), Players::new(REFERENCE));
    let mut game = Game::new(&stage).expect("a start");
    game.creatures[0].hurt(Creature::HEALTH, 1.0);
    let chest = stage.figures.species.model.skeleton.find("chest").expect("a chest");
    for step in 0..62 {
        if (30..38).contains(&step) {
            let it = &game.creatures[0];
            let above = (it.world_from_model * it.model_from_joint[chest]).w_axis.y - it.body.position.y as f32;
            assert!((0.1..0.25).contains(&above), "its back is on the ground: {above} m in step {step}");
        }
        assert_eq!(game.creatures[0].is_gone(), step > 60, "{step}");
        game.step(&stage, &players, Keys::default()).unwrap();
    }
}

/// Over an edge he falls into the abyss, and goes on where he stood, for a heart; a key that is still held is heard after
/// 0.4 s, or once it has been released.
#[test]
fn who_falls_pays_a_heart_and_is_back() {
    let stage = stage(&Level::default());
    let players = Players::new(REFERENCE);
    let mut game = Game::new(&stage).expect("a start");
    let left = Keys { right: -1.0, runs: true, ..Keys::default() };
    let steps = (0..1200).take_while(|_| {
        game.step(&stage, &players, left).unwrap();
        game.falls == 0 || game.outcome != Outcome::Playing
    });
    assert!(steps.count() < 1200);
    let mut releases = game.clone();
    (0..24).for_each(|_| game.step(&stage, &players, left).unwrap());
    let (at, edge) = (game.knight.body.position, -5.0);
    assert!(game.falls == 1 && at.distance(game.safe.position) < 0.1 && at.x > edge + 0.3, "{at}");
    assert_eq!(game.health, HEALTH - 1, "falling does not heal");
    game.step(&stage, &players, left).unwrap();
    assert!(game.knight.speed < 0.0, "a key that is held for long is heard");
    releases.step(&stage, &players, Keys::default()).unwrap();
    releases.step(&stage, &players, left).unwrap();
    assert!(releases.knight.speed < 0.0, "once released, the key is heard");
}

/// Somebody who jumps all the time is back near where he fell, too.
#[test]
fn who_jumps_all_the_time_has_safe_ground() {
    let (stage, players) = (stage(&Level::default()), Players::new(REFERENCE));
    let mut game = Game::new(&stage).expect("a start");
    for step in 0..240 {
        let keys = Keys { right: 1.0, runs: true, jump: step % 4 == 0, jump_held: true, ..Keys::default() };
        game.step(&stage, &players, keys).unwrap();
    }
    let away = game.knight.body.position.x - game.safe.position.x;
    assert!(game.knight.body.position.x > 8.0 && away < 4.0, "{away} m");
}

/// Two blows, and the guard is closed until it is out of breath again; below half of its health it charges twice.
#[test]
fn a_guard_closes_after_two_blows() {
    let stage = meadow_of(CreatureKind::Guard, 6.0);
    let mut guard = Game::new(&stage).expect("a start").creatures.remove(0);
    guard.mood = Mood::Recover;
    for _ in 0..2 {
        assert!(guard.is_open(guard.side));
        guard.hurt(2, -guard.side);
    }
    assert!(guard.is_alive() && !guard.is_open(guard.side));
    let ground = (&stage.figures.species, &stage.creature_mesh);
    let (mut charges, mut before) = (0, Mood::Hurt);
    for _ in 0..600 {
        guard.step(ground, &REFERENCE.side_scroller, Some(DVec2::new(3.0, 0.0)), STEP, ANYWHERE).unwrap();
        charges += usize::from(guard.mood == Mood::Charge && before != Mood::Charge);
        before = guard.mood;
        if guard.mood == Mood::Recover {
            break;
        }
    }
    assert_eq!(charges, 2);
}

#[test]
fn ten_deaths_at_ten_places() {
    let (stage, players) = (ruins(), Players::new(REFERENCE));
    let run = Run::read(&door_run()).expect("a run");
    let mut game = Game::new(&stage).expect("a start");
    for (step, keys) in run.steps.iter().enumerate() {
        if step % (run.steps.len() / 11) == 60 {
            let mut dies = game.clone();
            let (died, stood) = (dies.knight.body.position, dies.safe.position);
            dies.health = 0;
            (0..FALLEN + 60).for_each(|_| dies.step(&stage, &players, Keys::default()).unwrap());
            let at = dies.knight.body;
            assert_eq!((dies.outcome, dies.falls, dies.health), (Outcome::Playing, game.falls + 1, 3));
            assert!(at.support.is_some() && at.position.distance(stood) < 0.01, "{died}: {at:?}, not {stood}");
            assert!((died.x - stood.x).abs() < 12.0, "{died}: back at {stood}");
            // By the test of the level's ways the door can be reached from all grounds; here he can move.
            let ways = [-1.0, 1.0].map(|right| {
                let mut goes = dies.clone();
                (0..30).for_each(|_| goes.step(&stage, &players, Keys { right, ..Keys::default() }).unwrap());
                goes.knight.body.position.distance(at.position)
            });
            assert!(ways[0].max(ways[1]) > 0.3, "{died}: {ways:?}");
        }
        game.step(&stage, &players, *keys).unwrap();
    }
}

#[test]
fn he_and_creatures_do_not_pass_through_each_other() {
    let (stage, players) = (meadow(3.0), Players::new(REFERENCE));
    let mut game = Game::new(&stage).expect("a start");
    let right = Keys { right: 1.0, runs: true, ..Keys::default() };
    let mut nearest = f64::INFINITY;
    for _ in 0..1500 {
        game.step(&stage, &players, right).unwrap();
        let away = game.creatures[0].body.position - game.knight.body.position;
        if game.outcome == Outcome::Playing && away.y.abs() < 0.4 {
            nearest = nearest.min(away.x);
        }
    }
    assert!((0.47..0.52).contains(&nearest), "{nearest}");
}

/// It stands at his feet: sword and fist reach it there, too, and both stop for a moment.
#[test]
fn who_is_at_his_feet_is_hit() {
    let players = Players::new(REFERENCE);
    let (punch, jump) = (Keys { punch: true, ..Keys::default() }, Keys { jump: true, ..Keys::default() });
    for (keys, damage) in [(SWING, 2), (punch, 1)] {
        let stage = meadow(0.55);
        let mut game = Game::new(&stage).expect("a start");
        (0..10).for_each(|_| game.step(&stage, &players, Keys::default()).unwrap());
        game.step(&stage, &players, keys).unwrap();
        let is_hit = |game: &Game| game.events.iter().any(|event| event.kind == EventKind::Hit);
        let steps = (0..40).take_while(|_| {
            game.step(&stage, &players, Keys::default()).unwrap();
            !is_hit(&game)
        });
        assert!(steps.count() < 40, "{keys:?}");
        assert_eq!(game.creatures[0].health, Creature::HEALTH - damage);
        let (bodies, at) = ([game.knight.body, game.creatures[0].body], game.steps);
        game.step(&stage, &players, jump).unwrap();
        while [game.knight.body, game.creatures[0].body] == bodies {
            game.step(&stage, &players, Keys::default()).unwrap();
        }
        assert!((3..8).contains(&(game.steps - at)), "{} steps", game.steps - at);
        assert!(game.knight.jump_asked < 0.05, "what was pressed meanwhile is heard");
    }
}

/// A game in which a creature of a kind stands at his feet and looks at him, and what a blow does.
fn struck(kind: CreatureKind, change: impl Fn(&mut Creature)) -> (u32, bool) {
    let (stage, players) = (meadow_of(kind, 0.8), Players::new(REFERENCE));
    let mut game = Game::new(&stage).expect("a start");
    (0..10).for_each(|_| game.step(&stage, &players, Keys::default()).unwrap());
    change(&mut game.creatures[0]);
    let (health, mut glances) = (game.creatures[0].health, false);
    for step in 0..25 {
        game.step(&stage, &players, if step == 0 { SWING } else { Keys::default() }).unwrap();
        glances |= game.events.iter().any(|event| event.kind == EventKind::Glance);
    }
    (health - game.creatures[0].health, glances)
}

#[test]
fn three_kinds_are_beaten_in_three_ways() {
    let is_in = |mood: Mood| move |it: &mut Creature| (it.mood, it.since) = (mood, 0.0);
    assert_eq!(struck(CreatureKind::Leaper, is_in(Mood::Crouch)), (2, false));
    // A shell on its feet is hard, and lies on its back once he has landed on it.
    assert_eq!(struck(CreatureKind::Shell, is_in(Mood::Crouch)), (0, true));
    assert_eq!(struck(CreatureKind::Shell, Creature::is_trodden_on), (2, false));
    // A charger is hard in front, and not behind, or when it is out of breath.
    assert_eq!(struck(CreatureKind::Charger, is_in(Mood::Crouch)), (0, true));
    assert_eq!(struck(CreatureKind::Charger, is_in(Mood::Recover)), (2, false));
    assert_eq!(struck(CreatureKind::Charger, |it| (it.mood, it.since, it.side) = (Mood::Notice, 0.0, 1.0)), (2, false));
    assert_eq!(struck(CreatureKind::Guard, is_in(Mood::Crouch)), (0, true));
}

#[test]
fn who_lands_on_a_shell_turns_it_over() {
    let (stage, players) = (meadow_of(CreatureKind::Shell, 0.0), Players::new(REFERENCE));
    let mut game = Game::new(&stage).expect("a start");
    game.knight.body.position.y = 2.0;
    let is_bounce = |game: &Game| game.events.iter().any(|event| event.kind == EventKind::Bounce);
    let steps = (0..60).take_while(|_| {
        game.step(&stage, &players, Keys::default()).unwrap();
        !is_bounce(&game)
    });
    assert!(steps.count() < 60);
    assert!(game.creatures[0].mood == Mood::OnItsBack && game.knight.body.velocity.y > 4.0);
}

/// The door stays closed as long as its guard stands; tokens are taken once.
#[test]
fn the_door_has_a_guard_and_tokens_are_counted() {
    let spawn = Spawn { kind: CreatureKind::Guard, position: DVec2::new(8.0, 0.01), patrol: 0.0 };
    let level = Level {
        start: DVec2::new(12.0, 0.0),
        spawns: vec![spawn],
        tokens: vec![DVec2::new(12.2, 1.0)],
        ..Level::default()
    };
    let (stage, players) = (stage(&level), Players::new(REFERENCE));
    let mut game = Game::new(&stage).expect("a start");
    let mut tokens = 0;
    for _ in 0..30 {
        game.step(&stage, &players, Keys::default()).unwrap();
        tokens += game.events.iter().filter(|event| event.kind == EventKind::Token).count();
    }
    assert_eq!((game.outcome, game.is_guarded(), tokens, &game.tokens[..]), (Outcome::Playing, true, 1, &[true][..]));
    game.creatures[0].hurt(99, 1.0);
    game.step(&stage, &players, Keys::default()).unwrap();
    assert_eq!(game.outcome, Outcome::Won);
}

/// 18.6 is felt: a sword that lies at his feet hurts nobody.
#[test]
fn a_sword_that_is_not_in_his_hand_hurts_nobody() {
    let mut course = REFERENCE;
    course.side_scroller.sword = |hand| Ok(hand.world_from_model);
    assert_eq!(swing_once(&meadow(4.0), &Players::new(course)).creatures[0].health, Creature::HEALTH);
}

#[test]
fn the_best_run_is_kept_whole() {
    let level = Level::default();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("deep").join("best.run");
    assert_eq!(Best::read(&file, &level), None);
    let run = Run { steps: vec![SWING; 3], ..Run::new(&level) };
    let best = Best { steps: 3, tokens: 2, falls: 1, run };
    best.write(&file).expect("it can be written");
    assert_eq!(Best::read(&file, &level), Some(best));
    assert_eq!(std::fs::read_dir(folder.path().join("deep")).expect("a folder").count(), 1, "nothing is left over");
    assert_eq!(Best::read(&file, &Level { abyss: -6.0, ..Level::default() }), None, "of another level");
    let text = std::fs::read_to_string(&file).expect("a text");
    for damaged in ["", "armature best 1 3 2\n", &text[..text.len() / 2], &text.replace("3 swing", "4 swing")] {
        std::fs::write(&file, damaged).expect("written");
        assert_eq!(Best::read(&file, &level), None, "{damaged}");
    }
}

// ---- answers that cannot be used

/// A second of play in the ruins by these answers, and by the finished ones in place of those that are lost, which are
/// returned: as the window does it, but from the beginning.
fn run_by(mut course: Course) -> (Game, Vec<Lost>) {
    let level = Level::ruins().expect("the level");
    let keys = |step: usize| Keys { right: 1.0, jump: step == 20, swing: step == 0, ..Keys::default() };
    let mut all = Vec::new();
    loop {
        let play = || -> Result<Game> {
            let stage = Stage::new(&level, &FIGURES, &course.side_scroller)?;
            let players = Players::posing(course, &FIGURES.cast)?;
            let mut game = Game::new(&stage).map_err(Error::msg)?;
            for step in 0..60 {
                game.step(&stage, &players, keys(step))?;
            }
            Ok(game)
        };
        let lost = match play() {
            Ok(game) => return (game, all),
            Err(error) => error.downcast::<Lost>().expect("an answer"),
        };
        course.take(lost.todo, &LESSON.reference);
        all.push(lost);
        assert!(all.len() < 5, "{all:?}");
    }
}

/// What cannot be is not played. (What panics: `unusable_answers_are_replaced_and_named`.)
#[test]
fn who_answers_wildly_is_named_and_replaced() {
    let ours = LESSON.reference.side_scroller;
    let (right, message) = run_by(LESSON.reference);
    assert_eq!(message, []);
    let wild = [
        (SideScroller { minkowski: |_, _| Ok(vec![DVec2::NAN; 3]), ..ours }, "18.1 "),
        (SideScroller { minkowski: |_, _| Ok(Vec::new()), ..ours }, "18.1 "),
        (
            SideScroller {
                fly: |_, body, _| {
                    body.triangle = 99_999;
                    Ok(0.0)
                },
                ..ours
            },
            "18.2 ",
        ),
        (SideScroller { fly: |_, _, seconds| Ok(seconds), ..ours }, "18.2 "),
        (
            SideScroller {
                walk: |_, body, _| {
                    body.velocity.x = f64::NAN;
                    Ok(0.0)
                },
                ..ours
            },
            "18.3 ",
        ),
        (SideScroller { face: |gait, _, _| Ok(Gait { heading: f32::NAN, ..gait }), ..ours }, "18.5 "),
        (SideScroller { sword: |_| Ok(Mat4::NAN), ..ours }, "18.6 "),
        (
            SideScroller {
                spheres_at: |_, _, _, placed| {
                    placed.push(NOWHERE);
                    Ok(())
                },
                ..ours
            },
            "18.7 1 of ",
        ),
        (
            SideScroller {
                spheres_at: |all, _, _, placed| {
                    *placed = vec![NOWHERE; all.len()];
                    Ok(())
                },
                ..ours
            },
            "18.7 ",
        ),
        (SideScroller { swept_hit: |_, _| Ok(Some(f32::NAN)), ..ours }, "18.8 at NaN"),
    ];
    for (side_scroller, name) in wild {
        let (game, lost) = run_by(Course { side_scroller, ..LESSON.reference });
        assert_eq!(lost.len(), 1, "{lost:?}");
        assert!(lost[0].to_string().starts_with(name), "{name}: {lost:?}");
        assert!(all_of(&game) == all_of(&right), "{name}: the finished one plays");
    }
}

const NOWHERE: PlacedSphere = PlacedSphere { center: Vec3::NAN, radius: f32::INFINITY };

/// Of earlier lessons, too.
#[test]
fn whose_earlier_answer_panics_is_named_and_replaced() {
    let mut course = LESSON.reference;
    course.blending.fade = |fade, _, _, _, _| given::answer(&"13.2", || fade.shown = vec![fade.from[99_999]]);
    course.inverse_kinematics.plant = |legs, _, _| given::answer(&"14.4", || panic!("{} legs", legs.len()));
    let (game, mut lost) = run_by(course);
    lost.sort_by_key(|lost| lost.todo);
    assert_eq!((game.steps, lost.len()), (60, 2), "{lost:?}");
    assert!(lost[0].to_string().starts_with("13.2 panicked at"), "{lost:?}");
    assert!(lost[1].to_string().starts_with("14.4 panicked at"), "{lost:?}");
}

// ---- recorded runs

#[test]
fn a_run_is_read_as_it_was_written() {
    let level = Level::default();
    let right = Keys { right: 1.0, runs: true, ..Keys::default() };
    let all = Keys { right: -1.0, jump: true, jump_held: true, punch: true, ..right };
    let steps = vec![Keys::default(), right, right, all, SWING, SWING];
    let run = Run { steps, ..Run::new(&level) };
    let text = run.to_text();
    let lines = "1 wait\n2 right run\n1 left run jump hold punch\n2 swing\n";
    assert!(text.ends_with(lines), "{text}");
    assert_eq!(Run::from_text(&text).as_ref(), Ok(&run));
    assert_eq!((run.keys(1), run.keys(99)), (right, Keys::default()));
    // By way of a file, of which the last one is kept.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("my.run");
    run.write(&file).expect("it can be written");
    Run::new(&level).write(&file).expect("again");
    assert_eq!(Run::read(&file), Ok(Run::new(&level)));
    assert_eq!(Run::read(&folder.path().join("my.run.before")), Ok(run));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2);
}

#[test]
fn a_run_that_cannot_be_played_is_refused() {
    let head = "armature run 1\nlevel 0000abcd The ruins\n";
    for (text, says) in [
        ("", "line 1: no recorded run"),
        ("hello", "line 1: no recorded run: it begins with \"armature run 1\""),
        ("armature run 2\n", "line 1: this program reads \"armature run 1\"; this is newer"),
        ("armature run 1\n", "line 2: the second line is: level, its checksum, its name"),
        ("armature run 1\nlevel xyz The ruins", "line 2: the second line is"),
        (&format!("{head}3 right\n\nfour left"), "line 5: \"four\" is no number of steps"),
        (&format!("{head}0 right"), "line 3: \"0\" is no number of steps"),
        (&format!("{head}3 rigth"), "line 3: \"rigth\" is none of left, right, run"),
        (&format!("{head}3"), "line 3: a stretch without keys is \"wait\""),
        (&format!("{head}99999999999999999999 right"), "line 3: "),
        (&format!("{head}200000 right\n20000 right"), "line 4: this run is longer than an hour"),
    ] {
        let error = Run::from_text(text).expect_err(text);
        assert!(error.starts_with(says), "{text:?}: {error}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.run");
    std::fs::write(&file, "hello").expect("it can be written");
    let error = Run::read(&file).expect_err("no run");
    assert!(error.ends_with("bad.run, line 1: no recorded run: it begins with \"armature run 1\""));
    assert!(Run::read(&folder.path().join("none.run")).expect_err("none").contains("none.run: "));
    let other = Level { name: "The hill".into(), ..Level::default() };
    let run = Run::new(&Level::default());
    let error = run.fits(&other).expect_err("another level");
    assert_eq!(error, "the run was recorded in \"new\", and this level is \"The hill\"");
    let changed = Level { abyss: -6.0, ..Level::default() };
    assert!(run.fits(&changed).expect_err("changed").contains("has been changed since"));
    assert_eq!(run.fits(&Level::default()), Ok(()));
}

/// F2 in the middle of a run: other answers to 18.1 have made other triangles.
#[test]
fn a_game_goes_on_upon_another_ground() {
    let ruins = ruins();
    let not_expanded = SideScroller { minkowski: |obstacle, _| Ok(obstacle.to_vec()), ..REFERENCE.side_scroller };
    let other = Stage::new(&ruins.level, &FIGURES, &not_expanded).expect("another ground");
    let players = Players::new(REFERENCE);
    let run = Run::read(&door_run()).expect("a run");
    let mut game = Game::new(&ruins).expect("a start");
    for (step, keys) in run.steps.iter().enumerate() {
        game.step(&ruins, &players, *keys).unwrap();
        if step % 300 == 299 {
            let mut moved = game.clone();
            for (stage, keys) in [(&other, &run.steps[..60]), (&ruins, &run.steps[..60])] {
                moved.move_to(stage);
                let free = moved.knight.body.moved_to(&stage.knight_mesh).is_some();
                let mut bodies = moved.creatures.iter().map(|creature| creature.body);
                assert!(free && bodies.all(|body| body.moved_to(&stage.creature_mesh).is_some()), "step {step}");
                for keys in keys {
                    moved.step(stage, &players, *keys).unwrap();
                }
            }
        }
    }
}
