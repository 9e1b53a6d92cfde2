//! What keys and ground make of him in a step: his state, his velocity, his place, and where he looks.

use crate::fight::BlowKind;
use crate::ground::{self, Ahead, Mesh, ahead};
use crate::measures::{RUN, STEP, WALK, fade_time, part};
use crate::{Answers, BUFFER, Body, Gait, Keys, Moved, State, TURNS, Tools, WALK_STRIDE};
use common::exercise::{refuse, todo};
use common::math::Transform;
use glam::{DVec2, Quat, Vec3};
use lesson_13::motion::CYCLES;
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use std::ops::{Range, RangeInclusive};

/// How far he may go where nobody is in his way.
pub const ANYWHERE: RangeInclusive<f64> = f64::NEG_INFINITY..=f64::INFINITY;
/// How high he is, in metres.
pub const HEIGHT: f64 = 1.75;

pub(super) const GRAVITY: f64 = 18.0;
/// With which speed he leaves the ground, in metres a second: he comes 1.2 m high.
const LEAP: f64 = 6.6;
/// What is left of it in the moment in which he lets go of the key.
const LET_GO: f64 = 3.0;
/// No faster down than this.
const FASTEST_FALL: f64 = 16.0;
/// How fast his speed grows on the ground, shrinks there, and changes in the air, in metres a second each second.
const PUSH: f64 = 16.0;
const BRAKE: f64 = 24.0;
const STEER: f64 = 12.0;

/// How fast he steps ahead in a swing, and from when to when in its clip, in seconds.
const LUNGE: f64 = 2.4;
const LUNGES: Range<f32> = 0.3..0.52;
/// And how much of the speed of a run a swing leaves him as long as its key is held, in metres a second.
const SWING_SPEED: f64 = 1.2;

/// With which velocity he is knocked back, if to the right; and when his blow glances off.
const KNOCK: DVec2 = DVec2::new(2.2, 2.6);
const RECOIL: DVec2 = DVec2::new(3.2, 0.9);
/// No throw ends lower than this below where it began, or so near an edge, in metres, if another can be found.
const DEEP: f64 = 0.5;
const SLIDES: f64 = 0.2;
/// In steps.
const LONGEST_THROW: usize = 60;
/// For how long he does not listen to keys when he is hurt, in seconds.
pub(super) const STUNNED: f32 = 0.25;
/// By such a fraction he follows the ground's descent in a step.
const DESCENDS: f32 = 0.2;
/// As fast as he turns, he turns so many times as fast to where he strikes, and as long as he slides away from where he
/// is steered: in 0.2 s he has turned.
const AIMS: f32 = 3.0;
const HEEDS: f32 = 1.3;

/// In the air he climbs an edge that is so much higher than his feet, in metres. (His outline is pointed below: what is
/// solid is 0.12 m higher.) How fast, in metres a second, and how near the wall is.
const CLIMBS: f64 = 0.35;
const CLIMB: f64 = 3.0;
const BESIDE: f64 = 0.04;
/// So far behind his own plane he is when he is before the door, in metres.
const BEFORE_IT: f32 = 0.5;
/// How fast he turns to it, in radians a second.
const LEAVES: f32 = 5.0;
/// For how long nothing hurts him after he was hurt, in seconds.
pub const SAFE: f32 = 1.2;

/// Where he is, and what he does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knight {
    /// His place, velocity and ground.
    pub body: Body,
    /// What he does.
    pub state: State,
    /// For how long, in seconds.
    pub since: f32,
    /// Of the fade to the state that has begun with this step, in seconds, if one has.
    pub begins: Option<f32>,
    /// Where he looks, and how far his steps are.
    pub gait: Gait,
    /// Along the ground, or along x in the air, in metres a second; positive to the right.
    pub speed: f32,
    /// How much the ground falls where he looks, in radians; 0 where it rises, and in the air.
    pub descent: f32,
    /// Seconds since he last stood on something.
    pub in_the_air_for: f32,
    /// Seconds since the jump key last went down; infinite once he has jumped by it.
    pub jump_asked: f32,
    /// The blow that was asked for last, and how many seconds ago.
    pub blow_asked: (Option<BlowKind>, f32),
    /// The side that was asked for last: 1, -1, or 0 for none. Who stands turns there to the end.
    pub side_asked: f32,
    /// A blow that he strikes in the air, with his upper body, and for how many seconds. It goes on when he lands.
    pub air_blow: Option<(BlowKind, f32)>,
    /// The side he looks to while he strikes or is knocked back, whichever way he goes: 1, -1, or 0 for none.
    pub aim: f32,
    /// For how long he will not listen to keys, in seconds.
    pub stunned_for: f32,
    /// For how long nothing hurts him.
    pub safe_for: f32,
    /// For how long he has lain, if he has died: nothing else is done to him then.
    pub fallen_for: Option<f32>,
    /// Which way he falls then: forward (1), or backward (-1).
    pub falls: f32,
    /// Seconds since the beginning.
    pub time: f32,
    /// How far he is from his body, on his way through the door, in metres.
    pub away: Vec3,
}

