//! The state of a run, and one step of it.

use super::{Event, EventKind, Players, Stage};
use crate::fight::{BlowKind, Creature, FigureSpheres, Mood, meet};
use crate::ground::{Ahead, Body, ahead};
use crate::knight::{HEIGHT, Knight, Poser, part};
use crate::level::CreatureKind;
use crate::measures::STEP;
use crate::{Blow, Keys, SphereKind, State, Swing};
use given::CallError;
use glam::{DVec2, Mat4, Vec3};
use std::ops::RangeInclusive;

/// Number of bites that the knight can bear at first, and after he has died.
pub const HEALTH: u32 = 5;
const HEALTH_AGAIN: u32 = 3;
/// Number of steps for which he lies where he has died, and for which he is gone when he has fallen into the abyss.
pub const FALLEN: usize = 80;
const ABYSS_STEPS: usize = 24;
/// Number of steps for which he, back on safe ground, ignores a key that is still held: at least, and where it leads over
/// a ledge within this distance, in metres.
const IGNORED_STEPS: usize = 24;
const IGNORED_STEPS_TO_LEDGE: usize = 90;
const LEDGE_AHEAD: f64 = 3.0;
/// Distance from the door within which he is at it, to the sides and in height, in metres.
pub const DOOR_REACH: DVec2 = DVec2::new(0.6, 1.0);
/// Number of steps for which he waits before the door, and how far he then goes away from the viewer, in metres.
const DOOR_WAIT: usize = 40;
const BEHIND_THE_DOOR: f32 = 1.9;
/// Number of steps after which the ground below him is safe, and how far every creature and its home, every guard, and
/// every ledge must be away, in metres.
const SAFE_STEPS: usize = 2;
const SAFE_FROM_CREATURE: f64 = 3.0;
const SAFE_FROM_GUARD: f64 = 6.0;
const SAFE_FROM_LEDGE: f64 = 0.8;
const HALF_WIDTH: f64 = 0.22;
/// Largest distance by which he and a creature that overlap are moved apart in a step, in metres.
const MAX_SEPARATION: f64 = 0.02;
/// Speed with which he bounces off a creature, in metres a second, and number of steps for which nothing hurts him then.
const BOUNCE_SPEED: f64 = 4.6;
const INVULNERABLE_STEPS: usize = 18;
/// Width of a creature from head to tail, as a multiple of the room it needs.
const STOMP_WIDTH: f64 = 1.6;
/// Number of steps for which nothing moves where a fist hurts, a sword, and a bite.
const FREEZE_STEPS: [usize; 3] = [2, 4, 5];
/// Distance from its place within which a sword is in his hand, in metres.
const GRIP_REACH: f32 = 0.3;
/// Distance from his middle within which he takes a token, and the height of his middle, in metres.
const PICKUP_REACH: DVec2 = DVec2::new(0.45, 0.95);
const MIDDLE: f64 = 0.9;
/// Time for which nothing hurts him when he is back, in seconds.
const RETURN_SAFETY: f32 = 1.5;
/// Largest number of events in a step.
const MAX_EVENTS: usize = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameOutcome {
    Playing,
    /// He lies somewhere, for so many steps. Then he continues where he last stood safely.
    Fallen(usize),
    Won,
}

/// The state of a run. A copy continues from there, to the same end with the same keys.
#[derive(Clone, Debug)]
pub struct Game {
    pub knight: Knight,
    pub poser: Poser,
    pub world_from_sword: Mat4,
    pub spheres: FigureSpheres,
    /// Creatures, also those that are gone.
    pub creatures: Vec<Creature>,
    pub health: u32,
    pub outcome: GameOutcome,
    pub steps: usize,
    pub falls: usize,
    pub beaten: usize,
    /// Body of the knight where he last stood safely: there he continues after a fall.
    pub safe: Body,
    pub tokens: Vec<bool>,
    /// Number of steps for which he has been at the door.
    pub won_for: usize,
    /// Events of the last step.
    pub events: Vec<Event>,
    /// Blow in the last step, if he strikes.
    pub blow: Option<(BlowKind, Blow)>,
    /// Creatures that it touched in the last step, where, and whether it hurt.
    pub touched: Vec<(usize, Vec3, bool)>,
    swing: Swing,
    blows: usize,
    /// Number of steps for which he has stood where nobody is near.
    stood: usize,
    /// Number of steps for which nothing hurts him.
    invulnerable: usize,
    frozen: usize,
    /// Keys that were pressed meanwhile.
    waiting: Keys,
    /// Input direction that is ignored until its key is released, and for how many steps at most.
    ignored: (f32, usize),
}

