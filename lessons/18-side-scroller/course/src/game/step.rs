//! What changes in a run, and one step of it.

use super::{Event, EventKind, Players, Stage};
use crate::fight::{BlowKind, Creature, Mood, Placed, meet};
use crate::ground::{Ahead, Body, ahead};
use crate::knight::{self, HEIGHT, Knight, Poser, part};
use crate::level::CreatureKind;
use crate::measures::STEP;
use crate::{Blow, Keys, SphereKind, State, Swing, finished};
use common::exercise::{refuse, todo};
use glam::{DVec2, Mat4, Vec3};
use std::ops::RangeInclusive;

/// How many bites the knight can bear; and once he has died.
pub const HEALTH: u32 = 5;
const HEALTH_AGAIN: u32 = 3;
/// How many steps he lies where he has died; from the abyss he is back sooner.
pub const FALLEN: usize = 80;
const OUT_OF_THE_ABYSS: usize = 40;
/// So near, in metres to the sides and in height, he is at the door.
pub(crate) const AT_THE_DOOR: DVec2 = DVec2::new(0.6, 1.0);
/// For so many steps he waits before the door, and then he goes so far away from the viewer, in metres.
const WAITS: usize = 40;
const BEHIND_THE_DOOR: f32 = 1.9;
/// A place is safe if he has stood on something for so many steps, no creature, nor where it goes home to, is nearer than
/// this, and no ledge, in metres.
const STOOD: usize = 10;
const SAFE: f64 = 3.0;
const SAFE_FROM_GUARD: f64 = 6.0;
const FROM_A_LEDGE: f64 = 0.6;
/// Half his width, in metres; he and a creature that overlap are moved apart by at most so much in a step.
const HALF: f64 = 0.22;
const APART: f64 = 0.02;
/// How fast he bounces off a creature, in metres a second, and for how many steps nothing hurts him then.
const BOUNCE: f64 = 4.6;
const SPARED: usize = 18;
/// It is so much longer than the room it needs, from its head to its tail.
const TREADS: f64 = 1.6;
/// For how many steps nothing moves where a blow hurts, by what it takes: with a fist, or with a sword; and where he is hurt.
const STOPS: [usize; 3] = [2, 4, 5];
/// A sword so near the joint in his fist is in his hand, in metres.
const IN_HIS_HAND: f32 = 0.3;
/// He takes a token if his middle is so near, in metres; and that is so high.
const TAKES: DVec2 = DVec2::new(0.45, 0.95);
const MIDDLE: f64 = 0.9;
/// For how long nothing hurts him when he is back, in seconds.
const SAFE_AGAIN: f32 = 1.5;
/// As many things happen in a step at most.
const MAX_EVENTS: usize = 32;

/// How it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// He plays.
    Playing,
    /// He lies somewhere, for so many steps. Then he goes on where he last stood safely.
    Fallen(usize),
    /// He has reached the door.
    Won,
}

/// A run, as far as it has come. A copy goes on from there, to the same end with the same keys.
#[derive(Clone, Debug)]
pub struct Game {
    /// The knight's body and what he does.
    pub knight: Knight,
    /// His pose.
    pub poser: Poser,
    /// 18.6.
    pub world_from_sword: Mat4,
    /// Where his spheres are.
    pub spheres: Placed,
    /// All of them, also those that are gone.
    pub creatures: Vec<Creature>,
    /// What is left of his.
    pub health: u32,
    /// How it stands.
    pub outcome: Outcome,
    /// How many steps it has been.
    pub steps: usize,
    /// How often he has fallen.
    pub falls: usize,
    /// How many creatures he has beaten.
    pub beaten: usize,
    /// Where he stood when he last stood safely: there he goes on when he has fallen.
    pub safe: Body,
    /// Which tokens he has taken.
    pub tokens: Vec<bool>,
    /// For how many steps he has been at the door.
    pub won_for: usize,
    /// What has happened in the last step.
    pub events: Vec<Event>,
    /// His blow in the last step, if he strikes.
    pub blow: Option<(BlowKind, Blow)>,
    /// Whom that touched in the last step, where, and whether it hurt.
    pub touched: Vec<(usize, Vec3, bool)>,
    swing: Swing,
    blows: usize,
    stood: usize,
    /// For how many steps nothing hurts him.
    spared: usize,
    /// For how many steps nothing moves.
    stops: usize,
    /// What went down meanwhile.
    waiting: Keys,
    /// The way he went when he fell: that key is not heard before it has been let go of.
    unheard: f32,
}

