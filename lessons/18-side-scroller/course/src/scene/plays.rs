//! Games by several lists of answers on the same keys: what F2 and F3 compare.

use crate::Keys;
use crate::checks::LESSON;
use crate::draw::{
    camera::{Followed, Lead},
    effects::Effects,
};
use crate::fight::{BlowKind, Mood};
use crate::game::{Characters, EventKind, Game, GameOutcome, Players, STEP, Stage};
use crate::ground::{self, Ahead, Body};
use crate::level::Level;
use crate::mine;
use anyhow::{Error, Result};
use common::scenes::answer_cache::AnswerCache;
use drawing::WorldPose;
use given::{CallError, Course, running};
use glam::{DVec2, Mat4, Vec3};
use std::{collections::VecDeque, sync::Arc};

/// Interval of the games that are kept, in steps, so that time can be turned back, and their number.
const KEPT: usize = 60;
const MAX_KEPT: usize = 300;
/// Number of steps over which the trail of a sword is seen, and time before a swing hurts at which it begins, in seconds.
const TRAIL: usize = 7;
const TRAIL_LEAD: f32 = 0.06;
/// Distance and depth of a ledge at which the camera looks down, in metres, and the depth at which it does in a jump; the
/// fraction of the depth by which it does, and the range of that, in metres.
const LEDGE: f64 = 1.4;
const DEEP: f64 = 1.2;
const DEEP_IN_A_JUMP: f64 = 1.7;
const DOWN: f64 = 0.4;
const DOWN_RANGE: [f64; 2] = [1.2, 1.8];
/// Distance up to which it looks for a wall, the distance to its front and on into it, and the heights at which it is higher than
/// he climbs, in metres.
const WALL: f64 = 9.0;
const INTO_WALL: f64 = 0.4;
const WALL_HEIGHTS: [f64; 2] = [0.9, 2.4];
/// Times after which he may land, in seconds.
const LANDINGS: [f64; 2] = [0.3, 0.6];
/// Distances to the side and in height within which the camera keeps a creature in the picture, in metres.
const FIGHT: DVec2 = DVec2::new(8.0, 1.6);
/// Largest number of steps that our answers catch up if they begin later, as for F3, and that a student's do, after each save;
/// after more they continue from where the others are. A step takes about a millisecond, and a verdict waits for the frame.
const MAX_BEHIND: usize = 1500;
const MAX_BEHIND_AFTER_SAVE: usize = 60;

/// Time after which a beaten creature's body shrinks into dust, in seconds.
const VANISHES: f32 = 0.65;

/// Poses that are drawn between two steps.
#[derive(Clone, Debug)]
pub(super) struct GameSnapshot {
    pub(super) knight: WorldPose,
    pub(super) sword: Mat4,
    pub(super) creatures: Vec<WorldPose>,
}

impl GameSnapshot {
    pub(super) fn new(game: &Game) -> Self {
        let mut creatures = Vec::new();
        for creature in &game.creatures {
            let model_from_joint = creature.pose.model_from_joint.clone();
            creatures.push(WorldPose { world_from_model: creature.pose.world_from_model, model_from_joint });
        }
        GameSnapshot { knight: knight_pose(game), sword: game.world_from_sword, creatures }
    }
}

/// A game after some steps, and what only its picture needs.
#[derive(Clone)]
pub(super) struct PlayState {
    pub(super) game: Game,
    /// Poses before the last step.
    pub(super) before: GameSnapshot,
    pub(super) leads: [Lead; 2],
    pub(super) effects: Effects,
    /// Places of the sword in the last steps of a swing, the latest last.
    pub(super) trail: VecDeque<Mat4>,
    /// Number of steps since the first key, or to the door.
    pub(super) taken: usize,
    /// Number of steps so far, and of those before the first key.
    done: usize,
    waited: usize,
}

impl PlayState {
    /// Starts from a game that has made so many steps.
    fn new(game: Game, done: usize) -> Self {
        PlayState {
            before: GameSnapshot::new(&game),
            leads: [Lead::new(game.knight.body.position); 2],
            game,
            effects: Effects::default(),
            trail: VecDeque::with_capacity(TRAIL),
            taken: done,
            done,
            waited: 0,
        }
    }