impl Game {
    /// Creates a run at the level's start; returns an error if the start is inside the ground.
    pub fn new(stage: &Stage) -> Result<Self, String> {
        let figures = &stage.figures;
        let knight =
            Knight::new(stage.level.start, &stage.knight_mesh).ok_or("the level's start is inside the ground")?;
        let mut creatures = Vec::new();
        for spawn in &stage.level.spawns {
            creatures.extend(Creature::new(&figures.species, *spawn, &stage.creature_mesh));
        }
        // As he stands before anybody's answer has been asked.
        let mut poser = Poser::new(&figures.cast);
        poser.step(&figures.cast, &knight, &stage.obstacles, 0.0, None).map_err(|error| error.to_string())?;
        Ok(Game {
            knight,
            world_from_sword: figures.cast.figure.sword(&poser.hand(&figures.cast)),
            poser,
            spheres: FigureSpheres::default(),
            health: HEALTH,
            outcome: GameOutcome::Playing,
            steps: 0,
            falls: 0,
            beaten: 0,
            safe: knight.body,
            tokens: vec![false; stage.level.tokens.len()],
            won_for: 0,
            events: Vec::with_capacity(MAX_EVENTS),
            blow: None,
            touched: Vec::with_capacity(creatures.len()),
            swing: Swing { number: 0, hurt: Vec::with_capacity(creatures.len()) },
            blows: 0,
            stood: 0,
            invulnerable: 0,
            frozen: 0,
            waiting: Keys::default(),
            ignored: (0.0, 0),
            creatures,
        })
    }

    /// Forgets all spheres of the last step.
    pub fn forget_spheres(&mut self) {
        self.spheres.forget();
        self.creatures.iter_mut().for_each(|creature| creature.spheres.forget());
    }

    pub fn seconds(&self) -> f64 {
        self.steps as f64 * STEP
    }

    /// Returns whether his blow hurts in the last step.
    pub fn strikes(&self) -> bool {
        self.blow.is_some_and(|(_, blow)| blow.to > blow.active.0 && blow.from < blow.active.1)
    }

    /// Makes a step of [`STEP`] seconds.
    ///
    /// # Errors
    /// If an answer cannot be used: the game is then in the middle of a step, and continues from a copy.
    pub fn step(&mut self, stage: &Stage, players: &Players, keys: Keys) -> Result<(), CallError> {
        self.steps += 1;
        self.events.clear();
        let keys = self.effective_keys(stage, keys);
        if self.frozen > 0 {
            self.frozen -= 1;
            self.waiting = keys;
            return Ok(());
        }
        self.move_all(stage, players, keys)?;
        self.pose(stage, players)?;
        self.touched.clear();
        if self.outcome == GameOutcome::Playing {
            self.strike(stage, players)?;
            self.be_bitten(stage, players)?;
        }
        self.count_beaten(stage.level.abyss);
        self.judge(stage);
        Ok(())
    }

