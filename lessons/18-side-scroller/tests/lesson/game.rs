//! The whole game: runs, fights, and answers that cannot be used.

use super::player;
use common::check::AnswerTable;
use common::exercise::{EarlierTable, Lost, attempt};
use glam::{DVec2, Mat4, Vec3};
use lesson_18::{
    Answers, Gait, Keys, PlacedSphere,
    checks::{LESSON, REFERENCE},
    earlier::Earlier,
    fight::{Creature, Mood},
    game::{FALLEN, Figures, Game, HEALTH, Outcome, Players, Run, Stage},
    knight::Mine,
    level::{Level, Spawn},
};
use std::{
    path::PathBuf,
    process::Command,
    sync::{Arc, LazyLock},
};

static FIGURES: LazyLock<Arc<Figures>> = LazyLock::new(|| Arc::new(Figures::load().expect("the figures")));

fn stage(level: &Level) -> Stage {
    Stage::new(level, &FIGURES, &REFERENCE).expect("a ground")
}

fn ruins() -> Stage {
    stage(&Level::ruins().expect("the level"))
}

/// A meadow, with a creature at this place.
fn meadow(x: f64) -> Stage {
    let spawn = Spawn { position: DVec2::new(x, 0.01), patrol: 1.0 };
    stage(&Level { spawns: vec![spawn], ..Level::default() })
}

fn door_run() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("runs/door.run")
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
        game.step(stage, players, *keys);
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
        copy.step(&stage, &players, *keys);
    }
    assert_eq!(whole.outcome, Outcome::Won);
    assert_eq!(all_of(&copy), all_of(&whole));
    assert!(whole.beaten > 0 && whole.falls == 0, "{} beaten", whole.beaten);
}

/// In a process of its own, which may hold no more memory than it does when the run has begun.
#[test]
fn a_step_allocates_nothing() {
    const CHILD: &str = "ARMATURE_TEST_STEPS";
    if std::env::var_os(CHILD).is_none() {
        let program = std::env::current_exe().expect("this program");
        let child = Command::new(program)
            .args(["--exact", "game::a_step_allocates_nothing", "--nocapture"])
            .env(CHILD, "1")
            .output()
            .expect("it starts");
        assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stderr));
        assert!(String::from_utf8_lossy(&child.stdout).contains("all steps made"));
        return;
    }
    let (stage, players) = (ruins(), Players::new(REFERENCE));
    let run = Run::read(&door_run()).expect("a run");
    let mut game = Game::new(&stage).expect("a start");
    let (first, rest) = run.steps.split_at(30);
    let mut play = |keys: &[Keys]| {
        for keys in keys {
            game.step(&stage, &players, *keys);
        }
    };
    play(first);
    common::check::memory::without_more(|| play(rest));
    println!("all steps made");
}

const SWING: Keys = Keys { right: 0.0, runs: false, jump: false, jump_held: false, punch: false, swing: true };

/// Swings as soon as the creature is near, and waits till that is over.
fn swing_once(stage: &Stage, players: &Players) -> Game {
    let mut game = Game::new(stage).expect("a start");
    let mut has_swung = false;
    for _ in 0..400 {
        let it = &game.creatures[0];
        let is_near = it.mood == Mood::Crouch && it.since > 0.2;
        let keys = if is_near && !has_swung { SWING } else { Keys::default() };
        has_swung |= is_near;
        game.step(stage, players, keys);
        if has_swung && game.blow.is_none() && !game.creatures[0].spheres.now.is_empty() {
            break;
        }
    }
    game
}