    /// Makes a step. Each is made alone, since the camera follows.
    fn step(&mut self, stage: &Stage, players: &Players, keys: Keys) -> Result<(), CallError> {
        let before = GameSnapshot::new(&self.game);
        self.game.step(stage, players, keys)?;
        self.effects.step(&self.game.events);
        for creature in self.game.creatures.iter().filter(|it| it.mood == Mood::Beaten && it.since > VANISHES) {
            let size = creature.room().y as f32;
            self.effects.smoke(creature.body.position.as_vec2().extend(0.3) + 0.4 * size * Vec3::Y, size);
        }
        self.before = before;
        self.leads[0] = self.leads[1];
        if follow(&mut self.leads[1], stage, &self.game) {
            self.leads[0] = self.leads[1];
        }
        let strikes = matches!(self.game.blow, Some((BlowKind::Swing, blow)) if blow.to > blow.active.0 - TRAIL_LEAD);
        let sword = self.game.world_from_sword;
        // Where a hit stops everything for a moment, the trail stays.
        let is_moved = self.trail.back() != Some(&sword);
        if !strikes || is_moved && self.trail.len() == TRAIL {
            self.trail.pop_front();
        }
        if strikes && is_moved {
            self.trail.push_back(sword);
        }
        let is_still = keys.right == 0.0 && !(keys.jump || keys.punch || keys.swing);
        if is_still && self.waited == self.done {
            self.waited += 1;
        }
        self.done += 1;
        if self.game.outcome != GameOutcome::Won {
            self.taken = self.done - self.waited;
        }
        Ok(())
    }
}

pub(super) struct GamePlay {
    course: Course,
    pub(super) stage: Arc<Stage>,
    pub(super) now: PlayState,
    /// Its state at every [`KEPT`]th step, the latest last.
    kept: Vec<PlayState>,
}

impl GamePlay {
    fn new(course: &Course, stage: Arc<Stage>, now: PlayState) -> Self {
        GamePlay { course: *course, stage, now, kept: Vec::new() }
    }

    fn step(&mut self, players: &Players, keys: Keys) -> Result<(), CallError> {
        self.now.step(&self.stage, players, keys)?;
        if self.now.done.is_multiple_of(KEPT) && self.kept.len() < MAX_KEPT {
            self.kept.push(self.now.clone());
        }
        Ok(())
    }

    /// Returns to the latest kept state with at most `done` steps.
    fn rewind(&mut self, done: usize) -> Result<()> {
        while self.now.done > done {
            self.now = match self.kept.pop() {
                Some(kept) => kept,
                None => PlayState::new(Game::new(&self.stage).map_err(Error::msg)?, 0),
            };
        }
        Ok(())
    }
}

/// The keys of a run, and the games that have been played on them, the latest first.
#[derive(Default)]
pub(super) struct Plays {
    pub(super) keys: Vec<Keys>,
    known: Vec<GamePlay>,
    players: AnswerCache<Course, Players>,
}

fn knight_pose(game: &Game) -> WorldPose {
    let model_from_joint = game.poser.model_from_joint().to_vec();
    WorldPose { world_from_model: game.poser.world_from_model(), model_from_joint }
}

/// Moves the camera's aim on by a step. Returns whether it jumps, because he has been put elsewhere.
pub fn follow(lead: &mut Lead, stage: &Stage, game: &Game) -> bool {
    let is_back = game.events.iter().any(|event| event.kind == EventKind::Back);
    if is_back {
        *lead = Lead::new(game.knight.body.position);
    } else {
        lead.step(&followed(stage, game), STEP);
    }
    is_back
}

/// Returns the knight as the camera follows him.
pub fn followed(stage: &Stage, game: &Game) -> Followed {
    let Body { position: feet, velocity, support, .. } = game.knight.body;
    let facing = f64::from(game.knight.gait.heading).sin();
    let mut foe: Option<f64> = None;
    for creature in game.creatures.iter().filter(|it| it.is_roused() && it.mood != Mood::OnItsBack) {
        let away = creature.body.position - feet;
        if away.abs().cmplt(FIGHT).all() && foe.is_none_or(|nearest| away.x.abs() < nearest.abs()) {
            foe = Some(away.x);
        }
    }
    let looks_down = looks_down(stage, &game.knight.body, facing > 0.0);
    let walls = support.map(|_| [-1.0, 1.0].map(|side| wall(stage, &game.knight.body, side)));
    Followed { feet, velocity, facing, is_supported: support.is_some(), looks_down, foe, walls }
}

