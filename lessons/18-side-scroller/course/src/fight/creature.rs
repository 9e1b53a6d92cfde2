//! A creature: its mind, its body on the ground, and its pose.

use super::species::{SIZE, Species};
use super::spheres::Placed;
use crate::ground::{self, Body, Mesh};
use crate::level::{CreatureKind, Spawn};
use crate::{Blow, SideScroller, Swing};
use common::animation::{Cursors, Fade};
use common::skeleton::{Pose, local_to_model};
use given::Lost;
use glam::{Affine3A, DVec2, Mat4, Vec3};
use std::f32::consts::{FRAC_PI_2, PI};
use std::ops::RangeInclusive;

/// How fast it walks along its patrol, towards him, and in a charge, in metres a second.
const WALK: f64 = 0.55;
const CHASE: f64 = 1.5;
const CHARGE: f64 = 5.2;
/// How fast it leaps, forwards and up.
const LEAP: DVec2 = DVec2::new(3.4, 3.2);
/// How fast a blow throws it back, and up; and a fist that it does not feel.
const KNOCK: DVec2 = DVec2::new(2.4, 2.0);
const SHOVE: DVec2 = DVec2::new(3.2, 1.6);
const GRAVITY: f64 = 15.0;
/// It sees him if he is nearer than this, to the side and up or down, in metres; from farther away it gives up.
const SIGHT: DVec2 = DVec2::new(5.5, 1.6);
const LOST: DVec2 = DVec2::new(8.0, 2.4);
/// From so near it leaps at him, or charges.
const REACH: DVec2 = DVec2::new(1.3, 1.0);
const CHARGES_FROM: DVec2 = DVec2::new(4.0, 1.0);
/// Distance beyond its patrol in which he may be for it to notice and follow him, in metres.
const BEYOND: f64 = 5.0;
/// It does not go on to ground that is steeper, in radians.
const STEEP: f64 = 0.45;
/// How fast it turns, in radians a second.
const TURN: f32 = 7.0;
/// Length of a cycle of its walk, in its file, in metres, and the most cycles in a second: faster legs would flicker.
const STRIDE: f64 = 0.24 * 0.75;
const MAX_CADENCE: f64 = 7.0;
/// Number of blows after which one that is hard in front closes again.
const OPEN_FOR: u32 = 2;
/// Frames a second of its clips.
const RATE: f32 = 24.0;

/// What it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// It stands at an end of its patrol.
    Idle,
    /// It walks from end to end.
    Patrol,
    /// It has just seen him.
    Notice,
    /// It runs at him.
    Chase,
    /// It is about to leap.
    Crouch,
    /// It is in the air, and bites.
    Leap,
    /// It runs him down.
    Charge,
    /// It has landed, or is out of breath.
    Recover,
    /// It lies on its back.
    OnItsBack,
    /// It has been hurt.
    Hurt,
    /// It has been hurt for the last time.
    Beaten,
    /// It is no longer there.
    Gone,
}

impl Mood {
    /// After how many seconds it ends by itself.
    fn lasts(self) -> f32 {
        match self {
            Mood::Idle => 1.4,
            Mood::Notice => 0.4,
            Mood::Crouch => 0.7,
            Mood::Charge => 1.1,
            Mood::Recover => 2.0,
            Mood::OnItsBack => 4.0,
            Mood::Hurt => 0.45,
            Mood::Patrol | Mood::Chase | Mood::Leap | Mood::Beaten | Mood::Gone => f32::INFINITY,
        }
    }
}

/// A creature.
#[derive(Clone, Debug)]
pub struct Creature {
    /// On the creatures' mesh.
    pub body: Body,
    /// What it does.
    pub mood: Mood,
    /// For how many seconds.
    pub since: f32,
    /// What is left of it.
    pub health: u32,
    /// Which way it goes: -1 to the left, 1 to the right.
    pub side: f64,
    /// Its own, for its bite: 18.9.
    pub bites: Swing,
    /// Where its spheres are.
    pub spheres: Placed,
    /// Where it is.
    pub world_from_model: Mat4,
    /// Its pose, in its file's axes.
    pub model_from_joint: Vec<Mat4>,
    home: Spawn,
    /// Whether he has just landed on it: then it is open, and nobody bounces off it again.
    pub is_trodden: bool,
    /// How often it has leapt.
    leaps: usize,
    /// Which way it is turned: as a knight's heading.
    heading: f32,
    /// Of the ground below it, in radians.
    slope: f32,
    /// Number of cycles of its walk.
    cycles: f64,
    /// Number of blows since it was last out of breath.
    blows: u32,
    /// Whether it charges again before it is out of breath.
    charges_again: bool,
    seconds: f32,
    target_pose: Pose,
    fade: Fade,
    cursors: Cursors,
    affines: Vec<Affine3A>,
}