    /// Returns the keys that count: none while he lies; those pressed while nothing moved, too. A key held since a fall
    /// counts once it has been released, or soon where it does not lead over a ledge.
    fn effective_keys(&mut self, stage: &Stage, keys: Keys) -> Keys {
        if self.outcome != GameOutcome::Playing {
            return Keys::default();
        }
        let (side, steps_left) = self.ignored;
        let is_ignored = steps_left > 0
            && keys.right == side
            && (steps_left > IGNORED_STEPS_TO_LEDGE - IGNORED_STEPS || self.is_ledge_ahead(stage, side, LEDGE_AHEAD));
        self.ignored.1 = if is_ignored { steps_left - 1 } else { 0 };
        let before = std::mem::take(&mut self.waiting);
        Keys {
            right: if is_ignored { 0.0 } else { keys.right },
            jump: keys.jump || before.jump,
            punch: keys.punch || before.punch,
            swing: keys.swing || before.swing,
            ..keys
        }
    }

    fn happens(&mut self, kind: EventKind, at: DVec2, strength: f32) {
        if self.events.len() < MAX_EVENTS {
            self.events.push(Event::new(kind, at, strength));
        }
    }

    /// Moves all bodies, by 18.2 to 18.5.
    fn move_all(&mut self, stage: &Stage, players: &Players, keys: Keys) -> Result<(), CallError> {
        let answers = &players.answers;
        let before = self.knight;
        if self.won_for > DOOR_WAIT {
            let to_the_door = (stage.level.door.x - before.body.position.x) as f32;
            self.knight.leave(to_the_door, BEHIND_THE_DOOR, STEP as f32);
        } else if before.body.position.y > stage.level.abyss - 2.0 {
            self.bounce();
            let others = self.creatures.iter().filter(|it| it.is_alive()).map(|it| (&it.body, it.room()));
            let room = room(&before.body, others, DVec2::new(HALF_WIDTH, HEIGHT));
            self.knight.step(answers, players.tools, &stage.knight_mesh, keys, STEP, room)?;
        }
        self.report_moves(&before);
        self.advance_blow(&before);
        let knight = (self.outcome == GameOutcome::Playing).then_some(self.knight.body);
        let species = (&stage.figures.species, &stage.creature_mesh);
        for creature in &mut self.creatures {
            let others = knight.iter().map(|body| (body, DVec2::new(HALF_WIDTH, HEIGHT)));
            let room = room(&creature.body, others, creature.room());
            creature.step(species, answers, knight.map(|body| body.position), STEP, room)?;
        }
        Ok(())
    }

    /// Finds the part of the blow's clip that this step covers. A new blow gets another number than the last.
    fn advance_blow(&mut self, before: &Knight) {
        self.blow = None;
        let Some((kind, now)) = self.knight.blow() else { return };
        let from = match before.blow() {
            Some((same, from)) if same == kind && now >= from => from,
            _ => {
                self.blows += 1;
                let event = if kind == BlowKind::Punch { EventKind::Punch } else { EventKind::Swing };
                self.happens(event, self.knight.body.position, 1.0);
                part(kind.state()).begin
            }
        };
        self.blow = Some((kind, Blow { number: self.blows, from, to: now, active: kind.active() }));
    }

    /// Lets a falling knight bounce off a creature that he touches with his feet, and not twice in turn.
    fn bounce(&mut self) {
        self.invulnerable = self.invulnerable.saturating_sub(1);
        let Body { position, velocity, support, .. } = self.knight.body;
        if self.outcome != GameOutcome::Playing || support.is_some() || velocity.y >= 0.0 {
            return;
        }
        for creature in &mut self.creatures {
            let room = creature.room();
            let away = position - creature.body.position;
            let is_below = away.x.abs() < STOMP_WIDTH * room.x + HALF_WIDTH
                && (0.3 * room.y..room.y + 0.15).contains(&away.y)
                && velocity.y - creature.body.velocity.y < -0.5;
            if is_below && creature.is_alive() && !creature.is_trodden {
                creature.tread_on();
                self.knight.body.velocity.y = BOUNCE_SPEED;
                self.invulnerable = INVULNERABLE_STEPS;
                self.happens(EventKind::Bounce, position, 1.0);
                return;
            }
        }
    }