impl Knight {
    /// He looks to the right, and is in the air: he comes to stand in the first steps. `None` inside of something
    /// solid, and beyond the level.
    pub fn new(position: DVec2, mesh: &Mesh) -> Option<Self> {
        Body::new(mesh, position).map(Self::at)
    }

    /// With this body; he looks to the right.
    pub fn at(body: Body) -> Self {
        Knight {
            body,
            state: State::Idle,
            since: 0.0,
            begins: None,
            gait: Gait { heading: FRAC_PI_2, phase: 0.0 },
            speed: 0.0,
            descent: 0.0,
            in_the_air_for: 0.0,
            jump_asked: f32::INFINITY,
            blow_asked: (None, 0.0),
            side_asked: 0.0,
            air_blow: None,
            aim: 0.0,
            stunned_for: 0.0,
            safe_for: 0.0,
            fallen_for: None,
            falls: -1.0,
            time: 0.0,
            away: Vec3::ZERO,
        }
    }

    /// What is known of him as a step begins.
    pub fn moved(&self, keys: Keys) -> Moved {
        // Once a blow no longer hurts, whoever wants something else has it.
        let wants_other = match self.state {
            State::Punch => keys.swing,
            State::Swing => keys.punch,
            _ => false,
        };
        let wants = keys.right != 0.0 || self.jump_asked <= BUFFER || wants_other;
        Moved {
            speed: self.speed,
            supported: self.body.support.is_some(),
            in_the_air_for: self.in_the_air_for,
            jump_asked: if self.stunned_for > 0.0 { f32::INFINITY } else { self.jump_asked },
            ended: self.has_ended() || self.has_struck() && wants,
        }
    }

    fn has_ended(&self) -> bool {
        let (from, to, rate) = part(self.state);
        self.since * rate >= to - from
    }

    /// What he strikes with, on the ground or in the air, and how far that is in its clip, in seconds.
    pub fn blow(&self) -> Option<(BlowKind, f32)> {
        let on_ground = BlowKind::for_state(self.state).map(|kind| (kind, self.since));
        let (kind, since) = on_ground.or(self.air_blow)?;
        let (from, _, rate) = part(kind.state());
        Some((kind, from + since * rate))
    }

    /// Whether he strikes a blow that no longer hurts.
    fn has_struck(&self) -> bool {
        self.blow().is_some_and(|(kind, seconds)| seconds > kind.active().1)
    }

    /// How far his state's clip is, in seconds from its beginning.
    pub fn clip_seconds(&self) -> f32 {
        let fraction = crate::share_of_run(self.speed);
        let (from, _, rate) = part(self.state);
        match self.state {
            State::Walk | State::Run => self.gait.phase * (CYCLES[0] + (CYCLES[1] - CYCLES[0]) * fraction),
            State::Idle => self.time,
            _ => from + self.since * rate,
        }
    }

