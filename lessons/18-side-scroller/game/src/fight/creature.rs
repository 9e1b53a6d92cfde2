//! A creature: its mind, its body on the ground, and its pose.

use super::species::{SIZE, Species};
use super::spheres::FigureSpheres;
use crate::ground::{self, Body, Mesh};
use crate::level::{CreatureKind, Spawn};
use crate::{Blow, SideScroller, Swing};
use armature::animation::{Cursors, Fade};
use armature::skeleton::{Pose, local_to_model};
use given::CallError;
use glam::{Affine3A, DVec2, Mat4, Vec3};
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use std::ops::RangeInclusive;

/// Speeds of its walk along the patrol, towards him, and in a charge, in metres a second.
const PATROL_SPEED: f64 = 0.55;
const CHASE_SPEED: f64 = 1.5;
const CHARGE_SPEED: f64 = 5.2;
/// Factor of its speeds once it is enraged, the time in which that is seen in its pose, in seconds, and the angle by which it
/// rears then, in radians.
const RAGE_SPEED: f64 = 1.2;
const RAGE_TIME: f32 = 0.4;
const RAGE_TURN: f32 = 0.2;
/// Velocities of its leap, of a blow that hurts it, and of a fist that does not, if to the right, in metres a second.
const LEAP: DVec2 = DVec2::new(3.4, 3.2);
const KNOCK: DVec2 = DVec2::new(2.4, 2.0);
const SHOVE: DVec2 = DVec2::new(3.2, 1.6);
const GRAVITY: f64 = 15.0;
/// Distances to the side and in height at which it sees him, and from which on it gives up, in metres.
const SIGHT: DVec2 = DVec2::new(5.5, 1.6);
const OUT_OF_SIGHT: DVec2 = DVec2::new(8.0, 2.4);
/// Distances at which one that sleeps wakes, in metres; its breaths a second, and by how much each lifts its back.
const WAKES: DVec2 = DVec2::new(2.0, 1.6);
const BREATHS: f32 = 0.3;
const BREATH: f32 = 0.05;
/// Distance from home within which one without a patrol is there, in metres.
const AT_HOME: f64 = 0.1;
/// Distances at which it leaps at him, and at which it charges.
const LEAP_REACH: DVec2 = DVec2::new(1.3, 1.0);
const CHARGE_REACH: DVec2 = DVec2::new(4.0, 1.0);
/// Distance beyond its patrol to which it follows him, in metres.
const LEASH: f64 = 5.0;
/// Steepest ground to which it continues, in radians: less than the bevels of its outline beside an edge.
const STEEP: f64 = 0.42;
/// Rate at which it turns, in radians a second.
const TURN_RATE: f32 = 7.0;
/// Length of a cycle of its walk, in its file, in metres, and the most cycles in a second: faster legs would flicker.
const STRIDE: f64 = 0.24 * 0.75;
const MAX_CADENCE: f64 = 7.0;
/// Number of blows after which one that is hard in front closes again.
const OPEN_BLOWS: u32 = 2;
/// Angle by which it rocks on its back, in radians, how often a second, by how much more before it turns round, and the time
/// for which it does, in seconds; and the cycles of its legs a second.
const ROCKS: f32 = 0.1;
const ROCKING: f32 = 1.6;
const ROCKS_MORE: f32 = 5.0;
const TURNS_SOON: f32 = 0.8;
const KICKS: f32 = 1.8;
/// Frames a second of its clips, and the frame of "idle" in which its lids are closed.
const FRAME_RATE: f32 = 24.0;
const LIDS_CLOSED: f32 = 17.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// It lies at home until he comes.
    Asleep,
    /// It stands at an end of its patrol.
    Idle,
    /// It walks from end to end.
    Patrol,
    /// It has just seen him.
    Notice,
    Chase,
    /// It is about to leap, or to charge.
    Crouch,
    Leap,
    Charge,
    /// It has landed, or is out of breath.
    Recover,
    OnItsBack,
    Hurt,
    /// It has been hurt for the last time.
    Beaten,
    Gone,
}