impl Game {
    /// At the level's start.
    ///
    /// # Errors
    /// If that is inside the ground.
    pub fn new(stage: &Stage) -> Result<Self, String> {
        let figures = &stage.figures;
        let start = stage.level.start;
        let knight = Knight::new(start, &stage.knight_mesh).ok_or("the level's start is inside the ground")?;
        let creature = |spawn| Creature::new(&figures.species, spawn, &stage.creature_mesh);
        let creatures: Vec<Creature> = stage.level.spawns.iter().copied().filter_map(creature).collect();
        // As he stands before anybody's answer has been asked.
        let mut poser = Poser::new(&figures.cast);
        poser.step(&figures.cast, &knight, &stage.obstacles, 0.0, None);
        Ok(Game {
            knight,
            world_from_sword: (finished::ANSWERS.sword)(&poser.hand(&figures.cast)),
            poser,
            spheres: Placed::default(),
            health: HEALTH,
            outcome: Outcome::Playing,
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
            spared: 0,
            stops: 0,
            waiting: Keys::default(),
            unheard: 0.0,
            creatures,
        })
    }

    /// Since the beginning.
    pub fn seconds(&self) -> f64 {
        self.steps as f64 * STEP
    }

    /// Whether his blow hurts in the last step.
    pub fn strikes(&self) -> bool {
        self.blow.is_some_and(|(_, blow)| blow.to > blow.active.0 && blow.from < blow.active.1)
    }

    /// The next step, of [`STEP`] seconds. An answer that cannot be used is [refused](refuse): the game is then in the
    /// middle of a step, and goes on from a copy.
    pub fn step(&mut self, stage: &Stage, players: &Players, keys: Keys) {
        self.steps += 1;
        self.events.clear();
        let keys = self.heard(keys);
        if self.stops > 0 {
            self.stops -= 1;
            self.waiting = keys;
            return;
        }
        self.move_all(stage, players, keys);
        self.pose(stage, players);
        self.touched.clear();
        if self.outcome == Outcome::Playing {
            self.strike(stage, players);
            self.be_bitten(stage, players);
        }
        self.count_beaten(stage.level.abyss);
        self.judge(stage);
    }