impl Creature {
    /// How much a leaper can bear.
    pub const HEALTH: u32 = 3;

    /// How far a place is from where it goes when nobody is there, to the side and in height, in metres.
    pub fn from_home(&self, at: DVec2) -> DVec2 {
        let away = (at - self.home.position).abs();
        DVec2::new((away.x - self.home.patrol).max(0.0), away.y)
    }

    /// How much larger than a leaper it is.
    fn scale(&self) -> f64 {
        match self.home.kind {
            CreatureKind::Leaper | CreatureKind::Shell => 1.0,
            CreatureKind::Charger => 1.15,
            CreatureKind::Guard => 1.7,
        }
    }

    /// What it is like.
    pub fn kind(&self) -> CreatureKind {
        self.home.kind
    }

    /// Half its length, and how high it is, in metres, for those who run against it.
    pub fn room(&self) -> DVec2 {
        self.scale() * DVec2::new(0.28, 0.5)
    }

    /// Whether a blow that comes from there hurts it: 1 from the right, -1 from the left.
    pub fn is_open(&self, from: f64) -> bool {
        match self.home.kind {
            CreatureKind::Leaper => true,
            CreatureKind::Shell => self.mood == Mood::OnItsBack,
            _ => matches!(self.mood, Mood::Recover | Mood::Hurt) && self.blows < OPEN_FOR || from != self.side,
        }
    }

    /// Whether it is a guard that has lost half of its health: it charges twice.
    fn is_enraged(&self) -> bool {
        self.home.kind == CreatureKind::Guard && 2 * self.health <= self.home.kind.health()
    }

    /// Whether it is open in front now, but mostly is not.
    pub fn is_dazed(&self) -> bool {
        self.home.kind != CreatureKind::Leaper && self.is_open(self.side)
    }

    /// He lands on it: a shell falls on its back, and the others lose their breath.
    pub fn is_trodden_on(&mut self) {
        let is_shell = self.home.kind == CreatureKind::Shell;
        self.begin(if is_shell { Mood::OnItsBack } else { Mood::Recover });
        self.is_trodden = true;
    }

    /// His fist does not hurt it, but pushes it to that side: only the guard, and who charges, go on.
    pub fn shove(&mut self, side: f64) {
        if self.home.kind != CreatureKind::Guard && self.mood != Mood::Charge {
            self.begin(Mood::Notice);
            self.body.support = None;
            self.body.velocity = SHOVE * DVec2::new(side, 1.0);
        }
    }

    /// At its spawn; `None` if that is deep inside the ground.
    pub fn new(species: &Species, home: Spawn, mesh: &Mesh) -> Option<Self> {
        let body = Body::new(mesh, home.position)?;
        let joints = species.model.skeleton.len();
        let bind = species.model.skeleton.bind_pose();
        let mut creature = Creature {
            body,
            mood: Mood::Patrol,
            since: 0.0,
            health: home.kind.health(),
            side: -1.0,
            bites: Swing { number: 0, hurt: Vec::with_capacity(1) },
            spheres: Placed::default(),
            world_from_model: Mat4::IDENTITY,
            model_from_joint: vec![Mat4::IDENTITY; joints],
            home,
            is_trodden: false,
            leaps: 0,
            heading: -FRAC_PI_2,
            slope: 0.0,
            cycles: 0.0,
            blows: 0,
            charges_again: false,
            seconds: 0.0,
            target_pose: bind.clone(),
            fade: Fade::new(&bind),
            cursors: Cursors::default(),
            affines: vec![Affine3A::IDENTITY; joints],
        };
        // So that no step finds them too short.
        for clip in &species.model.clips {
            let (cursors, pose) = (&mut creature.cursors, &mut creature.target_pose);
            clip.sample(clip.start, &species.bind, cursors, pose);
        }
        creature.fade.begin(0.0);
        creature.pose(species, 0.0);
        Some(creature)
    }

    /// Whether it can still be hurt.
    pub fn is_alive(&self) -> bool {
        !matches!(self.mood, Mood::Beaten | Mood::Gone)
    }

    /// How long it lies where it was beaten, in seconds.
    fn lies_for(&self) -> f32 {
        if self.home.kind == CreatureKind::Guard { 2.0 } else { 1.0 }
    }

    /// Whether it is no longer drawn.
    pub fn is_gone(&self) -> bool {
        self.mood == Mood::Gone
    }

    /// How much it shines red: from 1, when it is hurt, to 0.
    pub fn glow(&self) -> f32 {
        let is_hurt = matches!(self.mood, Mood::Hurt | Mood::Beaten);
        if is_hurt { (1.0 - self.since / 0.3).max(0.0) } else { 0.0 }
    }