#[test]
fn a_swing_hurts_once() {
    let stage = meadow(4.0);
    let health = |answers| swing_once(&stage, &Players::new(answers)).creatures[0].health;
    let right = health(REFERENCE);
    assert_eq!(right, Creature::HEALTH - 2, "by one swing");
    let every_step = Answers { damage: |_, blow, _| blow.to > blow.active.0, ..REFERENCE };
    assert_eq!(health(every_step), 0, "18.9 decides");
    // Where the spheres are at the ends of the steps is not enough.
    let never = Answers { swept_hit: |_, _| None, ..REFERENCE };
    assert_eq!(health(never), Creature::HEALTH, "18.8 decides");
    let nowhere = Answers { spheres_at: |_, _, _, placed| placed.clear(), ..REFERENCE };
    assert_eq!(health(nowhere), Creature::HEALTH, "18.7 decides");
}

/// Who only stands is bitten, knocked back, and falls in the end; then he stands where it was safe, with all his health,
/// and the creature is at home.
#[test]
fn who_does_nothing_is_bitten() {
    let (stage, players) = (meadow(-2.0), Players::new(REFERENCE));
    let mut game = Game::new(&stage).expect("a start");
    let (mut least, mut fallen) = (HEALTH, 0);
    for _ in 0..3000 {
        game.step(&stage, &players, Keys::default());
        least = least.min(game.health);
        if let Outcome::Fallen(steps) = game.outcome {
            fallen = fallen.max(steps);
        }
        if game.falls == 1 && game.outcome == Outcome::Playing {
            break;
        }
    }
    assert_eq!((least, fallen, game.falls, game.health), (0, FALLEN, 1, HEALTH));
    assert!(game.knight.body.position.distance(game.safe) < 0.1, "{}", game.safe);
    assert!(game.creatures[0].body.position.x < -1.0 && game.creatures[0].is_alive());
}

#[test]
fn who_is_beaten_is_gone_after_a_second() {
    let (stage, players) = (meadow(3.0), Players::new(REFERENCE));
    let mut game = Game::new(&stage).expect("a start");
    game.creatures[0].hurt(Creature::HEALTH, 1.0);
    for step in 0..62 {
        assert_eq!(game.creatures[0].is_gone(), step > 60, "{step}");
        game.step(&stage, &players, Keys::default());
    }
}

/// Over an edge he falls into the abyss, and goes on where he stood.
#[test]
fn who_falls_is_back_in_a_second() {
    let stage = stage(&Level::default());
    let players = Players::new(REFERENCE);
    let mut game = Game::new(&stage).expect("a start");
    let left = Keys { right: -1.0, runs: true, ..Keys::default() };
    for _ in 0..1200 {
        game.step(&stage, &players, left);
        if game.falls > 0 && game.outcome == Outcome::Playing {
            break;
        }
    }
    let at = game.knight.body.position;
    assert!(game.falls == 1 && at.y > -0.1 && at.distance(game.safe) < 0.1, "{at}");
}

// ---- answers that cannot be used

/// A second of play in the ruins by these answers, and by the finished ones in place of those that are lost, which are
/// returned: as the window does it, but from the beginning.
fn run_by(mut answers: Answers, mut earlier: Earlier) -> (Game, Vec<Lost>) {
    let level = Level::ruins().expect("the level");
    let keys = |step: usize| Keys { right: 1.0, jump: step == 20, swing: step == 0, ..Keys::default() };
    let mut all = Vec::new();
    loop {
        let play = || {
            let stage = Stage::new(&level, &FIGURES, &answers).expect("a ground");
            let mine = (earlier != Earlier::REFERENCE).then(|| Arc::new(Mine::new(&FIGURES.cast, &earlier)));
            let players = Players::with_earlier(answers, &earlier, mine);
            let mut game = Game::new(&stage).expect("a start");
            (0..60).for_each(|step| game.step(&stage, &players, keys(step)));
            game
        };
        let lost = match attempt(play) {
            Ok(game) => return (game, all),
            Err(lost) => lost,
        };
        match LESSON.about.ids().iter().position(|id| id == lost.todo) {
            Some(todo) => answers.take(todo, &REFERENCE),
            None => earlier.take(lost.todo, &Earlier::REFERENCE),
        }
        all.push(lost);
        assert!(all.len() < 5, "{all:?}");
    }
}

