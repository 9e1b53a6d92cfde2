//! A creature, and what blows do to it. Its mind, its walk and its pose have files of their own.

mod mind;
mod pose;
mod walk;

pub use mind::Mood;

use super::species::Species;
use super::spheres::FigureSpheres;
use crate::ground::{Body, Mesh};
use crate::level::{CreatureKind, Spawn};
use crate::{Blow, SideScroller, Swing};
use given::CallError;
use glam::DVec2;
use mind::{Memory, mood_at_home};
use pose::CreaturePose;
use std::ops::RangeInclusive;

/// Velocities of its leap and of a sword that hurts it, if to the right, in metres a second.
const LEAP: DVec2 = DVec2::new(3.4, 3.2);
const KNOCK: DVec2 = DVec2::new(2.4, 2.0);
/// Number of blows after which one that is hard in front closes again.
const OPEN_BLOWS: u32 = 2;

#[derive(Clone, Debug)]
pub struct Creature {
    home: Spawn,
    /// Body on the creatures' mesh.
    pub body: Body,
    pub health: u32,
    /// Direction in which it goes: -1 to the left, 1 to the right.
    pub side: f64,
    pub mood: Mood,
    /// Time since the mood began, in seconds.
    pub since: f32,
    /// Whether he has just landed on it: then it is open, and nobody bounces off it again.
    pub is_trodden: bool,
    memory: Memory,
    /// 18.9's memory of its bites.
    pub bites: Swing,
    pub spheres: FigureSpheres,
    pub pose: CreaturePose,
}

impl Creature {
    /// Health of a leaper.
    pub const HEALTH: u32 = 3;

    /// Creates a creature at its spawn, or returns `None` if the spawn is deep inside the ground.
    pub fn new(species: &Species, home: Spawn, mesh: &Mesh) -> Option<Self> {
        let body = Body::new(mesh, home.position)?;
        let mut creature = Creature {
            home,
            body,
            health: home.kind.health(),
            side: -1.0,
            mood: mood_at_home(home),
            since: 0.0,
            is_trodden: false,
            memory: Memory::default(),
            bites: Swing { number: 0, hurt: Vec::with_capacity(1) },
            spheres: FigureSpheres::default(),
            pose: CreaturePose::new(species),
        };
        creature.move_joints(species, 0.0);
        Some(creature)
    }

    pub fn kind(&self) -> CreatureKind {
        self.home.kind
    }

    /// Returns the creature's size as a multiple of a leaper's.
    fn scale(&self) -> f64 {
        match self.home.kind {
            CreatureKind::Leaper | CreatureKind::Shell => 1.0,
            CreatureKind::Charger => 1.15,
            CreatureKind::Guard => 1.7,
        }
    }

    /// Returns half its length, and its height, for bodies that run against it, in metres.
    pub fn room(&self) -> DVec2 {
        self.scale() * DVec2::new(0.28, 0.5)
    }

    /// Returns the distance of a position from its patrol, to the side and in height, in metres.
    pub fn from_home(&self, position: DVec2) -> DVec2 {
        let away = (position - self.home.position).abs();
        DVec2::new((away.x - self.home.patrol).max(0.0), away.y)
    }

    pub fn is_alive(&self) -> bool {
        !matches!(self.mood, Mood::Beaten | Mood::Gone)
    }

    pub fn is_gone(&self) -> bool {
        self.mood == Mood::Gone
    }

    fn is_charger(&self) -> bool {
        matches!(self.home.kind, CreatureKind::Charger | CreatureKind::Guard)
    }

    /// Returns whether a blow hurts the creature; `from` is the side from which the blow comes: 1 from the right, -1
    /// from the left.
    pub fn is_open(&self, from: f64) -> bool {
        match self.home.kind {
            CreatureKind::Leaper => true,
            CreatureKind::Shell => self.mood == Mood::OnItsBack,
            CreatureKind::Charger | CreatureKind::Guard => {
                let is_dazed = matches!(self.mood, Mood::Recover | Mood::Hurt) && self.memory.blows < OPEN_BLOWS;
                is_dazed || from != self.side
            }
        }
    }