/// Returns the place along x of the wall to a side of one who stands, infinite if there is none that he could not climb.
fn wall(stage: &Stage, body: &Body, side: f64) -> f64 {
    if let Some((Ahead::Wall, away)) = ground::ahead(&stage.knight_mesh, body, side > 0.0, WALL) {
        let x = body.position.x + side * (away + INTO_WALL);
        let is_high = WALL_HEIGHTS.iter().all(|height| {
            let point = DVec2::new(x, body.position.y + height);
            stage.obstacles.iter().any(|obstacle| ground::depth(obstacle, point) > 0.0)
        });
        if is_high {
            return x;
        }
    }
    side * f64::INFINITY
}

/// Returns how much lower the camera looks where he falls deep, or is about to, in metres.
fn looks_down(stage: &Stage, body: &Body, to_the_right: bool) -> f64 {
    let Body { position, velocity, support, .. } = *body;
    let (landings, deep) = if support.is_some() {
        let ahead = ground::ahead(&stage.knight_mesh, body, to_the_right, LEDGE);
        let Some((Ahead::Ledge, away)) = ahead else { return 0.0 };
        let beyond = (away + 0.4) * if to_the_right { 1.0 } else { -1.0 };
        ([beyond; 2], DEEP)
    } else {
        (LANDINGS.map(|seconds| velocity.x * seconds), DEEP_IN_A_JUMP)
    };
    let mut below = f64::NEG_INFINITY;
    for away in landings {
        for (y, _) in ground::surfaces(&stage.obstacles, position.x + away) {
            if y < position.y {
                below = below.max(y);
            }
        }
    }
    // Above an abyss there is nothing to see.
    let depth = position.y - below;
    let [least, most] = DOWN_RANGE;
    if depth > deep && depth.is_finite() { (DOWN * depth).clamp(least, most) } else { 0.0 }
}

impl Plays {
    /// Continues all games with other figures of the same joints.
    pub(super) fn set_figures(&mut self, figures: &Arc<Characters>) {
        self.players = AnswerCache::default(); // they have read his clips
        for play in &mut self.known {
            play.stage = Arc::new(Stage { figures: figures.clone(), ..(*play.stage).clone() });
            play.now.game.forget_spheres();
            play.kept.clear(); // their spheres are others
        }
    }

    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.known.clear();
    }

    pub(super) fn position(&self) -> Option<DVec2> {
        self.known.first().map(|play| play.now.game.knight.body.position)
    }

    /// Returns the game by these answers after all keys so far.
    pub(super) fn play(&mut self, course: &Course, level: &Level, figures: &Arc<Characters>) -> Result<&GamePlay> {
        let players = self.players.get_or_compute(*course, || mine::posing_players(course, &figures.cast))?;
        let mut play = self.begun(course, level, figures)?;
        play.rewind(self.keys.len())?;
        let may_change = *course != LESSON.reference;
        while play.now.done < self.keys.len() {
            let keys = self.keys[play.now.done];
            let before = may_change.then(|| play.now.game.clone());
            // Each step is a frame of its own: many at once are no endless loop.
            if let Err(error) = running::frame(|| play.step(&players, keys)) {
                if let Some(before) = before {
                    // Other answers continue from there.
                    play.now.game = before;
                    self.known.insert(0, play);
                }
                return Err(error.into());
            }
        }
        self.known.truncate(3);
        self.known.insert(0, play);
        Ok(&self.known[0])
    }

    /// Returns the known game by these answers; else one that begins, or that continues from another's state.
    fn begun(&mut self, course: &Course, level: &Level, figures: &Arc<Characters>) -> Result<GamePlay> {
        let known = self.known.iter().position(|play| play.course == *course);
        if let Some(place) = known {
            return Ok(self.known.remove(place));
        }
        let stage = Arc::new(mine::stage(level, figures, &course.side_scroller)?);
        let most = if *course == LESSON.reference { MAX_BEHIND } else { MAX_BEHIND_AFTER_SAVE };
        let other = self.known.first().filter(|_| self.keys.len() > most);
        let Some(other) = other else {
            let start = PlayState::new(Game::new(&stage).map_err(Error::msg)?, 0);
            return Ok(GamePlay::new(course, stage, start));
        };
        // Its triangles are those of another 18.1.
        let mut game = other.now.game.clone();
        game.move_to(&stage);
        Ok(GamePlay::new(course, stage, PlayState::new(game, other.now.done)))
    }
}
