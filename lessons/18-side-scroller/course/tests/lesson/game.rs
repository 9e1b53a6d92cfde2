//! The whole game: runs, fights, and answers that cannot be used.

use super::movement::RECORDED;
use given::{CallError, Course};
use glam::{DVec2, Vec3};
use lesson_18::mine;
use lesson_18::{
    Keys, Moving, SideScroller,
    checks::REFERENCE,
    draw::camera::Lead,
    fight::{Creature, Mood},
    game::{Characters, EventKind, Game, GameOutcome, HEALTH, Players, Run, STEP, Stage},
    knight::ANYWHERE,
    level::{CreatureKind, Level, Spawn},
    scene::follow,
};
use std::{
    path::PathBuf,
    sync::{Arc, LazyLock},
};

pub(crate) static FIGURES: LazyLock<Arc<Characters>> =
    LazyLock::new(|| Arc::new(mine::default_characters().expect("the figures")));

pub(crate) use super::knight::{RUN_RIGHT as RUN, SWING, WAIT};

pub(crate) fn stage(level: &Level) -> Stage {
    mine::stage(level, &FIGURES, &REFERENCE.side_scroller).expect("a ground")
}

pub(crate) fn ruins() -> Stage {
    stage(&Level::ruins().expect("the level"))
}

pub(crate) fn door_run() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../runs/door.run")
}

/// A game by some answers, and the camera that follows him.
#[derive(Clone)]
pub(crate) struct Play {
    pub(crate) stage: Arc<Stage>,
    players: Players,
    pub(crate) game: Game,
    /// The camera's motion, where somebody looks: it takes as long as a step.
    pub(crate) lead: Option<Lead>,
    bounds: (DVec2, DVec2),
    /// Speed of the picture up or down in the last step, as a multiple of the largest allowed: 6 m/s, or 1.3 times his own.
    pub(crate) hurry: f64,
}

impl Play {
    pub(crate) fn new(stage: Stage) -> Self {
        Self::by(&REFERENCE, stage)
    }

    pub(crate) fn by(course: &Course, stage: Stage) -> Self {
        let players = mine::posing_players(course, &stage.figures.cast).expect("tracks");
        let game = Game::new(&stage).expect("a start");
        let bounds = stage.level.bounds();
        Play { stage: Arc::new(stage), players, game, lead: None, bounds, hurry: 0.0 }
    }

    /// Plays the recorded run to its end.
    pub(crate) fn replayed(course: &Course) -> Self {
        let level = Level::ruins().expect("the level");
        let mut play = Self::by(course, mine::stage(&level, &FIGURES, &course.side_scroller).expect("a ground"));
        for keys in Run::read(&door_run()).expect("a run").steps {
            play.step(keys);
        }
        play
    }

    /// A meadow from -5 to 15 with a creature; the knight is at 0.
    pub(crate) fn with(kind: CreatureKind, x: f64) -> Self {
        Self::new(meadow(kind, x))
    }

    pub(crate) fn step(&mut self, keys: Keys) {
        let feet = self.position();
        self.game.step(&self.stage, &self.players, keys).unwrap();
        if let Some(mut lead) = self.lead {
            let before = self.camera();
            follow(&mut lead, &self.stage, &self.game);
            self.lead = Some(lead);
            let fastest = (1.3 * (feet.y - self.position().y) / STEP).max(6.0);
            self.hurry = f64::from(before.y - self.camera().y).abs() / STEP / fastest;
        }
    }

    /// Returns the point at which the camera looks.
    pub(crate) fn camera(&self) -> Vec3 {
        let lead = &self.lead.expect("somebody who looks");
        Lead::target(lead, lead, 1.0, self.bounds, self.stage.level.abyss)
    }

    /// Presses keys once and holds the others. Returns how often something happens in these steps.
    pub(crate) fn count(&mut self, keys: Keys, steps: usize, kind: EventKind) -> usize {
        let mut count = 0;
        for step in 0..steps {
            self.step(if step == 0 { keys } else { Keys { jump: false, punch: false, swing: false, ..keys } });
            count += self.happened(kind);
        }
        count
    }

    pub(crate) fn wait(&mut self, steps: usize) {
        for _ in 0..steps {
            self.step(WAIT);
        }
    }

    pub(crate) fn happened(&self, kind: EventKind) -> usize {
        self.game.events.iter().filter(|event| event.kind == kind).count()
    }

    pub(crate) fn creature(&mut self) -> &mut Creature {
        &mut self.game.creatures[0]
    }

    pub(crate) fn set_mood(&mut self, mood: Mood) {
        self.creature().mood = mood;
        self.creature().since = 0.0;
    }

    pub(crate) fn position(&self) -> DVec2 {
        self.game.knight.body.position
    }
}