    /// `dt` seconds by these keys, in which he goes along x only as far as there is room.
    pub fn step(
        &mut self,
        answers: &Answers,
        tools: Tools,
        mesh: &Mesh,
        keys: Keys,
        dt: f64,
        room: RangeInclusive<f64>,
    ) {
        let seconds = dt as f32;
        let is_stunned = self.stunned_for > 0.0;
        self.stunned_for = (self.stunned_for - seconds).max(0.0);
        self.safe_for = (self.safe_for - seconds).max(0.0);
        // A jump or a blow that is asked for meanwhile is made afterwards.
        let waits = if is_stunned || self.blow().is_some() { 0.0 } else { seconds };
        self.jump_asked = if keys.jump { 0.0 } else { self.jump_asked + waits };
        let keys = self.asked(keys, waits);
        let keys = if is_stunned { Keys::default() } else { keys };

        let state = todo("18.4", || (answers.state_for)(self.state, &self.moved(keys), keys, tools));
        self.choose_state(state, keys);
        self.strike_in_the_air(keys, seconds);
        self.accelerate(mesh, keys, is_stunned, dt);
        let own = self.body.velocity;
        ground::keep_within(mesh, &mut self.body, room, dt);
        let is_pushed = self.body.velocity != own;
        let before = self.body.velocity.x;
        ground::advance(answers, mesh, &mut self.body, dt);
        if before.abs() > self.body.velocity.x.abs() {
            self.climb(mesh, f64::from(keys.right));
        }

        let (along, speed) = self.along(mesh).unwrap_or((DVec2::X, self.body.velocity.x));
        self.speed = speed as f32;
        let descent = -along.to_angle() as f32 * self.gait.heading.signum();
        self.descent += DESCENDS * (descent.max(0.0) - self.descent);
        let is_in_the_air = self.body.support.is_none();
        self.in_the_air_for = if is_in_the_air { self.in_the_air_for + seconds } else { 0.0 };
        if !is_stunned {
            let (speed, seconds) = self.faces(keys, is_pushed, seconds);
            self.gait = todo("18.5", || (answers.face)(self.gait, speed, seconds));
            if !(self.gait.heading.is_finite() && self.gait.phase.is_finite()) {
                refuse("18.5", format!("{:?}", self.gait));
            }
        }
        self.since += seconds;
        self.time += seconds;
        self.fallen_for = self.fallen_for.map(|fallen| fallen + seconds);
    }

    /// What is asked for, with a blow that was asked for a moment ago and could not be made then.
    fn asked(&mut self, keys: Keys, seconds: f32) -> Keys {
        if keys.right != 0.0 {
            self.side_asked = keys.right;
        }
        self.blow_asked.1 += seconds;
        for (is_asked, kind) in [(keys.swing, BlowKind::Swing), (keys.punch, BlowKind::Punch)] {
            if is_asked {
                self.blow_asked = (Some(kind), 0.0);
            }
        }
        let waits = self.air_blow.is_some() && !self.has_struck();
        let blow = self.blow_asked.0.filter(|_| self.blow_asked.1 <= BUFFER && !waits);
        let is_asked = |kind| blow == Some(kind);
        Keys { punch: is_asked(BlowKind::Punch), swing: is_asked(BlowKind::Swing), ..keys }
    }

    /// In the air the states of lesson 13 have no blow, so there one is laid over the jump or the fall.
    fn strike_in_the_air(&mut self, keys: Keys, seconds: f32) {
        if let Some((kind, since)) = &mut self.air_blow {
            let (kind, (from, to, rate)) = (*kind, part(kind.state()));
            *since += seconds;
            if *since * rate >= to - from {
                self.air_blow = None;
                self.begins = Some(fade_time(kind.state(), self.state));
            }
        }
        let is_asked = |kind: &BlowKind| if *kind == BlowKind::Punch { keys.punch } else { keys.swing };
        let asked = [BlowKind::Punch, BlowKind::Swing].into_iter().find(is_asked);
        let is_in_the_air = matches!(self.state, State::Jump | State::Fall);
        if let Some(kind) = asked.filter(|kind| is_in_the_air && self.air_blow.is_none_or(|(other, _)| other != *kind))
        {
            self.begins = Some(fade_time(self.state, kind.state()));
            self.air_blow = Some((kind, seconds));
            self.begin_blow(keys);
        }
    }

    fn begin_blow(&mut self, keys: Keys) {
        self.blow_asked.0 = None;
        if keys.right != 0.0 {
            self.aim = keys.right;
        }
    }