impl Mood {
    /// Returns the number of seconds after which the mood ends; infinite if something else ends it.
    fn duration(self) -> f32 {
        match self {
            Mood::Idle => 1.4,
            Mood::Notice => 0.4,
            Mood::Crouch => 0.7,
            Mood::Charge => 1.1,
            Mood::Recover => 2.0,
            Mood::OnItsBack => 4.0,
            Mood::Hurt => 0.45,
            Mood::Asleep | Mood::Patrol | Mood::Chase | Mood::Leap | Mood::Beaten | Mood::Gone => f32::INFINITY,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Creature {
    /// Body on the creatures' mesh.
    pub body: Body,
    pub mood: Mood,
    /// Time since the mood began, in seconds.
    pub since: f32,
    pub health: u32,
    /// Direction in which it goes: -1 to the left, 1 to the right.
    pub side: f64,
    /// 18.9's memory of its bites.
    pub bites: Swing,
    pub spheres: FigureSpheres,
    pub world_from_model: Mat4,
    pub model_from_joint: Vec<Mat4>,
    home: Spawn,
    /// Whether it has lost him, and goes back.
    goes_home: bool,
    /// Whether he has just landed on it: then it is open, and nobody bounces off it again.
    pub is_trodden: bool,
    leaps: usize,
    /// Angle about y in radians, as a knight's heading.
    heading: f32,
    /// Slope of the ground below it, in radians.
    slope: f32,
    cycles: f64,
    /// Number of blows since it was last out of breath.
    blows: u32,
    /// Whether it charges again before it is out of breath.
    charges_again: bool,
    /// Weight of the look of one who is enraged.
    pub rage: f32,
    seconds: f32,
    target_pose: Pose,
    fade: Fade,
    cursors: Cursors,
    affines: Vec<Affine3A>,
}

impl Creature {
    /// Health of a leaper.
    pub const HEALTH: u32 = 3;

    /// Creates a creature at its spawn, or returns `None` if the spawn is deep inside the ground.
    pub fn new(species: &Species, home: Spawn, mesh: &Mesh) -> Option<Self> {
        let body = Body::new(mesh, home.position)?;
        let joints = species.model.skeleton.len();
        let bind = species.model.skeleton.bind_pose();
        let mut creature = Creature {
            body,
            mood: mood_at_home(home),
            since: 0.0,
            health: home.kind.health(),
            side: -1.0,
            bites: Swing { number: 0, hurt: Vec::with_capacity(1) },
            spheres: FigureSpheres::default(),
            world_from_model: Mat4::IDENTITY,
            model_from_joint: vec![Mat4::IDENTITY; joints],
            home,
            goes_home: false,
            is_trodden: false,
            leaps: 0,
            heading: -FRAC_PI_2,
            slope: 0.0,
            cycles: 0.0,
            blows: 0,
            charges_again: false,
            rage: 0.0,
            seconds: 0.0,
            target_pose: bind.clone(),
            fade: Fade::new(&bind),
            cursors: Cursors::default(),
            affines: vec![Affine3A::IDENTITY; joints],
        };
        // So that no step finds them too short.
        for clip in &species.model.clips {
            clip.sample(clip.start, &species.bind, &mut creature.cursors, &mut creature.target_pose);
        }
        creature.fade.begin(0.0);
        creature.pose(species, 0.0);
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
                let is_dazed = matches!(self.mood, Mood::Recover | Mood::Hurt) && self.blows < OPEN_BLOWS;
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
        Some(Blow { number: self.leaps, from: self.since - dt, to: self.since, active })
    }

    /// Turns the creature on its back, or takes a charger's breath: he has landed on it.
    pub fn tread_on(&mut self) {
        self.begin(if self.is_charger() { Mood::Recover } else { Mood::OnItsBack });
        self.is_trodden = true;
    }

    /// Answers a fist that does not hurt the creature: one that charges, or ducks for it, is out of breath, and others but a
    /// guard are pushed to a side (1 or -1).
    pub fn shove(&mut self, side: f64) {
        if self.is_charger() && matches!(self.mood, Mood::Crouch | Mood::Charge) {
            self.begin(Mood::Recover);
        } else if self.home.kind != CreatureKind::Guard {
            self.begin(Mood::Notice);
            self.body.support = None;
            self.body.velocity = SHOVE * DVec2::new(side, 1.0);
        }
    }

    /// Takes some of the creature's health and throws it to a side: 1 to the right, -1 to the left.
    pub fn hurt(&mut self, damage: u32, side: f64) {
        self.health = self.health.saturating_sub(damage);
        self.blows += 1;
        if self.health == 0 {
            self.begin(Mood::Beaten);
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
            self.blows = OPEN_BLOWS;
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
        self.seconds += dt as f32;
        if self.is_enraged() {
            self.rage = (self.rage + dt as f32 / RAGE_TIME).min(1.0);
        }
        self.think(knight.map(|position| position - self.body.position));
        self.advance(answers, mesh, dt, room)?;
        self.pose(species, dt as f32);
        Ok(())
    }

    pub fn place_spheres(&mut self, species: &Species, answers: &SideScroller) -> Result<(), CallError> {
        self.spheres.step(answers, &species.attached.spheres, &self.model_from_joint, self.world_from_model)
    }

    /// Makes it whole: it is at home again.
    fn heal(&mut self) {
        self.health = self.home.kind.health();
        self.rage = 0.0;
        self.goes_home = false;
    }

    /// Begins a mood, with a fade of its clip.
    fn begin(&mut self, mood: Mood) {
        let is_same_walk = [self.mood, mood].iter().all(|mood| matches!(mood, Mood::Patrol | Mood::Chase));
        if !is_same_walk {
            self.fade.begin(0.1);
        }
        if mood == Mood::Recover {
            self.blows = 0;
        }
        self.mood = mood;
        self.since = 0.0;
        self.is_trodden = false;
    }

    /// Chooses the creature's mood and side. `away` is the vector to the knight, in metres, or `None` if he cannot be
    /// bitten.
    fn think(&mut self, away: Option<DVec2>) {
        let from_home = self.body.position.x - self.home.position.x;
        let is_at_end = from_home * self.side > self.home.patrol;
        let is_over = self.since > self.mood.duration();
        let side = match away {
            Some(away) if away.x < 0.0 => -1.0,
            Some(_) => 1.0,
            None => self.side,
        };
        if self.goes_home && self.mood == Mood::Patrol && from_home.abs() <= self.home.patrol.max(AT_HOME) {
            self.heal();
            self.begin(mood_at_home(self.home));
        }
        // Beyond the leash he is as if he were not there.
        let away = away.filter(|away| (from_home + away.x).abs() < self.home.patrol + LEASH);
        let sight = if self.mood == Mood::Asleep { WAKES } else { SIGHT };
        match self.mood {
            Mood::Asleep | Mood::Idle | Mood::Patrol if is_within(away, sight) => {
                self.side = side;
                self.begin(Mood::Notice);
            }
            Mood::Patrol if is_at_end => self.begin(Mood::Idle),
            Mood::Idle if is_over => {
                // At the end of its patrol, or in front of a wall.
                self.side = -self.side;
                self.begin(Mood::Patrol);
            }
            Mood::Chase if !is_within(away, OUT_OF_SIGHT) => {
                self.side = if from_home < 0.0 { 1.0 } else { -1.0 };
                self.begin(Mood::Patrol);
                self.goes_home = true;
            }
            Mood::Chase => {
                let reach = if self.is_charger() { CHARGE_REACH } else { LEAP_REACH };
                if is_within(away, reach) && self.body.support.is_some() {
                    self.charges_again = self.is_enraged();
                    self.begin(Mood::Crouch);
                } else {
                    self.side = side;
                }
            }
            Mood::Notice | Mood::Recover | Mood::Hurt | Mood::OnItsBack if is_over => {
                self.side = side;
                self.begin(Mood::Chase);
            }
            // Once it ducks it turns no more: a knight who jumps over it is behind it.
            Mood::Crouch if is_over => self.strike(),
            Mood::Charge if is_over && self.charges_again => {
                self.charges_again = false;
                self.side = side;
                self.begin(Mood::Crouch);
            }
            Mood::Charge if is_over => self.begin(Mood::Recover),
            Mood::Leap if self.body.support.is_some() => self.begin(Mood::Recover),
            Mood::Beaten if self.since > self.time_on_ground() => self.begin(Mood::Gone),
            _ => {}
        }
    }

    /// Ends a crouch: a charger runs off, another creature leaps.
    fn strike(&mut self) {
        self.leaps += 1;
        if self.is_charger() {
            self.begin(Mood::Charge);
        } else {
            self.begin(Mood::Leap);
            self.body.support = None;
            self.body.velocity = LEAP * DVec2::new(self.side, 1.0);
        }
    }

    /// Moves the body for `dt` seconds as its mood wants, stops it at ledges and walls, and turns it to its side.
    fn advance(
        &mut self,
        answers: &SideScroller,
        mesh: &Mesh,
        dt: f64,
        room: RangeInclusive<f64>,
    ) -> Result<(), CallError> {
        let mut speed = match self.mood {
            Mood::Patrol => PATROL_SPEED * self.side,
            Mood::Chase => CHASE_SPEED * self.side,
            Mood::Charge => CHARGE_SPEED * self.side,
            _ => 0.0,
        };
        if self.is_enraged() {
            speed *= RAGE_SPEED;
        }
        let before = self.body;
        if let Some(edge) = before.support {
            let (from, to) = mesh.edge(before.triangle, edge);
            let along = (to - from).normalize();
            self.body.velocity = along * speed;
            self.slope += 0.2 * (along.to_angle() as f32 - self.slope);
        } else {
            self.body.velocity.y -= GRAVITY * dt;
            self.slope *= 0.9;
        }
        ground::keep_within(mesh, &mut self.body, room, dt);
        ground::advance(answers, mesh, &mut self.body, dt)?;
        if is_at_an_edge(mesh, &before, &self.body) {
            self.body = Body { velocity: DVec2::ZERO, ..before };
        } else {
            let walked = (self.body.position.x - before.position.x) * self.side;
            let stride = STRIDE * f64::from(SIZE) * self.scale();
            let most = MAX_CADENCE * dt;
            self.cycles += (walked / stride).clamp(-most, most);
        }
        let is_blocked = self.body.position.distance(before.position) < 0.2 * speed.abs() * dt;
        if is_blocked && before.support.is_some() {
            match self.mood {
                Mood::Patrol => self.begin(Mood::Idle),
                Mood::Charge if self.since > 0.1 => self.begin(Mood::Recover),
                _ => {}
            }
        }
        let wanted = if self.side < 0.0 { -FRAC_PI_2 } else { FRAC_PI_2 };
        let turn = TURN_RATE * dt as f32;
        self.heading += (wanted - self.heading).clamp(-turn, turn);
        Ok(())
    }

    /// Samples the clip of the mood and computes the matrices of the joints.
    fn pose(&mut self, species: &Species, dt: f32) {
        let (clip, time) = match self.mood {
            Mood::Asleep => (species.idle, LIDS_CLOSED / FRAME_RATE),
            Mood::Idle => (species.idle, self.seconds),
            // Closed again, it stands upright.
            Mood::Recover if self.is_charger() && self.blows >= OPEN_BLOWS => (species.idle, self.seconds),
            Mood::Patrol | Mood::Chase | Mood::Charge => {
                (species.walk, self.cycles.rem_euclid(1.0) as f32 * 18.0 / FRAME_RATE)
            }
            _ => (species.startle, self.startle_time()),
        };
        let clip = &species.model.clips[clip];
        let time = clip.start + time % (clip.end - clip.start);
        self.target_pose.set(&species.bind);
        clip.sample(time, &species.bind, &mut self.cursors, &mut self.target_pose);
        if !self.is_alive() {
            // On its back it would float where the clip ducks.
            for (local, bind) in self.target_pose.locals.iter_mut().zip(&species.bind.locals) {
                local.translation = bind.translation;
            }
        }
        let shown = self.fade.advance(dt, &self.target_pose);
        local_to_model(&species.model.skeleton, shown, Affine3A::IDENTITY, &mut self.affines);
        for (matrix, affine) in self.model_from_joint.iter_mut().zip(&self.affines) {
            *matrix = Mat4::from(*affine);
        }
        self.world_from_model = self.world_from_own() * Mat4::from(species.model.world_from_model);
    }

    /// Returns the time in the clip "startle": the flinch before the leap, the leap, and the tremble after it.
    fn startle_time(&self) -> f32 {
        let (first, last, seconds) = match self.mood {
            Mood::Notice => (0.0, 3.0, 0.2),
            Mood::Crouch => (0.0, 5.0, 0.45),
            Mood::Leap => (8.0, 15.0, 0.45),
            Mood::Hurt => (8.0, 12.0, 0.45),
            Mood::Beaten => (7.0, 19.0, 0.5),
            _ => (16.0, 33.0, 0.8),
        };
        // On its back it kicks again and again.
        let is_again = self.mood == Mood::OnItsBack && self.since > seconds;
        let fraction =
            if is_again { (KICKS * (self.since - seconds)).fract() } else { (self.since / seconds).min(1.0) };
        (first + (last - first) * fraction) / FRAME_RATE
    }

    /// Returns the creature's `world_from_own` (y up, z ahead). A beaten creature turns on its back and shrinks.
    fn world_from_own(&self) -> Mat4 {
        let beaten = if self.is_alive() { 0.0 } else { self.since };
        let on_its_back = match self.mood {
            Mood::OnItsBack => self.since.min(self.mood.duration() - self.since).max(0.0),
            _ => beaten,
        };
        let turn = (on_its_back / 0.3).min(1.0) * (PI + self.rocking());
        let size = SIZE * self.scale() as f32 * ((self.time_on_ground() - beaten) / 0.3).clamp(0.1, 1.0);
        // It ducks before it leaps, and trembles.
        let (duck, tremble, breath) = match self.mood {
            Mood::Asleep => (1.0, 0.0, BREATH * (self.seconds * BREATHS * TAU).sin()),
            Mood::Crouch => {
                let duck = (self.since / 0.2).min(1.0);
                (duck, 0.015 * duck * (self.since * 70.0).sin(), 0.0)
            }
            _ => (0.0, 0.0, 0.0),
        };
        let size = size * Vec3::new(1.0 + 0.1 * duck + tremble, 1.0 - 0.3 * duck + breath, 1.0 + 0.1 * duck);
        let rears = if self.is_alive() { RAGE_TURN * self.rage * (1.0 - duck) } else { 0.0 };
        // About the middle between its feet and its back.
        let middle = Vec3::Y * if self.is_alive() { 0.22 } else { 0.165 };
        Mat4::from_translation(self.body.position.as_vec2().extend(0.0))
            * Mat4::from_rotation_z(self.slope)
            * Mat4::from_rotation_y(self.heading)
            * Mat4::from_scale(size)
            * Mat4::from_translation(middle)
            * Mat4::from_rotation_x(-rears)
            * Mat4::from_rotation_z(turn)
            * Mat4::from_translation(-middle)
    }

    /// Returns the angle by which it rocks on its back, in radians: more when it is about to turn round.
    fn rocking(&self) -> f32 {
        if self.mood != Mood::OnItsBack {
            return 0.0;
        }
        let soon = ((self.since - self.mood.duration() + 0.3 + TURNS_SOON) / TURNS_SOON).clamp(0.0, 1.0);
        ROCKS * (1.0 + ROCKS_MORE * soon) * (ROCKING * (1.0 + soon) * TAU * self.since).sin()
    }
}

/// Returns the mood in which a creature is at home.
fn mood_at_home(home: Spawn) -> Mood {
    if home.sleeps() { Mood::Asleep } else { Mood::Patrol }
}

fn is_within(away: Option<DVec2>, reach: DVec2) -> bool {
    away.is_some_and(|away| away.abs().cmple(reach).all())
}

/// Returns whether a body has come from walkable ground to steeper ground, or into the air.
///
/// The ground's angle is that of the body's edge: for its outline the corner of a block is a steep edge.
fn is_at_an_edge(mesh: &Mesh, before: &Body, after: &Body) -> bool {
    match (angle_of_ground(mesh, before), angle_of_ground(mesh, after)) {
        (Some(from), Some(to)) => from < STEEP && to > STEEP,
        (Some(_), None) => true,
        (None, _) => false,
    }
}

fn angle_of_ground(mesh: &Mesh, body: &Body) -> Option<f64> {
    let (from, to) = mesh.edge(body.triangle, body.support?);
    Some((to - from).to_angle().abs())
}