fn meadow(kind: CreatureKind, x: f64) -> Stage {
    stage(&meadow_level(kind, x))
}

pub(crate) fn meadow_level(kind: CreatureKind, x: f64) -> Level {
    let spawn = Spawn { kind, position: DVec2::new(x, 0.01), patrol: 1.0 };
    Level { spawns: vec![spawn], ..Level::default() }
}

/// Every number of a game, so that two can be compared to the last bit.
pub(crate) fn all_of(game: &Game) -> String {
    format!("{game:?}")
}

#[test]
fn the_recorded_run_reaches_the_door() {
    let mut play = Play::new(ruins());
    let run = Run::read(&door_run()).expect("a run");
    run.fits(&play.stage.level).expect("a run in this level: `--record` makes a new one");
    let half = run.steps.len() / 2;
    for keys in &run.steps[..half] {
        play.step(*keys);
    }
    assert_eq!(play.game.outcome, GameOutcome::Playing);
    // To the last bit: once more from the start.
    let mut whole = RECORDED.play.clone();
    for keys in &run.steps[half..] {
        play.step(*keys);
    }
    assert_eq!(whole.game.outcome, GameOutcome::Won);
    assert_eq!(all_of(&play.game), all_of(&whole.game));
    assert!(whole.game.beaten > 0 && whole.game.falls == 0, "{} beaten", whole.game.beaten);
    // Then he goes through the door: his body stays, so that nothing else does anything else.
    let position = whole.position();
    whole.wait(120);
    let through = whole.game.poser.world_from_model().w_axis;
    assert!((f64::from(through.x) - whole.stage.level.door.x).abs() < 0.03 && through.z < -1.3, "{through}");
    assert_eq!(whole.position().y, position.y);
}

/// Swings as soon as the creature is near, and waits until that is over. Returns the creature's health.
fn swing_once(side_scroller: SideScroller) -> u32 {
    let mut play = Play::by(&Course { side_scroller, ..REFERENCE }, meadow(CreatureKind::Leaper, 4.0));
    while play.creature().mood != Mood::Crouch {
        play.step(WAIT);
        assert!(play.game.steps < 400);
    }
    play.step(SWING);
    play.wait(5);
    while play.game.blow.is_some() {
        play.step(WAIT);
    }
    play.creature().health
}

#[test]
fn a_swing_hurts_once() {
    let ours = REFERENCE.side_scroller;
    assert_eq!(swing_once(ours), Creature::HEALTH - 2, "by one swing");
    let every_step = SideScroller { damage: |_, blow, _| Ok(blow.to > blow.active.0), ..ours };
    assert_eq!(swing_once(every_step), 0, "18.9 decides");
    // Where the spheres are at the ends of the steps is not enough.
    let never = SideScroller { swept_hit: |_, _| Ok(None), ..ours };
    assert_eq!(swing_once(never), Creature::HEALTH, "18.8 decides");
    let nowhere = |_: &[_], _: &[_], _, placed: &mut Vec<_>| {
        placed.clear();
        Ok(())
    };
    assert_eq!(swing_once(SideScroller { spheres_at: nowhere, ..ours }), Creature::HEALTH, "18.7 decides");
    let at_his_feet = SideScroller { sword: |hand| Ok(hand.world_from_model), ..ours };
    assert_eq!(swing_once(at_his_feet), Creature::HEALTH, "18.6 decides");
}

/// 18.8 between the ends of a step is felt: left of the start a leaper looks down from a rock, and from the foot of the
/// rock a sword passes through it within one step. The step before, in which the blow is not active yet, ends in it:
/// an answer that tests both ends of a step hits it.
#[test]
fn a_swing_between_two_steps_reaches_a_creature_on_the_rock() {
    fn at_end(a: &Moving, b: &Moving) -> Result<Option<f32>, CallError> {
        Ok((a.to.distance(b.to) < a.radius + b.radius).then_some(1.0))
    }
    fn at_both_ends(a: &Moving, b: &Moving) -> Result<Option<f32>, CallError> {
        let touches_first = a.from.distance(b.from) < a.radius + b.radius;
        if touches_first { Ok(Some(0.0)) } else { at_end(a, b) }
    }
    let ours = REFERENCE.side_scroller;
    let by_end = SideScroller { swept_hit: at_end, ..ours };
    let by_both_ends = SideScroller { swept_hit: at_both_ends, ..ours };
    for (side_scroller, health) in [(ours, 0), (by_end, Creature::HEALTH), (by_both_ends, 0)] {
        let mut play = Play::by(&Course { side_scroller, ..REFERENCE }, ruins());
        play.count(Keys { right: -1.0, ..RUN }, 120, EventKind::Step);
        let stands = play.game.creatures.last().expect("the leaper").body.position.y;
        assert!(stands > 1.4, "it leans over the rock's edge, at 1.55, and does not hang below: {stands}");
        for _ in 0..3 {
            play.count(SWING, 60, EventKind::Hit);
        }
        assert_eq!(play.game.creatures.last().expect("the leaper").health, health);
    }
}