    /// Reports jumps, landings and footsteps.
    fn report_moves(&mut self, before: &Knight) {
        let now = self.knight;
        let at = now.body.position;
        let walks = matches!(now.state, State::Walk | State::Run | State::Punch);
        let is_half_a_cycle = (2.0 * now.gait.phase).floor() != (2.0 * before.gait.phase).floor();
        if now.body.support.is_some() && before.body.support.is_none() {
            self.happens(EventKind::Landing, at, -before.body.velocity.y as f32);
        } else if now.body.support.is_some() && walks && is_half_a_cycle {
            self.happens(EventKind::Step, at, now.speed.abs());
        }
        if now.state == State::Jump && (before.state != State::Jump || now.since < before.since) {
            self.happens(EventKind::Jump, at, 1.0);
        }
    }

    /// Poses him and places the sword, by 18.6, and all spheres, by 18.7.
    fn pose(&mut self, stage: &Stage, players: &Players) -> Result<(), CallError> {
        let cast = &stage.figures.cast;
        let answers = &players.answers;
        let mine = players.poses.as_deref();
        self.poser.step(cast, &self.knight, &stage.obstacles, STEP as f32, mine)?;
        self.world_from_sword = answers.sword(&self.poser.hand(cast))?;
        if !self.world_from_sword.is_finite() {
            return Err(CallError::unusable("18.6", "the sword's matrix holds what is not a number"));
        }
        let world_from_model = self.poser.world_from_model();
        let joints = self.poser.model_from_joint();
        self.spheres.step(answers, &stage.figures.cast.attached.spheres, joints, world_from_model)?;
        for creature in self.creatures.iter_mut().filter(|creature| !creature.is_gone()) {
            creature.place_spheres(&stage.figures.species, answers)?;
        }
        Ok(())
    }

    /// Lets his blow hit creatures, by 18.8 and 18.9.
    fn strike(&mut self, stage: &Stage, players: &Players) -> Result<(), CallError> {
        let Some((kind, blow)) = self.blow else { return Ok(()) };
        let figures = &stage.figures;
        let answers = &players.answers;
        let hand = self.poser.hand(&figures.cast);
        let held = figures.cast.figure.sword(&hand).w_axis - self.world_from_sword.w_axis;
        if kind == BlowKind::Swing && held.truncate().length() > GRIP_REACH {
            return Ok(()); // 18.6: a sword that lies elsewhere hurts nobody
        }
        let spheres = &figures.cast.attached.spheres;
        let is_swing = kind == BlowKind::Swing;
        for (index, creature) in self.creatures.iter_mut().enumerate() {
            if !creature.is_alive() {
                continue;
            }
            // The sword's spheres strike in a swing, all others in a punch.
            let hits = spheres
                .iter()
                .enumerate()
                .filter(|(_, it)| it.kind == SphereKind::Hit && (it.joint == figures.cast.socket) == is_swing)
                .filter_map(|(index, _)| self.spheres.moving(index));
            let touched =
                meet(answers, hits, &creature.spheres.all(&figures.species.attached.spheres, SphereKind::Hurt))?;
            let Some(at) = touched else { continue };
            let hurts = answers.damage(&mut self.swing, &blow, index)?;
            self.touched.push((index, at, hurts));
            if hurts {
                let side = side_of(creature.body.position.x - self.knight.body.position.x);
                self.frozen = FREEZE_STEPS[kind as usize];
                if !creature.is_open(-side) {
                    self.events.push(Event { kind: EventKind::Glance, at, strength: 1.0 });
                    if is_swing {
                        self.knight.recoil(&stage.knight_mesh, -side);
                    }
                    continue;
                }
                creature.hurt(kind.damage(), side, is_swing);
                self.events.push(Event { kind: EventKind::Hit, at, strength: kind.damage() as f32 });
            }
        }
        Ok(())
    }