    /// Back to where it was at first.
    pub fn go_home(&mut self, mesh: &Mesh) {
        if let Some(body) = Body::new(mesh, self.home.position) {
            self.body = body;
        }
        self.spheres.forget();
        self.begin(Mood::Patrol);
    }

    /// Its bite in the step of `dt` seconds that has just been made; `None` if it does not leap.
    pub fn bite(&self, dt: f32) -> Option<Blow> {
        let blow =
            Blow { number: self.leaps, from: self.since - dt, to: self.since, active: (0.03, Mood::Leap.lasts()) };
        matches!(self.mood, Mood::Leap | Mood::Charge).then_some(blow)
    }

    /// A blow takes some of its health, and throws it to that side.
    pub fn hurt(&mut self, damage: u32, side: f64) {
        self.health = self.health.saturating_sub(damage);
        self.blows += 1;
        let stays = self.mood == Mood::OnItsBack && self.health > 0;
        if !stays {
            self.begin(if self.health > 0 { Mood::Hurt } else { Mood::Beaten });
        }
        self.body.support = None;
        self.body.velocity = KNOCK * DVec2::new(side, 1.0);
        self.side = -side;
    }

    /// Its bite has hurt him: it falls back.
    pub fn bounce_off(&mut self) {
        self.body.velocity.x = -0.4 * LEAP.x * self.side;
        if self.mood == Mood::Charge {
            self.begin(Mood::Recover);
        }
    }

    /// A step: its mind, its body, its pose. It knows where he is, if he can be bitten.
    /// It goes along x only as far as there is room.
    ///
    /// # Errors
    /// If 18.2 or 18.3 cannot be used.
    pub fn step(
        &mut self,
        (species, mesh): (&Species, &Mesh),
        answers: &SideScroller,
        knight: Option<DVec2>,
        dt: f64,
        room: RangeInclusive<f64>,
    ) -> Result<(), Lost> {
        if self.is_gone() {
            return Ok(());
        }
        self.since += dt as f32;
        self.seconds += dt as f32;
        let away = knight.map(|at| at - self.body.position);
        self.think(away);
        self.go((answers, mesh), dt, room)?;
        self.pose(species, dt as f32);
        Ok(())
    }

    /// 18.7 for its spheres.
    ///
    /// # Errors
    /// If that cannot be used.
    pub fn place_spheres(&mut self, species: &Species, answers: &SideScroller) -> Result<(), Lost> {
        let (model_from_joint, world_from_model) = (&self.model_from_joint, self.world_from_model);
        self.spheres.step(answers, &species.spheres, model_from_joint, world_from_model)
    }

    fn begin(&mut self, mood: Mood) {
        let goes_on = |mood| matches!(mood, Mood::Patrol | Mood::Chase);
        if !(goes_on(self.mood) && goes_on(mood)) {
            self.fade.begin(0.1);
        }
        if mood == Mood::Recover {
            self.blows = 0;
        }
        (self.mood, self.since, self.is_trodden) = (mood, 0.0, false);
    }

    /// `away`: how far he is, if he is there.
    fn think(&mut self, away: Option<DVec2>) {
        let is_within = |limit: DVec2| away.is_some_and(|away| away.abs().cmple(limit).all());
        let side = away.map_or(self.side, |away| if away.x < 0.0 { -1.0 } else { 1.0 });
        let off = self.body.position.x - self.home.position.x;
        let is_at_end = off * self.side > self.home.patrol;
        let limit = self.home.patrol + BEYOND;
        let may_follow = away.is_some_and(|away| (off + away.x).abs() < limit);
        let is_over = self.since > self.mood.lasts();
        let charges = matches!(self.home.kind, CreatureKind::Charger | CreatureKind::Guard);
        match self.mood {
            Mood::Idle | Mood::Patrol if is_within(SIGHT) && may_follow => {
                self.side = side;
                self.begin(Mood::Notice);
            }
            Mood::Patrol if is_at_end => self.begin(Mood::Idle),
            Mood::Idle if is_over => {
                // At the end of its patrol, or in front of a wall.
                self.side = -self.side;
                self.begin(Mood::Patrol);
            }
            Mood::Chase if !is_within(LOST) || !may_follow => {
                self.side = if off < 0.0 { 1.0 } else { -1.0 };
                self.begin(Mood::Patrol);
            }
            Mood::Chase if is_within(if charges { CHARGES_FROM } else { REACH }) && self.body.support.is_some() => {
                self.charges_again = self.is_enraged();
                self.begin(Mood::Crouch);
            }
            Mood::Notice | Mood::Recover | Mood::Hurt | Mood::OnItsBack if is_over => {
                self.side = side;
                self.begin(Mood::Chase);
            }
            Mood::Charge if is_over && self.charges_again => {
                self.charges_again = false;
                self.side = side;
                self.begin(Mood::Crouch);
            }
            Mood::Charge if is_over => self.begin(Mood::Recover),
            // Once it ducks it turns no more: who jumps over it is behind it.
            Mood::Chase => self.side = side,
            Mood::Leap if self.body.support.is_some() => self.begin(Mood::Recover),
            Mood::Beaten if self.since > self.lies_for() => self.begin(Mood::Gone),
            _ => {}
        }
        if self.mood == Mood::Crouch && self.since > Mood::Crouch.lasts() {
            self.begin(if charges { Mood::Charge } else { Mood::Leap });
            self.leaps += 1;
            if charges {
                return;
            }
            self.body.support = None;
            self.body.velocity = LEAP * DVec2::new(self.side, 1.0);
        }
    }