    /// The speed and the time by which he turns. Who aims turns there at once, and not to where he goes; who is steered
    /// turns before his speed does; who is pushed aside does not turn; who stands turns to the side that was asked for.
    fn faces(&mut self, keys: Keys, is_pushed: bool, seconds: f32) -> (f32, f32) {
        let strikes = self.blow().is_some();
        let agrees = keys.right == 0.0 || keys.right == self.aim;
        if !(strikes || agrees && self.speed.abs() > TURNS) {
            self.aim = 0.0;
        }
        let goes_there = self.speed * self.aim >= TURNS;
        let is_turned = self.gait.heading.sin() * self.side_asked >= 0.0;
        let heeds = keys.right != 0.0 && self.speed * keys.right < TURNS;
        match self.aim {
            0.0 if heeds => (2.0 * TURNS * keys.right, HEEDS * seconds),
            0.0 if is_pushed && keys.right == 0.0 => (0.0, seconds),
            0.0 if self.speed.abs() < TURNS && !is_turned => (2.0 * TURNS * self.side_asked, seconds),
            aim if aim == 0.0 || goes_there => (self.speed, seconds),
            aim => (2.0 * TURNS * aim, AIMS * seconds),
        }
    }

    /// At a wall on the `side` he steers to, in the air: where it ends a little above his feet he comes up on it.
    fn climb(&mut self, mesh: &Mesh, side: f64) {
        let Body { position, velocity, support, .. } = self.body;
        let is_free = |x: f64, y: f64| mesh.find(position + DVec2::new(x, y)).is_some();
        let is_at_a_wall = side != 0.0 && support.is_none() && !is_free(side * BESIDE, 0.0);
        if is_at_a_wall && is_free(-side * BESIDE, CLIMBS) && is_free(side * BESIDE, CLIMBS) {
            self.body.velocity.y = velocity.y.max(CLIMB);
        }
    }

    fn choose_state(&mut self, state: State, keys: Keys) {
        self.begins = None;
        let is_asked = match state {
            State::Punch => keys.punch,
            State::Swing => keys.swing,
            _ => false,
        };
        let begins_again = is_asked && self.has_ended();
        if state == self.state && !begins_again {
            return;
        }
        if let Some(kind) = BlowKind::for_state(self.state).filter(|_| state == State::Fall && !self.has_struck()) {
            self.air_blow = Some((kind, self.since)); // the ground ended under it
        }
        // Walk and run are one motion at two speeds: nothing to fade between.
        let gaits = [State::Walk, State::Run];
        let is_in_step = gaits.contains(&self.state) && gaits.contains(&state);
        if !is_in_step {
            self.begins = Some(fade_time(self.state, state));
            self.since = 0.0;
        }
        self.state = state;
        if BlowKind::for_state(state).is_some() {
            self.air_blow = None;
            self.begin_blow(keys);
        }
        if state == State::Jump {
            self.body.velocity.y = LEAP;
            self.body.support = None;
            self.jump_asked = f32::INFINITY;
        }
    }

    fn accelerate(&mut self, mesh: &Mesh, keys: Keys, is_stunned: bool, dt: f64) {
        let pace = if keys.runs { RUN } else { WALK };
        let wish = f64::from(keys.right) * pace;
        if let Some((along, speed)) = self.along(mesh) {
            // Who lands on a slope does not shoot down it.
            let speed = speed.clamp(-RUN, RUN);
            // A swing is made standing, but for a step ahead; a punch leaves the legs alone.
            let lunges = LUNGES.contains(&self.clip_seconds());
            let wish = match self.state {
                State::Swing if lunges => f64::from(self.gait.heading.sin()) * LUNGE,
                State::Swing if wish * speed > 0.0 => speed.clamp(-SWING_SPEED, SWING_SPEED),
                State::Swing => 0.0,
                _ => wish,
            };
            let is_faster = wish * speed >= 0.0 && wish.abs() > speed.abs();
            let change = if is_faster { PUSH } else { BRAKE } * dt;
            self.body.velocity = along * (speed + (wish - speed).clamp(-change, change));
            return;
        }
        let velocity = &mut self.body.velocity;
        if !is_stunned {
            velocity.x += (wish - velocity.x).clamp(-STEER * dt, STEER * dt);
        }
        if self.state == State::Jump && !keys.jump_held {
            velocity.y = velocity.y.min(LET_GO);
        }
        velocity.y = (velocity.y - GRAVITY * dt).max(-FASTEST_FALL);
    }