    /// The keys that count: none when he lies, and also those that went down while nothing moved.
    fn heard(&mut self, keys: Keys) -> Keys {
        if self.outcome != Outcome::Playing {
            return Keys::default();
        }
        if keys.right != self.unheard {
            self.unheard = 0.0;
        }
        let before = std::mem::take(&mut self.waiting);
        Keys {
            right: if self.unheard == 0.0 { keys.right } else { 0.0 },
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

    /// 18.2 to 18.5: all bodies.
    fn move_all(&mut self, stage: &Stage, players: &Players, keys: Keys) {
        let Players { answers, tools, .. } = players;
        let before = self.knight;
        if self.won_for > WAITS {
            let to_the_door = (stage.level.door.x - before.body.position.x) as f32;
            self.knight.leave(to_the_door, BEHIND_THE_DOOR, STEP as f32);
        } else if before.body.position.y > stage.level.abyss - 2.0 {
            self.bounce();
            let others = self.creatures.iter().filter(|it| it.is_alive()).map(|it| (&it.body, it.room()));
            let room = room(&before.body, others, DVec2::new(HALF, HEIGHT));
            self.knight.step(answers, *tools, &stage.knight_mesh, keys, STEP, room);
        }
        self.tell_moves(&before);
        let blows = self.blows;
        self.blow = self.knight.blow().map(|(kind, now)| {
            let since = before.blow().filter(|(of, since)| *of == kind && now >= *since);
            // A new blow has another number than the last.
            self.blows += usize::from(since.is_none());
            let from = since.map_or_else(|| part(kind.state()).0, |(_, since)| since);
            (kind, Blow { number: self.blows, from, to: now, active: kind.active() })
        });
        if let Some((kind, _)) = self.blow.filter(|_| self.blows > blows) {
            let event = if kind == BlowKind::Punch { EventKind::Punch } else { EventKind::Swing };
            self.happens(event, self.knight.body.position, 1.0);
        }
        let is_there = self.outcome == Outcome::Playing;
        let knight = is_there.then_some(self.knight.body);
        let on = (&stage.figures.species, &stage.creature_mesh);
        for creature in &mut self.creatures {
            let room =
                room(&creature.body, knight.iter().map(|body| (body, DVec2::new(HALF, HEIGHT))), creature.room());
            creature.step(on, answers, knight.map(|body| body.position), STEP, room);
        }
    }

    /// Off a creature, if he has come down on any part of it; not twice in turn.
    fn bounce(&mut self) {
        self.spared = self.spared.saturating_sub(1);
        let Body { position, velocity, support, .. } = self.knight.body;
        let is_below = |it: &&mut Creature| {
            let (away, room) = (position - it.body.position, it.room());
            let falls = velocity.y < 0.0 && velocity.y - it.body.velocity.y < -0.5;
            let is_there = away.x.abs() < TREADS * room.x + HALF && (0.3 * room.y..room.y + 0.15).contains(&away.y);
            falls && is_there && it.is_alive() && !it.is_trodden
        };
        let may_fall = self.outcome == Outcome::Playing && support.is_none();
        if let Some(below) = self.creatures.iter_mut().find(is_below).filter(|_| may_fall) {
            below.is_trodden_on();
            self.knight.body.velocity.y = BOUNCE;
            self.spared = SPARED;
            self.happens(EventKind::Bounce, position, 1.0);
        }
    }

    /// What he has begun with this step, and where his feet are.
    fn tell_moves(&mut self, before: &Knight) {
        let (now, was) = (self.knight, before);
        let at = now.body.position;
        let half = |phase: f32| (2.0 * phase).floor();
        let goes = matches!(now.state, State::Walk | State::Run | State::Punch);
        match now.body.support {
            Some(_) if was.body.support.is_none() => {
                self.happens(EventKind::Landing, at, -was.body.velocity.y as f32);
            }
            Some(_) if goes && half(now.gait.phase) != half(was.gait.phase) => {
                self.happens(EventKind::Step, at, now.speed.abs());
            }
            _ => {}
        }
        if now.state == State::Jump && (was.state != State::Jump || now.since < was.since) {
            self.happens(EventKind::Jump, at, 1.0);
        }
    }

    /// Poses, the sword by 18.6, and all spheres by 18.7.
    fn pose(&mut self, stage: &Stage, players: &Players) {
        let (cast, answers) = (&stage.figures.cast, &players.answers);
        let mine = players.mine.as_deref();
        self.poser.step(cast, &self.knight, &stage.obstacles, STEP as f32, mine);
        self.world_from_sword = todo("18.6", || (answers.sword)(&self.poser.hand(cast)));
        if !self.world_from_sword.is_finite() {
            refuse("18.6", "the sword's matrix holds what is not a number");
        }
        let world_from_model = self.poser.world_from_model();
        let joints = self.poser.model_from_joint();
        self.spheres.step(answers, &stage.figures.knight_spheres, joints, world_from_model);
        for creature in self.creatures.iter_mut().filter(|creature| !creature.is_gone()) {
            creature.place_spheres(&stage.figures.species, answers);
        }
    }

    /// 18.8 and 18.9: his blow.
    fn strike(&mut self, stage: &Stage, players: &Players) {
        let Some((kind, blow)) = self.blow else { return };
        let (figures, answers) = (&stage.figures, &players.answers);
        let hand = self.poser.hand(&figures.cast);
        let held = (hand.world_from_model * hand.model_from_joint[hand.socket]).w_axis - self.world_from_sword.w_axis;
        if kind == BlowKind::Swing && held.truncate().length() > IN_HIS_HAND {
            return; // 18.6: a sword that lies elsewhere hurts nobody
        }
        let joint = figures.strikes_with(kind);
        for (index, creature) in self.creatures.iter_mut().enumerate() {
            if !creature.is_alive() {
                continue;
            }
            let hits = figures.knight_spheres.iter().enumerate();
            let hits = hits.filter(|(_, s)| s.kind == SphereKind::Hit && s.joint == joint);
            let hits = hits.filter_map(|(place, _)| self.spheres.moving(place));
            let theirs = &figures.species.spheres;
            let at = meet(answers, hits, &creature.spheres.all(theirs, SphereKind::Hurt));
            let Some(at) = at else { continue };
            let hurts = todo("18.9", || (answers.damage)(&mut self.swing, &blow, index));
            self.touched.push((index, at, hurts));
            if hurts {
                let is_left = creature.body.position.x < self.knight.body.position.x;
                let side = if is_left { -1.0 } else { 1.0 };
                self.stops = STOPS[kind as usize];
                if !creature.is_open(-side) {
                    self.events.push(Event { kind: EventKind::Glance, at, strength: 1.0 });
                    match kind {
                        BlowKind::Punch => creature.shove(side),
                        BlowKind::Swing => self.knight.recoil(answers, &stage.knight_mesh, -side),
                    }
                    continue;
                }
                creature.hurt(kind.damage(), side);
                self.events.push(Event { kind: EventKind::Hit, at, strength: kind.damage() as f32 });
            }
        }
    }

    /// 18.8 and 18.9: the creatures' bites.
    fn be_bitten(&mut self, stage: &Stage, players: &Players) {
        let (figures, answers) = (&stage.figures, &players.answers);
        if self.spared > 0 {
            return;
        }
        for creature in &mut self.creatures {
            let Some(bite) = creature.bite(STEP as f32) else { continue };
            let hits = creature.spheres.all(&figures.species.spheres, SphereKind::Hit);
            let hurts = self.spheres.all(&figures.knight_spheres, SphereKind::Hurt);
            let Some(at) = meet(answers, hits, &hurts) else { continue };
            // There is one knight only: number 0.
            if todo("18.9", || (answers.damage)(&mut creature.bites, &bite, 0)) {
                let side = self.knight.body.position.x - creature.body.position.x;
                if self.knight.knock(answers, &stage.knight_mesh, if side < 0.0 { -1.0 } else { 1.0 }) {
                    self.health = self.health.saturating_sub(1);
                    creature.bounce_off();
                    self.stops = STOPS[2];
                    self.events.push(Event { kind: EventKind::Hurt, at, strength: 1.0 });
                }
            }
        }
    }

    /// Whoever has been beaten in this step, by a blow or by the abyss, leaves him a heart.
    fn count_beaten(&mut self, abyss: f64) {
        for creature in &mut self.creatures {
            if creature.is_alive() && creature.body.position.y < abyss {
                creature.hurt(creature.health, 1.0);
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

    fn judge(&mut self, stage: &Stage) {
        let at = self.knight.body.position;
        match self.outcome {
            Outcome::Playing if self.health == 0 || at.y < stage.level.abyss => {
                self.falls += 1;
                // Out of the abyss he comes for a heart.
                let lies = if self.health == 0 { 0 } else { FALLEN - OUT_OF_THE_ABYSS };
                self.health = self.health.saturating_sub(1);
                self.knight.fallen_for = (lies == 0).then_some(0.0);
                // Backward, unless he lies better the other way.
                let ahead = f64::from(self.knight.gait.heading.signum());
                let steep = |side| knight::lies(&stage.obstacles, at, side).map_or(f32::MAX, f32::abs);
                self.knight.falls = if steep(-ahead) > steep(ahead) + 0.3 { 1.0 } else { -1.0 };
                self.outcome = Outcome::Fallen(lies);
                self.happens(EventKind::Fallen, at, 1.0);
            }
            Outcome::Playing => {
                let is_standing = self.knight.body.support.is_some();
                self.take_tokens(stage);
                let is_at_the_door = is_standing && (at - stage.level.door).abs().cmple(AT_THE_DOOR).all();
                if is_at_the_door && !self.is_guarded() {
                    self.outcome = Outcome::Won;
                    self.happens(EventKind::Door, stage.level.door, 1.0);
                }
                let is_near = |other: &Creature| {
                    let away = other.from_home(at).length().min(other.body.position.distance(at));
                    let is_guard = other.kind() == CreatureKind::Guard;
                    other.is_alive() && away < if is_guard { SAFE_FROM_GUARD } else { SAFE }
                };
                let is_quiet = is_standing && !self.creatures.iter().any(is_near);
                self.stood = if is_quiet && self.knight.stunned_for == 0.0 { self.stood + 1 } else { 0 };
                let body = self.knight.body;
                let ends_in_a_ledge = |to_the_right| {
                    let end = ahead(&stage.knight_mesh, &body, to_the_right, FROM_A_LEDGE);
                    matches!(end, Some((Ahead::Ledge, _)))
                };
                if self.stood >= STOOD && !ends_in_a_ledge(false) && !ends_in_a_ledge(true) {
                    self.safe = body;
                }
            }
            Outcome::Fallen(steps) if steps >= FALLEN => self.stand_up(stage),
            Outcome::Fallen(steps) => self.outcome = Outcome::Fallen(steps + 1),
            Outcome::Won => self.won_for += 1,
        }
    }

    /// Whether the door stays closed: somebody guards it.
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

    /// He goes on where it was safe, and whoever is not beaten goes home.
    fn stand_up(&mut self, stage: &Stage) {
        self.unheard = if self.knight.gait.heading < 0.0 { -1.0 } else { 1.0 };
        self.knight = Knight::at(Body { velocity: DVec2::ZERO, ..self.safe });
        (self.knight.safe_for, self.knight.side_asked) = (SAFE_AGAIN, 1.0);
        self.spheres.forget();
        self.poser.forget();
        self.happens(EventKind::Back, self.safe.position, 1.0);
        for creature in self.creatures.iter_mut().filter(|creature| creature.is_alive()) {
            creature.go_home(&stage.creature_mesh);
        }
        if self.health == 0 {
            self.health = HEALTH_AGAIN;
        }
        (self.outcome, self.blow, self.stood) = (Outcome::Playing, None, 0);
    }

    /// Goes on upon the ground of another stage of the same level. Who would be inside of it goes back to a place that is
    /// free.
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

/// Whether he whose feet are there takes a token.
pub(crate) fn takes(feet: DVec2, token: DVec2) -> bool {
    (token - feet - MIDDLE * DVec2::Y).abs().cmple(TAKES).all()
}

/// How far a body may go along x in a step, so that it does not pass through any of `others` that it stands beside; half
/// its width and its height, and those of each of them.
fn room<'a>(body: &Body, others: impl Iterator<Item = (&'a Body, DVec2)>, own: DVec2) -> RangeInclusive<f64> {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for (other, room) in others {
        let away = other.position - body.position;
        if away.y < own.y && -away.y < room.y {
            let gap = (away.x.abs() - own.x - room.x).max(-APART);
            if away.x < 0.0 { low = low.max(-gap) } else { high = high.min(gap) }
        }
    }
    low.min(high)..=high
}