    /// Lets creatures bite him, by 18.8 and 18.9.
    fn be_bitten(&mut self, stage: &Stage, players: &Players) -> Result<(), CallError> {
        let figures = &stage.figures;
        let answers = &players.answers;
        if self.invulnerable > 0 {
            return Ok(());
        }
        for creature in &mut self.creatures {
            let Some(bite) = creature.bite(STEP as f32) else { continue };
            let hits = creature.spheres.all(&figures.species.attached.spheres, SphereKind::Hit);
            let hurts = self.spheres.all(&figures.cast.attached.spheres, SphereKind::Hurt);
            let Some(at) = meet(answers, hits, &hurts)? else { continue };
            // There is one knight only: number 0.
            if answers.damage(&mut creature.bites, &bite, 0)? {
                let side = side_of(self.knight.body.position.x - creature.body.position.x);
                if self.knight.knock(&stage.knight_mesh, side) {
                    self.health = self.health.saturating_sub(1);
                    creature.bounce_off();
                    self.frozen = FREEZE_STEPS[2];
                    // What stands still meanwhile is already hit.
                    let cast = &figures.cast;
                    self.poser.step(cast, &self.knight, &stage.obstacles, 0.0, players.poses.as_deref())?;
                    self.world_from_sword = answers.sword(&self.poser.hand(cast))?;
                    self.events.push(Event { kind: EventKind::Hurt, at, strength: 1.0 });
                }
            }
        }
        Ok(())
    }

    /// Counts the creatures that were beaten in this step, by a blow or by the abyss; each heals the knight by a heart.
    fn count_beaten(&mut self, abyss: f64) {
        for creature in &mut self.creatures {
            if creature.is_alive() && creature.body.position.y < abyss {
                creature.hurt(creature.health, 1.0, true);
            }
            if creature.mood != Mood::Beaten || creature.since > 0.0 {
                continue;
            }
            self.beaten += 1;
            if (1..HEALTH).contains(&self.health) {
                self.health += 1;
                // Out of the abyss it rises where he sees it.
                let at = creature.body.position.max(DVec2::new(f64::MIN, self.knight.body.position.y));
                self.events.push(Event::new(EventKind::Heart, at, 1.0));
            }
        }
    }

    /// Decides whether the run continues: he may fall, return after a fall, or win.
    fn judge(&mut self, stage: &Stage) {
        let at = self.knight.body.position;
        match self.outcome {
            GameOutcome::Playing if self.health == 0 || at.y < stage.level.abyss => self.fall(),
            GameOutcome::Playing => {
                self.take_tokens(stage);
                let is_at_the_door = (at - stage.level.door).abs().cmple(DOOR_REACH).all();
                if self.knight.body.support.is_some() && is_at_the_door && !self.is_guarded() {
                    self.outcome = GameOutcome::Won;
                    self.happens(EventKind::Door, stage.level.door, 1.0);
                }
                self.remember_safe_ground(stage);
            }
            GameOutcome::Fallen(steps) if steps >= FALLEN => self.stand_up(stage),
            GameOutcome::Fallen(steps) => self.outcome = GameOutcome::Fallen(steps + 1),
            GameOutcome::Won => self.won_for += 1,
        }
    }

    /// Begins a fall: he dies where he is, or returns from the abyss for a heart.
    fn fall(&mut self) {
        let at = self.knight.body.position;
        self.falls += 1;
        let has_died = self.health == 0;
        self.outcome = GameOutcome::Fallen(if has_died { 0 } else { FALLEN - ABYSS_STEPS });
        self.health = self.health.saturating_sub(1);
        self.knight.fallen_for = has_died.then_some(0.0);
        self.happens(EventKind::Fallen, at, 1.0);
    }

    /// Remembers the knight's position if he has stood there for a while with no creature and no ledge near: he
    /// continues there after a fall.
    fn remember_safe_ground(&mut self, stage: &Stage) {
        let body = self.knight.body;
        let is_near = self.creatures.iter().filter(|it| it.is_alive()).any(|creature| {
            let from_home = creature.from_home(body.position).length();
            let is_guard = creature.kind() == CreatureKind::Guard;
            let safe = if is_guard { SAFE_FROM_GUARD } else { SAFE_FROM_CREATURE };
            from_home.min(creature.body.position.distance(body.position)) < safe
        });
        let is_quiet = body.support.is_some() && self.knight.stunned_for == 0.0 && !is_near;
        self.stood = if is_quiet { self.stood + 1 } else { 0 };
        let is_at_a_ledge = [-1.0, 1.0].into_iter().any(|side| self.is_ledge_ahead(stage, side, SAFE_FROM_LEDGE));
        if self.stood >= SAFE_STEPS && !is_at_a_ledge {
            self.safe = body;
        }
    }