    /// Returns whether it is open in front now, but mostly is not, and stays so long enough for a blow that begins now.
    pub fn is_dazed(&self) -> bool {
        let is_open_at_times = self.home.kind != CreatureKind::Leaper || self.mood == Mood::OnItsBack;
        is_open_at_times && self.mood != Mood::Hurt && self.is_open(self.side)
    }

    /// Returns whether it has seen him, or felt him.
    pub fn is_roused(&self) -> bool {
        self.is_alive() && !matches!(self.mood, Mood::Asleep | Mood::Idle | Mood::Patrol)
    }

    /// Returns whether it charges twice: a guard that has lost half of its health.
    fn is_enraged(&self) -> bool {
        self.home.kind == CreatureKind::Guard && 2 * self.health <= self.home.kind.health()
    }

    /// Returns the time for which it lies where it was beaten, in seconds.
    fn time_on_ground(&self) -> f32 {
        if self.home.kind == CreatureKind::Guard { 2.0 } else { 1.0 }
    }

    /// Returns how red the creature is drawn: 1 when a blow hurts it, then falling to 0.
    pub fn glow(&self) -> f32 {
        let is_hurt = matches!(self.mood, Mood::Hurt | Mood::Beaten);
        if is_hurt { (1.0 - self.since / 0.3).max(0.0) } else { 0.0 }
    }

    /// Returns the creature's bite in the last step, which took `dt` seconds, if it leapt or charged.
    pub fn bite(&self, dt: f32) -> Option<Blow> {
        if !matches!(self.mood, Mood::Leap | Mood::Charge) {
            return None;
        }
        let active = (0.03, Mood::Leap.duration());
        Some(Blow { number: self.memory.leaps, from: self.since - dt, to: self.since, active })
    }

    /// Turns the creature on its back, or takes a charger's breath: he has landed on it.
    pub fn tread_on(&mut self) {
        self.begin(if self.is_charger() { Mood::Recover } else { Mood::OnItsBack });
        self.is_trodden = true;
    }

    /// Takes some of the creature's health. A blow that `stops` it, which a fist's does not, throws it to a side: 1 to the
    /// right, -1 to the left.
    pub fn hurt(&mut self, damage: u32, side: f64, stops: bool) {
        self.health = self.health.saturating_sub(damage);
        self.memory.blows += 1;
        if self.health == 0 {
            self.begin(Mood::Beaten);
        } else if !stops {
            return;
        } else if self.mood != Mood::OnItsBack {
            self.begin(Mood::Hurt);
        }
        self.body.support = None;
        self.body.velocity = KNOCK * DVec2::new(side, 1.0);
        self.side = -side;
    }

    /// Throws the creature back after its bite has hurt the knight. One that has charged stays closed in front.
    pub fn bounce_off(&mut self) {
        self.body.velocity.x = -0.4 * LEAP.x * self.side;
        if self.mood == Mood::Charge {
            self.begin(Mood::Recover);
            self.memory.blows = OPEN_BLOWS;
        }
    }

    pub fn go_home(&mut self, mesh: &Mesh) {
        self.heal();
        if let Some(body) = Body::new(mesh, self.home.position) {
            self.body = body;
        }
        self.spheres.forget();
        self.begin(mood_at_home(self.home));
    }

    /// Makes a step of `dt` seconds. `knight` is the knight's position, or `None` if he cannot be bitten. The creature
    /// moves along x only as far as there is `room`.
    pub fn step(
        &mut self,
        (species, mesh): (&Species, &Mesh),
        answers: &SideScroller,
        knight: Option<DVec2>,
        dt: f64,
        room: RangeInclusive<f64>,
    ) -> Result<(), CallError> {
        if self.is_gone() {
            return Ok(());
        }
        self.since += dt as f32;
        self.think(knight.map(|position| position - self.body.position));
        self.advance(answers, mesh, dt, room)?;
        self.move_joints(species, dt as f32);
        Ok(())
    }

    pub fn place_spheres(&mut self, species: &Species, answers: &SideScroller) -> Result<(), CallError> {
        self.spheres.step(answers, &species.attached.spheres, &self.pose.model_from_joint, self.pose.world_from_model)
    }

    /// Makes it whole: it is at home again.
    fn heal(&mut self) {
        self.health = self.home.kind.health();
        self.pose.rage = 0.0;
        self.memory.goes_home = false;
    }
}