    /// The direction of the ground below him, to the right, and his speed along it; `None` in the air.
    fn along(&self, mesh: &Mesh) -> Option<(DVec2, f64)> {
        let (from, to) = mesh.edge(self.body.triangle, self.body.support?);
        let along = (to - from).normalize_or(DVec2::X);
        Some((along, self.body.velocity.dot(along)))
    }

    /// Something hurts him, and knocks him `away`: 1 to the right, -1 to the left. He looks at it. False if he is still
    /// safe from the last time.
    pub fn knock(&mut self, answers: &Answers, mesh: &Mesh, away: f64) -> bool {
        if self.safe_for > 0.0 {
            return false;
        }
        (self.stunned_for, self.safe_for, self.air_blow) = (STUNNED, SAFE, None);
        self.gait.heading = -FRAC_PI_2 * away as f32;
        self.side_asked = 0.0;
        self.throw(answers, mesh, KNOCK * DVec2::new(away, 1.0));
        true
    }

    /// His blow has glanced off something on his other side.
    pub fn recoil(&mut self, answers: &Answers, mesh: &Mesh, away: f64) {
        self.throw(answers, mesh, RECOIL * DVec2::new(away, 1.0));
    }

    /// Throws him, but over no edge: then less far, or straight up, or on the way he went.
    fn throw(&mut self, answers: &Answers, mesh: &Mesh, velocity: DVec2) {
        self.aim = -velocity.x.signum() as f32;
        let sideways = [velocity.x, 0.5 * velocity.x, 0.0, self.body.velocity.x];
        let throws = sideways.map(|x| DVec2::new(x, velocity.y));
        let is_safe = |throw: &DVec2| {
            let mut body = Body { velocity: *throw, support: None, ..self.body };
            let lowest = self.body.position.y - DEEP;
            let mut steps = 0;
            while body.support.is_none() && body.position.y > lowest && steps < LONGEST_THROW {
                let brake = if steps as f64 * STEP > f64::from(STUNNED) { STEER * STEP } else { 0.0 };
                body.velocity -= DVec2::new(body.velocity.x.clamp(-brake, brake), GRAVITY * STEP);
                ground::advance(answers, mesh, &mut body, STEP);
                steps += 1;
            }
            let goes_on =
                throw.x != 0.0 && matches!(ahead(mesh, &body, throw.x > 0.0, SLIDES), Some((Ahead::Ledge, _)));
            body.position.y > lowest && !goes_on
        };
        self.body.velocity = throws.into_iter().find(is_safe).unwrap_or(throws[3]);
        self.body.support = None;
    }

    /// A step of `seconds` on his way through a door that is so far to the right: before it first, and then to a place so
    /// far behind it.
    pub fn leave(&mut self, right: f32, behind: f32, seconds: f32) {
        let is_before_it = (self.away.x - right).abs() < 0.02;
        let way = Vec3::new(right, 0.0, if is_before_it { -behind } else { -BEFORE_IT }) - self.away;
        let going = way.clamp_length_max(WALK as f32 * seconds);
        self.away += going;
        self.choose_state(if way.length() > 0.01 { State::Walk } else { State::Idle }, Keys::default());
        (self.speed, self.since, self.time) = (WALK as f32, self.since + seconds, self.time + seconds);
        let Gait { heading, phase } = self.gait;
        let turn = (f32::atan2(way.x, way.z) - heading + PI).rem_euclid(TAU) - PI;
        self.gait.heading = heading + turn.clamp(-LEAVES * seconds, LEAVES * seconds);
        self.gait.phase = (phase + going.length() / WALK_STRIDE).fract();
    }

    /// `world_from_knight` of him as he is, but for his heading.
    pub fn placed(&self, heading: f32) -> Transform {
        let mut place = Self::place(self.body.position, heading);
        place.translation += self.away;
        place
    }

    /// `world_from_knight`: x to his left, y up, z the way he looks.
    pub fn place(position: DVec2, heading: f32) -> Transform {
        Transform {
            translation: position.as_vec2().extend(0.0),
            rotation: Quat::from_rotation_y(heading),
            scale: Vec3::ONE,
        }
    }
}