    fn is_ledge_ahead(&self, stage: &Stage, side: f32, reach: f64) -> bool {
        matches!(ahead(&stage.knight_mesh, &self.knight.body, side > 0.0, reach), Some((Ahead::Ledge, _)))
    }

    pub fn is_guarded(&self) -> bool {
        self.creatures.iter().any(|it| it.kind() == CreatureKind::Guard && it.is_alive())
    }

    fn take_tokens(&mut self, stage: &Stage) {
        let at = self.knight.body.position;
        for (index, token) in stage.level.tokens.iter().enumerate() {
            if !self.tokens[index] && takes(at, *token) {
                self.tokens[index] = true;
                self.happens(EventKind::Token, *token, 1.0);
            }
        }
    }

    /// Returns the knight to safe ground, and the creatures that are alive to their homes.
    fn stand_up(&mut self, stage: &Stage) {
        self.ignored = (if self.knight.gait.heading < 0.0 { -1.0 } else { 1.0 }, IGNORED_STEPS_TO_LEDGE);
        self.knight = Knight::at(Body { velocity: DVec2::ZERO, ..self.safe });
        self.knight.safe_for = RETURN_SAFETY;
        self.knight.wanted_side = 1.0;
        self.spheres.forget();
        self.poser.forget();
        self.happens(EventKind::Back, self.safe.position, 1.0);
        for creature in self.creatures.iter_mut().filter(|creature| creature.is_alive()) {
            creature.go_home(&stage.creature_mesh);
        }
        if self.health == 0 {
            self.health = HEALTH_AGAIN;
        }
        self.outcome = GameOutcome::Playing;
        self.blow = None;
        self.stood = 0;
    }

    /// Continues the run on another stage of the same level. Bodies that would be inside its ground return to a free
    /// place.
    pub fn move_to(&mut self, stage: &Stage) {
        let mesh = &stage.knight_mesh;
        let safe = self.safe.moved_to(mesh).or_else(|| Body::new(mesh, stage.level.start));
        self.safe = safe.unwrap_or(self.safe);
        match self.knight.body.moved_to(mesh) {
            Some(body) => self.knight.body = body,
            None => self.stand_up(stage),
        }
        for creature in &mut self.creatures {
            match creature.body.moved_to(&stage.creature_mesh) {
                Some(body) => creature.body = body,
                None => creature.go_home(&stage.creature_mesh),
            }
        }
    }
}

pub fn takes(feet: DVec2, token: DVec2) -> bool {
    (token - feet - MIDDLE * DVec2::Y).abs().cmple(PICKUP_REACH).all()
}

/// Returns 1 to the right, -1 to the left.
fn side_of(x: f64) -> f64 {
    if x < 0.0 { -1.0 } else { 1.0 }
}

/// Returns the range of x by which a body may move in a step without passing through any of `others` beside it: bodies,
/// each with half of its width and its height. `own` are those of the body itself.
fn room<'a>(body: &Body, others: impl Iterator<Item = (&'a Body, DVec2)>, own: DVec2) -> RangeInclusive<f64> {
    let mut low = f64::NEG_INFINITY;
    let mut high = f64::INFINITY;
    for (other, room) in others {
        let away = other.position - body.position;
        if away.y < own.y && -away.y < room.y {
            let gap = (away.x.abs() - own.x - room.x).max(-MAX_SEPARATION);
            if away.x < 0.0 {
                low = low.max(-gap);
            } else {
                high = high.min(gap);
            }
        }
    }
    low.min(high)..=high
}