/// Over an edge he falls into the abyss, and continues where he stood, for a heart. A key that is still held counts once it
/// has been released; else after 0.4 s, or 1.5 s where it leads over the edge again.
#[test]
fn a_fall_costs_a_heart() {
    let mut play = Play::new(stage(&Level::default()));
    let left = Keys { right: -1.0, ..RUN };
    while play.game.falls == 0 || play.game.outcome != GameOutcome::Playing {
        play.step(left);
        assert!(play.game.steps < 1200);
    }
    assert_eq!((play.game.falls, play.game.health), (1, HEALTH - 1), "falling does not heal");
    let edge = -5.0;
    assert!(play.position().distance(play.game.safe.position) < 0.1 && play.position().x > edge + 0.3);
    for (away_from_edge, ignored_steps) in [(0.7, 90), (2.7, 90), (3.5, 24)] {
        let mut back = play.clone();
        back.game.knight.body.position.x = edge + away_from_edge;
        let body = back.game.knight.body.moved_to(&back.stage.knight_mesh).expect("the meadow");
        back.game.knight.body = body;
        back.count(left, ignored_steps, EventKind::Step);
        assert_eq!(back.position(), body.position, "{away_from_edge} m from the edge");
        back.step(left);
        assert!(back.game.knight.speed < 0.0, "{away_from_edge} m from the edge");
    }
    let mut released = play.clone();
    released.step(WAIT);
    released.step(left);
    assert!(released.game.knight.speed < 0.0, "once released, the key is heard");
}

/// A player who jumps all the time is back near where he fell, too.
#[test]
fn a_jumping_knight_has_safe_ground() {
    let mut play = Play::new(stage(&Level::default()));
    for step in 0..240 {
        play.step(Keys { jump: step % 4 == 0, jump_held: true, ..RUN });
    }
    let away = play.position().x - play.game.safe.position.x;
    assert!(play.position().x > 8.0 && away < 4.0, "{away} m");
}

/// After two blows the guard is closed until it is out of breath again; below half of its health it charges twice.
#[test]
fn a_guard_closes_after_two_blows() {
    let mut play = Play::with(CreatureKind::Guard, 6.0);
    let mut guard = play.creature().clone();
    guard.mood = Mood::Recover;
    for _ in 0..2 {
        assert!(guard.is_open(guard.side));
        guard.hurt(3, -guard.side, true);
    }
    assert!(guard.is_alive() && !guard.is_open(guard.side));
    let ground = (&play.stage.figures.species, &play.stage.creature_mesh);
    let knight = Some(DVec2::new(3.0, 0.0));
    let mut charges = 0;
    for _ in 0..600 {
        let before = guard.mood;
        guard.step(ground, &REFERENCE.side_scroller, knight, STEP, ANYWHERE).unwrap();
        charges += usize::from(guard.mood == Mood::Charge && before != Mood::Charge);
        if guard.mood == Mood::Recover {
            break;
        }
    }
    assert_eq!(charges, 2);
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
    let mut play = Play::new(stage(&level));
    assert_eq!(play.count(WAIT, 30, EventKind::Token), 1);
    assert_eq!((play.game.outcome, play.game.is_guarded()), (GameOutcome::Playing, true));
    assert_eq!(play.game.tokens, [true]);
    play.creature().hurt(99, 1.0, true);
    play.step(WAIT);
    assert_eq!(play.game.outcome, GameOutcome::Won);
}

/// F2 in the middle of a run: other answers to 18.1 have made other triangles.
#[test]
fn a_game_continues_on_another_ground() {
    let mut play = Play::new(ruins());
    let not_expanded = SideScroller { minkowski: |obstacle, _| Ok(obstacle.to_vec()), ..REFERENCE.side_scroller };
    let other = Arc::new(mine::stage(&play.stage.level, &FIGURES, &not_expanded).expect("another ground"));
    let run = Run::read(&door_run()).expect("a run");
    for (step, keys) in run.steps.iter().enumerate() {
        play.step(*keys);
        if step % 300 != 299 {
            continue;
        }
        let mut moved = play.clone();
        for stage in [&other, &play.stage] {
            moved.stage = stage.clone();
            moved.game.move_to(stage);
            assert!(moved.game.knight.body.moved_to(&stage.knight_mesh).is_some(), "step {step}");
            for creature in &moved.game.creatures {
                assert!(creature.body.moved_to(&stage.creature_mesh).is_some(), "step {step}");
            }
            for keys in &run.steps[..60] {
                moved.step(*keys);
            }
        }
    }
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