/// What cannot be is not played. (What panics: `unusable_answers_are_replaced_and_named`.)
#[test]
fn who_answers_wildly_is_named_and_replaced() {
    let (right, said) = run_by(REFERENCE, Earlier::REFERENCE);
    assert_eq!(said, []);
    let wild = [
        (Answers { minkowski: |_, _| vec![DVec2::NAN; 3], ..REFERENCE }, "18.1 "),
        (Answers { minkowski: |_, _| Vec::new(), ..REFERENCE }, "18.1 "),
        (
            Answers {
                fly: |_, body, _| {
                    body.triangle = 99_999;
                    0.0
                },
                ..REFERENCE
            },
            "18.2 ",
        ),
        (Answers { fly: |_, _, seconds| seconds, ..REFERENCE }, "18.2 "),
        (
            Answers {
                walk: |_, body, _| {
                    body.velocity.x = f64::NAN;
                    0.0
                },
                ..REFERENCE
            },
            "18.3 ",
        ),
        (Answers { face: |gait, _, _| Gait { heading: f32::NAN, ..gait }, ..REFERENCE }, "18.5 "),
        (Answers { sword: |_| Mat4::NAN, ..REFERENCE }, "18.6 "),
        (Answers { spheres_at: |_, _, _, placed| placed.push(NOWHERE), ..REFERENCE }, "18.7 1 of "),
        (Answers { spheres_at: |all, _, _, placed| *placed = vec![NOWHERE; all.len()], ..REFERENCE }, "18.7 "),
        (Answers { swept_hit: |_, _| Some(f32::NAN), ..REFERENCE }, "18.8 at NaN"),
    ];
    for (answers, name) in wild {
        let (game, lost) = run_by(answers, Earlier::REFERENCE);
        assert_eq!(lost.len(), 1, "{lost:?}");
        assert!(format!("{} {}", lost[0].todo, lost[0].why).starts_with(name), "{name}: {lost:?}");
        assert!(all_of(&game) == all_of(&right), "{name}: the finished one plays");
    }
}

const NOWHERE: PlacedSphere = PlacedSphere { center: Vec3::NAN, radius: f32::INFINITY };

/// Of earlier lessons, too.
#[test]
fn whose_earlier_answer_panics_is_named_and_replaced() {
    let mut earlier = Earlier::REFERENCE;
    earlier.blending.fade = |fade, _, _, _, _| fade.shown = vec![fade.from[99_999]];
    earlier.kinematics.plant = |legs, _, _| panic!("{} legs", legs.len());
    let (game, mut lost) = run_by(REFERENCE, earlier);
    lost.sort_by_key(|lost| lost.todo);
    assert_eq!((game.steps, lost.len()), (60, 2), "{lost:?}");
    assert!(lost[0].todo == "13.2" && lost[0].why.starts_with("panicked at"), "{lost:?}");
    assert!(lost[1].todo == "14.4" && lost[1].why.starts_with("panicked at"), "{lost:?}");
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
    let not_expanded = Answers { minkowski: |obstacle, _| obstacle.to_vec(), ..REFERENCE };
    let other = Stage::new(&ruins.level, &FIGURES, &not_expanded).expect("another ground");
    let players = Players::new(REFERENCE);
    let run = Run::read(&door_run()).expect("a run");
    let mut game = Game::new(&ruins).expect("a start");
    for (step, keys) in run.steps.iter().enumerate() {
        game.step(&ruins, &players, *keys);
        if step % 300 == 299 {
            let mut moved = game.clone();
            for (stage, keys) in [(&other, &run.steps[..60]), (&ruins, &run.steps[..60])] {
                moved.move_to(stage);
                for keys in keys {
                    moved.step(stage, &players, *keys);
                }
            }
        }
    }
}