    fn go(&mut self, (answers, mesh): (&SideScroller, &Mesh), dt: f64, room: RangeInclusive<f64>) -> Result<(), Lost> {
        let speed = match self.mood {
            Mood::Patrol => WALK * self.side,
            Mood::Chase => CHASE * self.side,
            Mood::Charge => CHARGE * self.side,
            _ => 0.0,
        };
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
        let has_gone = self.body.position.x - before.position.x;
        // The ground's angle where it stands: for its outline the corner of a block is a steep edge of its own.
        let angle = |body: &Body| {
            let (from, to) = mesh.edge(body.triangle, body.support?);
            Some((to - from).to_angle().abs())
        };
        let steepens = |from: f64| angle(&self.body).is_none_or(|to| from < STEEP && to > STEEP);
        if angle(&before).is_some_and(steepens) {
            // It does not walk off an edge.
            self.body = Body { velocity: DVec2::ZERO, ..before };
        } else {
            let stride = STRIDE * f64::from(SIZE) * self.scale();
            let most = MAX_CADENCE * dt;
            self.cycles += (has_gone * self.side / stride).clamp(-most, most);
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
        let turn = TURN * dt as f32;
        self.heading += (wanted - self.heading).clamp(-turn, turn);
        Ok(())
    }

    fn pose(&mut self, species: &Species, dt: f32) {
        let frame = |from: f32, to: f32, seconds: f32| {
            let fraction = (self.since / seconds).clamp(0.0, 1.0);
            (species.startle, (from + (to - from) * fraction) / RATE)
        };
        let (clip, time) = match self.mood {
            Mood::Idle => (species.idle, self.seconds),
            Mood::Patrol | Mood::Chase | Mood::Charge => {
                (species.walk, self.cycles.rem_euclid(1.0) as f32 * 18.0 / RATE)
            }
            // The flinch before the leap; the leap; the tremble after it.
            Mood::Notice => frame(0.0, 3.0, 0.2),
            Mood::Crouch => frame(0.0, 5.0, 0.45),
            Mood::Leap => frame(8.0, 15.0, 0.45),
            Mood::Recover | Mood::OnItsBack | Mood::Gone => frame(16.0, 33.0, 0.8),
            Mood::Hurt => frame(8.0, 12.0, 0.45),
            Mood::Beaten => frame(7.0, 19.0, 0.5),
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
        self.world_from_model = self.place() * Mat4::from(species.model.world_from_model);
    }

    /// From its own space, y up and z ahead, to the world. Beaten, it turns on its back, and is smaller and smaller.
    fn place(&self) -> Mat4 {
        let beaten = if self.is_alive() { 0.0 } else { self.since };
        let on_its_back =
            if self.mood == Mood::OnItsBack { self.since.min(self.mood.lasts() - self.since).max(0.0) } else { beaten };
        let turned = (on_its_back / 0.3).min(1.0) * PI;
        let size = SIZE * self.scale() as f32 * ((self.lies_for() - beaten) / 0.3).clamp(0.1, 1.0);
        // It ducks before it leaps, and trembles.
        let duck = if self.mood == Mood::Crouch { (self.since / 0.2).min(1.0) } else { 0.0 };
        let tremble = 0.015 * duck * (self.since * 70.0).sin();
        let size = size * Vec3::new(1.0 + 0.1 * duck + tremble, 1.0 - 0.3 * duck, 1.0 + 0.1 * duck);
        // About the middle between its feet and its back.
        let middle = Vec3::Y * if self.is_alive() { 0.22 } else { 0.165 };
        Mat4::from_translation(self.body.position.as_vec2().extend(0.0))
            * Mat4::from_rotation_z(self.slope)
            * Mat4::from_rotation_y(self.heading)
            * Mat4::from_scale(size)
            * Mat4::from_translation(middle)
            * Mat4::from_rotation_z(turned)
            * Mat4::from_translation(-middle)
    }
}
