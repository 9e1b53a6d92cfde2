//! What changes in a run, and one step of it.

use super::{Players, Stage};
use crate::fight::{BlowKind, Creature, Placed, meet};
use crate::knight::{Knight, Poser, part};
use crate::{Blow, Keys, SphereKind, Swing, finished};
use common::exercise::{refuse, todo};
use glam::{DVec2, Mat4, Vec3};

/// Seconds that a step takes.
pub const STEP: f64 = 1.0 / 60.0;
/// How many bites the knight can bear.
pub const HEALTH: u32 = 5;
/// How many steps he lies where he has fallen.
pub const FALLEN: usize = 60;
/// So near, in metres to the sides and in height, he is at the door.
const AT_THE_DOOR: DVec2 = DVec2::new(0.6, 1.0);
/// A place is safe if he has stood on something for so many steps, and no creature is nearer than this, in metres.
const STOOD: usize = 20;
const SAFE: f64 = 4.0;

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
    /// Where he goes on when he has fallen.
    pub safe: DVec2,
    /// His blow in the last step, if he strikes.
    pub blow: Option<(BlowKind, Blow)>,
    /// Whom that touched in the last step, where, and whether it hurt.
    pub touched: Vec<(usize, Vec3, bool)>,
    /// Whether his ground is that of 18.2 and 18.3, or [`naive`](crate::ground::naive).
    pub is_naive: bool,
    swing: Swing,
    blows: usize,
    stood: usize,
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
            safe: start,
            blow: None,
            touched: Vec::with_capacity(creatures.len()),
            is_naive: false,
            swing: Swing { number: 0, hurt: Vec::with_capacity(creatures.len()) },
            blows: 0,
            stood: 0,
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
        let keys = if self.outcome == Outcome::Playing { keys } else { Keys::default() };
        self.move_all(stage, players, keys);
        self.pose(stage, players);
        self.touched.clear();
        if self.outcome == Outcome::Playing {
            self.strike(stage, players);
            self.be_bitten(stage, players);
        }
        self.judge(stage);
    }

    /// 18.2 to 18.5: all bodies.
    fn move_all(&mut self, stage: &Stage, players: &Players, keys: Keys) {
        let Players { answers, tools, .. } = players;
        let (state, since) = (self.knight.state, self.knight.clip_seconds());
        if self.knight.body.position.y > stage.level.abyss - 2.0 {
            let naive = self.is_naive.then_some(&stage.expanded[..]);
            self.knight.step(answers, *tools, &stage.knight_mesh, keys, STEP, naive);
        }
        let now = self.knight.clip_seconds();
        self.blow = BlowKind::for_state(self.knight.state).map(|kind| {
            let goes_on = self.knight.state == state && now >= since;
            let before = self.blow.filter(|_| goes_on);
            // A new blow has another number than the last.
            self.blows += usize::from(before.is_none());
            let number = self.blows;
            let from = if before.is_some() { since } else { part(self.knight.state).0 };
            (kind, Blow { number, from, to: now, active: kind.active() })
        });
        let is_there = self.outcome == Outcome::Playing;
        let knight = is_there.then_some(self.knight.body.position);
        let on = (&stage.figures.species, &stage.creature_mesh);
        for creature in &mut self.creatures {
            creature.step(on, answers, knight, STEP);
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
                let side = creature.body.position.x - self.knight.body.position.x;
                creature.hurt(kind.damage(), if side < 0.0 { -1.0 } else { 1.0 });
                self.beaten += usize::from(!creature.is_alive());
            }
        }
    }

    /// 18.8 and 18.9: the creatures' bites.
    fn be_bitten(&mut self, stage: &Stage, players: &Players) {
        let (figures, answers) = (&stage.figures, &players.answers);
        for creature in &mut self.creatures {
            let Some(bite) = creature.bite(STEP as f32) else { continue };
            let hits = creature.spheres.all(&figures.species.spheres, SphereKind::Hit);
            let hurts = self.spheres.all(&figures.knight_spheres, SphereKind::Hurt);
            if meet(answers, hits, &hurts).is_none() {
                continue;
            }
            // There is one knight only: number 0.
            if todo("18.9", || (answers.damage)(&mut creature.bites, &bite, 0)) {
                let side = self.knight.body.position.x - creature.body.position.x;
                if self.knight.knock(if side < 0.0 { -1.0 } else { 1.0 }) {
                    self.health = self.health.saturating_sub(1);
                }
            }
        }
    }

    fn judge(&mut self, stage: &Stage) {
        let at = self.knight.body.position;
        match self.outcome {
            Outcome::Playing if self.health == 0 || at.y < stage.level.abyss => {
                self.falls += 1;
                self.outcome = Outcome::Fallen(0);
            }
            Outcome::Playing => {
                let is_standing = self.knight.body.support.is_some();
                if is_standing && (at - stage.level.door).abs().cmple(AT_THE_DOOR).all() {
                    self.outcome = Outcome::Won;
                }
                let is_near =
                    |other: &Creature| other.is_alive() && other.body.position.distance_squared(at) < SAFE * SAFE;
                let is_quiet = is_standing && !self.creatures.iter().any(is_near);
                self.stood = if is_quiet { self.stood + 1 } else { 0 };
                if self.stood >= STOOD {
                    self.safe = at;
                }
            }
            Outcome::Fallen(steps) if steps >= FALLEN => self.stand_up(stage),
            Outcome::Fallen(steps) => self.outcome = Outcome::Fallen(steps + 1),
            Outcome::Won => {}
        }
    }

    /// He goes on where it was safe, and whoever is not beaten goes home.
    fn stand_up(&mut self, stage: &Stage) {
        let above = self.safe + DVec2::Y * 0.02;
        let mesh = &stage.knight_mesh;
        let knight = Knight::new(above, mesh).or_else(|| Knight::new(stage.level.start, mesh));
        if let Some(knight) = knight {
            self.knight = knight;
        }
        self.spheres.forget();
        for creature in self.creatures.iter_mut().filter(|creature| creature.is_alive()) {
            creature.go_home(&stage.creature_mesh);
        }
        self.health = HEALTH;
        (self.outcome, self.blow, self.stood) = (Outcome::Playing, None, 0);
    }

    /// Goes on upon the ground of another stage of the same level. Who would be inside of it goes back to a place that is
    /// free.
    pub fn move_to(&mut self, stage: &Stage) {
        match self.knight.body.moved_to(&stage.knight_mesh) {
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
