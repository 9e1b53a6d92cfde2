//! The knight's motion in a step: his state, his velocity, his position and his heading.

use crate::fight::BlowKind;
use crate::ground::{self, Mesh, ahead};
use crate::measures::{ClipPart, RUN, WALK, fade_time, part};
use crate::{BUFFER, Body, Gait, Keys, Moved, SideScroller, State, TURN_FROM, Tools, WALK_STRIDE};
use armature::math::Transform;
use given::CallError;
use glam::{DVec2, Quat, Vec3};
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use std::ops::{Range, RangeInclusive};

/// The room along x where nobody is in his way.
pub const ANYWHERE: RangeInclusive<f64> = f64::NEG_INFINITY..=f64::INFINITY;
pub const HEIGHT: f64 = 1.75;

/// Acceleration in metres a second each second.
pub(super) const GRAVITY: f64 = 18.0;
/// Speed with which he leaves the ground, in metres a second, which takes him 1.2 m high; and what is left of it once
/// the key is released.
pub(super) const JUMP_SPEED: f64 = 6.6;
const RELEASED_SPEED: f64 = 3.6;
const FALL_SPEED: f64 = 16.0;
/// Fraction of gravity at the apex of a jump while its key is held: below this speed, up or down, in metres a second.
const APEX_GRAVITY: f64 = 0.5;
const APEX_SPEED: f64 = 0.9;
/// Rates at which his speed grows on the ground, shrinks there, and changes in the air, in metres a second each second.
const PUSH: f64 = 16.0;
const BRAKE: f64 = 24.0;
const STEER: f64 = 12.0;

/// Speed of the step ahead in a swing, in metres a second, and the part of its clip in which it is made, in seconds.
const LUNGE_SPEED: f64 = 2.4;
const LUNGE_TIMES: Range<f32> = 0.3..0.52;
/// Largest speed of a run that a swing keeps as long as its key is held, in metres a second.
const SWING_SPEED: f64 = 1.2;

/// Velocities with which he is knocked back, and with which his blow glances off, if to the right, in metres a second.
const KNOCK: DVec2 = DVec2::new(2.2, 2.6);
const RECOIL: DVec2 = DVec2::new(3.2, 0.9);
/// Durations between which a throw ends, in seconds.
const THROW_TIMES: [f64; 2] = [0.35, 0.65];
/// Depth below a throw's end in which ground is looked for, and the distance of the places, in metres.
const THROW_DEPTH: f64 = 1.2;
const THROW_SPACING: f64 = 0.1;
/// Time for which he ignores keys when he is hurt, in seconds.
pub(super) const STUNNED: f32 = 0.25;
/// Fraction by which he follows the ground's descent in a step.
const DESCENT_RATE: f32 = 0.2;
/// Factors of the rate at which he turns to the side to which he strikes, and away from where he slides.
const AIM_RATE: f32 = 3.0;
const STEERED_RATE: f32 = 1.3;

/// Height above his feet up to which he climbs an edge in the air, in metres. (His outline is pointed below: what is
/// solid is 0.12 m higher.) The speed of the climb, in metres a second, and the distance of the wall, in metres.
const CLIMB_HEIGHT: f64 = 0.8;
const CLIMB_SPEED: f64 = 3.0;
const WALL_REACH: f64 = 0.04;
/// Distances from a wall at which he swings and punches, in metres, the heights at which it is one, and the speed with
/// which he steps back to there, in metres a second.
const SWING_REACH: f64 = 0.3;
const PUNCH_REACH: f64 = 0.2;
const WALL_HEIGHTS: [f64; 2] = [0.2, 0.9];
const STEP_BACK_SPEED: f64 = 1.5;
/// Width of a ceiling's corner past which he is moved in a jump, in metres, by how much in a step, and the time in which he
/// would touch it, in seconds.
const CORNER: f64 = 0.12;
const CORNER_STEP: f64 = 0.04;
const CORNER_TIME: f64 = 0.05;
/// Distance behind his own plane at which he turns to the door, in metres, and how fast, in radians a second.
const DOORSTEP: f32 = 0.5;
const DOOR_TURN: f32 = 5.0;
/// Time for which nothing hurts him after he was hurt, in seconds.
pub const SAFE: f32 = 1.2;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knight {
    pub body: Body,
    pub state: State,
    /// Seconds in this state.
    pub since: f32,
    /// Side of the edge that he climbs: 1 right, -1 left, 0 if he climbs none.
    pub climb_side: f32,
    /// Duration of the fade into a state entered in this step, in seconds.
    pub new_fade: Option<f32>,
    pub gait: Gait,
    /// Speed along the ground, or along x in the air, in metres a second; positive to the right.
    pub speed: f32,
    /// Slope of the ground ahead, downward positive, in radians; 0 where it rises, and in the air.
    pub descent: f32,
    pub air_time: f32,
    /// Seconds since the jump key was last pressed; infinite once he has jumped by it.
    pub since_jump_press: f32,
    /// Last blow that was requested, and the time since, in seconds.
    pub wanted_blow: (Option<BlowKind>, f32),
    /// Input direction of the last key: 1, -1, or 0 for none. He turns there to the end while he stands.
    pub wanted_side: f32,
    /// Blow that he strikes in the air with his upper body, and its time, in seconds. It continues when he lands.
    pub air_blow: Option<(BlowKind, f32)>,
    /// The side he looks to while he strikes or is knocked back, whichever way he goes: 1, -1, or 0 for none.
    pub aim: f32,
    /// Seconds for which he ignores keys.
    pub stunned_for: f32,
    /// Seconds for which nothing hurts him.
    pub safe_for: f32,
    /// Seconds for which he has lain, if he has died: nothing else is done to him then.
    pub fallen_for: Option<f32>,
    pub time: f32,
    /// Offset from his body on his way through the door, in metres.
    pub away: Vec3,
}

impl Knight {
    /// Creates a knight who looks to the right, in the air: he comes to stand in the first steps. `None` inside of
    /// something solid, and beyond the level.
    pub fn new(position: DVec2, mesh: &Mesh) -> Option<Self> {
        Body::new(mesh, position).map(Self::at)
    }

    pub fn at(body: Body) -> Self {
        Knight {
            body,
            state: State::Idle,
            since: 0.0,
            climb_side: 0.0,
            new_fade: None,
            gait: Gait { heading: FRAC_PI_2, phase: 0.0 },
            speed: 0.0,
            descent: 0.0,
            air_time: 0.0,
            since_jump_press: f32::INFINITY,
            wanted_blow: (None, 0.0),
            wanted_side: 0.0,
            air_blow: None,
            aim: 0.0,
            stunned_for: 0.0,
            safe_for: 0.0,
            fallen_for: None,
            time: 0.0,
            away: Vec3::ZERO,
        }
    }

    /// Returns 18.4's input at the beginning of a step.
    pub fn moved(&self, keys: Keys) -> Moved {
        // He jumps out of a blow at any time; once it no longer hurts, whoever wants something else has it.
        let jumps = self.since_jump_press <= BUFFER && self.blow().is_some();
        let wants = keys.right != 0.0 || keys.punch || keys.swing;
        Moved {
            speed: self.speed,
            supported: self.body.support.is_some(),
            air_time: self.air_time,
            since_jump_press: if self.stunned_for > 0.0 { f32::INFINITY } else { self.since_jump_press },
            ended: self.has_ended() || jumps || self.has_struck() && wants,
        }
    }

    fn has_ended(&self) -> bool {
        let ClipPart { begin, end, rate } = part(self.state);
        self.since * rate >= end - begin
    }

    /// Returns the blow that he strikes, on the ground or in the air, and the time in its clip, in seconds.
    pub fn blow(&self) -> Option<(BlowKind, f32)> {
        let (kind, since) = match BlowKind::for_state(self.state) {
            Some(kind) => (kind, self.since),
            None => self.air_blow?,
        };
        let ClipPart { begin, rate, .. } = part(kind.state());
        Some((kind, begin + since * rate))
    }

    fn has_struck(&self) -> bool {
        self.blow().is_some_and(|(kind, seconds)| seconds > kind.active().1)
    }

    pub fn clip_seconds(&self) -> f32 {
        let ClipPart { begin, rate, .. } = part(self.state);
        match self.state {
            State::Idle => self.time,
            _ => begin + self.since * rate,
        }
    }

    /// Moves him for `dt` seconds by the keys held; along x only as far as there is `room`.
    pub fn step(
        &mut self,
        answers: &SideScroller,
        tools: Tools,
        mesh: &Mesh,
        keys: Keys,
        dt: f64,
        room: RangeInclusive<f64>,
    ) -> Result<(), CallError> {
        let seconds = dt as f32;
        let is_stunned = self.stunned_for > 0.0;
        self.stunned_for = (self.stunned_for - seconds).max(0.0);
        self.safe_for = (self.safe_for - seconds).max(0.0);
        // A jump or a blow that is asked for meanwhile is made afterwards.
        let waited = if is_stunned || self.blow().is_some() { 0.0 } else { seconds };
        self.since_jump_press = if keys.jump { 0.0 } else { self.since_jump_press + waited };
        let mut keys = self.with_buffered_blow(keys, waited);
        if is_stunned {
            keys = Keys::default();
        }
        if is_stunned
            || self.body.support.is_some()
            || self.body.velocity.y < -CLIMB_SPEED
            || keys.right * self.climb_side < 0.0
        {
            self.climb_side = 0.0;
        } else if keys.right == 0.0 {
            keys.right = self.climb_side;
        }

        let state = answers.state_for(self.state, &self.moved(keys), keys, tools)?;
        self.enter_state(state, keys);
        self.strike_in_the_air(keys, seconds);
        self.accelerate(mesh, keys, is_stunned, dt);
        let own_velocity = self.body.velocity;
        self.pass_corner(mesh);
        let room = self.room_to_strike(mesh, room, dt);
        ground::keep_within(mesh, &mut self.body, room, dt);
        let pushed_velocity = self.body.velocity;
        ground::advance(answers, mesh, &mut self.body, dt)?;
        if pushed_velocity.x.abs() > self.body.velocity.x.abs() {
            self.climb(mesh, f64::from(keys.right));
        }

        let (along, speed) = self.along(mesh).unwrap_or((DVec2::X, self.body.velocity.x));
        self.speed = speed as f32;
        let descent = -along.to_angle() as f32 * self.gait.heading.signum();
        self.descent += DESCENT_RATE * (descent.max(0.0) - self.descent);
        self.air_time = if self.body.support.is_none() { self.air_time + seconds } else { 0.0 };
        if !is_stunned {
            let is_pushed = pushed_velocity != own_velocity;
            let (speed, seconds) = self.turning_speed(keys, is_pushed, seconds);
            self.gait = answers.face(self.gait, speed, seconds)?;
            if !(self.gait.heading.is_finite() && self.gait.phase.is_finite()) {
                return Err(CallError::unusable("18.5", format!("{:?}", self.gait)));
            }
        }
        self.since += seconds;
        self.time += seconds;
        self.fallen_for = self.fallen_for.map(|fallen| fallen + seconds);
        Ok(())
    }

    /// Returns the keys with a blow that was requested a moment ago and could not be made then.
    fn with_buffered_blow(&mut self, keys: Keys, seconds: f32) -> Keys {
        if keys.right != 0.0 {
            self.wanted_side = keys.right;
        }
        self.wanted_blow.1 += seconds;
        if keys.swing {
            self.wanted_blow = (Some(BlowKind::Swing), 0.0);
        }
        if keys.punch {
            self.wanted_blow = (Some(BlowKind::Punch), 0.0);
        }
        let is_busy = self.air_blow.is_some() && !self.has_struck();
        let blow = self.wanted_blow.0.filter(|_| self.wanted_blow.1 <= BUFFER && !is_busy);
        Keys { punch: blow == Some(BlowKind::Punch), swing: blow == Some(BlowKind::Swing), ..keys }
    }

    /// Strikes over a jump or a fall: the states of lesson 13 have no blow there.
    fn strike_in_the_air(&mut self, keys: Keys, seconds: f32) {
        if let Some((kind, since)) = self.air_blow {
            let since = since + seconds;
            let ClipPart { begin, end, rate } = part(kind.state());
            self.air_blow = Some((kind, since));
            if since * rate >= end - begin {
                self.air_blow = None;
                self.new_fade = Some(fade_time(kind.state(), self.state));
            }
        }
        let wanted = match keys {
            Keys { punch: true, .. } => BlowKind::Punch,
            Keys { swing: true, .. } => BlowKind::Swing,
            _ => return,
        };
        if is_in_the_air(self.state) && self.air_blow.is_none_or(|(kind, _)| kind != wanted) {
            self.new_fade = Some(fade_time(self.state, wanted.state()));
            self.air_blow = Some((wanted, seconds));
            self.begin_blow(keys);
        }
    }

    fn begin_blow(&mut self, keys: Keys) {
        self.wanted_blow.0 = None;
        // A direction that he asked for and let go counts too: his heading may not be there yet.
        let wanted = if keys.right == 0.0 { self.wanted_side } else { keys.right };
        if wanted != 0.0 {
            self.aim = wanted;
        }
    }

    /// Returns the speed and the time for 18.5. He turns at once to the side to which he aims; before his speed does
    /// where he is steered; not at all where he is pushed aside; and to the last input direction while he stands.
    fn turning_speed(&mut self, keys: Keys, is_pushed: bool, seconds: f32) -> (f32, f32) {
        let is_steered_elsewhere = keys.right != 0.0 && keys.right != self.aim;
        if self.blow().is_none() && (is_steered_elsewhere || self.speed.abs() <= TURN_FROM) {
            self.aim = 0.0;
        }
        if self.aim != 0.0 {
            let goes_there = self.speed * self.aim >= TURN_FROM;
            return if goes_there { (self.speed, seconds) } else { (2.0 * TURN_FROM * self.aim, AIM_RATE * seconds) };
        }
        let is_turned = self.gait.heading.sin() * self.wanted_side >= 0.0;
        if keys.right != 0.0 && self.speed * keys.right < TURN_FROM {
            (2.0 * TURN_FROM * keys.right, STEERED_RATE * seconds)
        } else if keys.right == 0.0 && is_pushed {
            (0.0, seconds)
        } else if self.speed.abs() < TURN_FROM && !is_turned {
            (2.0 * TURN_FROM * self.wanted_side, seconds)
        } else {
            (self.speed, seconds)
        }
    }

    /// Returns the part of `room` in which he steps back from a wall that his blow would put his head into, where there is
    /// ground behind him.
    fn room_to_strike(&self, mesh: &Mesh, room: RangeInclusive<f64>, dt: f64) -> RangeInclusive<f64> {
        let reach = match self.state {
            State::Swing => SWING_REACH,
            State::Punch => PUNCH_REACH,
            _ => return room,
        };
        let side = f64::from(self.gait.heading.sin().signum());
        // At his shins and at his chest: neither a step nor a ceiling is a wall.
        let is_wall = WALL_HEIGHTS.iter().all(|&height| {
            let place = self.body.position + height * DVec2::Y;
            mesh.find(place).is_some() && mesh.find(place + side * reach * DVec2::X).is_none()
        });
        let is_ground_behind = self.body.support.is_some() && ahead(mesh, &self.body, side < 0.0, reach).is_none();
        if !(is_wall && is_ground_behind) {
            return room;
        }
        let (low, high) = room.into_inner();
        let back = STEP_BACK_SPEED * dt;
        if side > 0.0 { low..=high.min(-back).max(low) } else { low.max(back).min(high)..=high }
    }

    /// Climbs a wall that ends a little above his feet, in the air, on the `side` to which he steers. The climb takes him
    /// over the edge, even if the key is released.
    fn climb(&mut self, mesh: &Mesh, side: f64) {
        if side == 0.0 || self.body.support.is_some() {
            return;
        }
        let position = self.body.position;
        let reach = side * WALL_REACH * DVec2::X;
        let above = position + CLIMB_HEIGHT * DVec2::Y;
        let is_wall = mesh.find(position + reach).is_none();
        if is_wall && mesh.find(above - reach).is_some() && mesh.find(above + reach).is_some() {
            self.body.velocity.y = self.body.velocity.y.max(CLIMB_SPEED);
            self.climb_side = side as f32;
        }
    }

    /// Moves him aside, ahead or to either side, where the corner of a ceiling would stop a jump that almost clears it.
    fn pass_corner(&mut self, mesh: &Mesh) {
        let Body { position, velocity, triangle, support } = self.body;
        let soon = position + velocity * CORNER_TIME;
        let is_free = mesh.outside(triangle, soon) <= 0.0 || mesh.find(soon).is_some();
        if support.is_some() || velocity.y <= 0.0 || is_free {
            return;
        }
        for side in [-1.0, 1.0] {
            let next = mesh.find(position + side * CORNER_STEP * DVec2::X);
            let passes = velocity.x * side >= 0.0 && mesh.find(soon + side * CORNER * DVec2::X).is_some();
            if let Some(triangle) = next.filter(|_| passes) {
                self.body.triangle = triangle;
                self.body.position.x += side * CORNER_STEP;
                return;
            }
        }
    }

    /// Enters a state, unless it is the current one and was not asked for anew: begins its fade, and a blow or a jump.
    fn enter_state(&mut self, state: State, keys: Keys) {
        self.new_fade = None;
        let is_wanted = match state {
            State::Punch => keys.punch,
            State::Swing => keys.swing,
            _ => false,
        };
        let is_wanted_again = is_wanted && self.has_struck();
        if state == self.state && !is_wanted_again {
            return;
        }
        if let Some(kind) = BlowKind::for_state(self.state).filter(|_| is_in_the_air(state) && !self.has_struck()) {
            self.air_blow = Some((kind, self.since)); // it continues where he has left the ground
        }
        // Walk and run are one motion at two speeds, and so are jump and fall: nothing to fade between.
        let is_gait = [self.state, state].iter().all(|state| matches!(state, State::Walk | State::Run));
        if !is_gait {
            self.since = 0.0;
            self.new_fade =
                Some(fade_time(self.state, state)).filter(|_| (self.state, state) != (State::Jump, State::Fall));
        }
        self.state = state;
        if BlowKind::for_state(state).is_some() {
            self.air_blow = None;
            self.begin_blow(keys);
        }
        if state == State::Jump {
            self.body.velocity.y = JUMP_SPEED;
            self.body.support = None;
            self.since_jump_press = f32::INFINITY;
        }
    }

    /// Changes his velocity by keys, gravity and what he strikes.
    fn accelerate(&mut self, mesh: &Mesh, keys: Keys, is_stunned: bool, dt: f64) {
        let pace = if keys.runs { RUN } else { WALK };
        let wish = f64::from(keys.right) * pace;
        if let Some((along, speed)) = self.along(mesh) {
            // Who lands on a slope does not shoot down it.
            let speed = speed.clamp(-RUN, RUN);
            // A swing is made standing, but for a step ahead; a punch leaves the legs alone.
            let lunges = LUNGE_TIMES.contains(&self.clip_seconds());
            let wish = match self.state {
                State::Swing if lunges => f64::from(self.gait.heading.sin()) * LUNGE_SPEED,
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
            velocity.y = velocity.y.min(RELEASED_SPEED);
        }
        let is_apex = keys.jump_held && velocity.y.abs() < APEX_SPEED;
        let gravity = if is_apex { APEX_GRAVITY * GRAVITY } else { GRAVITY };
        velocity.y = (velocity.y - gravity * dt).max(-FALL_SPEED);
    }

    /// Returns the direction of the ground below him, to the right, and his speed along it; `None` in the air.
    fn along(&self, mesh: &Mesh) -> Option<(DVec2, f64)> {
        let (from, to) = mesh.edge(self.body.triangle, self.body.support?);
        let along = (to - from).normalize_or(DVec2::X);
        Some((along, self.body.velocity.dot(along)))
    }

    /// Knocks him `away`, 1 to the right, -1 to the left, by something that hurts him and that he looks at. Returns
    /// false if he is still safe from the last time.
    pub fn knock(&mut self, mesh: &Mesh, away: f64) -> bool {
        if self.safe_for > 0.0 {
            return false;
        }
        self.stunned_for = STUNNED;
        self.safe_for = SAFE;
        self.air_blow = None;
        self.gait.heading = -FRAC_PI_2 * away as f32;
        self.wanted_side = 0.0;
        self.throw(mesh, KNOCK * DVec2::new(away, 1.0));
        true
    }

    /// Throws him back when his blow has glanced off something on his other side.
    pub fn recoil(&mut self, mesh: &Mesh, away: f64) {
        self.throw(mesh, RECOIL * DVec2::new(away, 1.0));
    }

    /// Throws him to where ground is below: away, or else on with his own speed, or straight up.
    fn throw(&mut self, mesh: &Mesh, velocity: DVec2) {
        self.aim = -velocity.x.signum() as f32;
        let speeds = [velocity.x, self.body.velocity.x, 0.0];
        let speed = speeds.into_iter().find(|speed| {
            let landings = THROW_TIMES.map(|seconds| self.body.position + seconds * speed * DVec2::X);
            landings.into_iter().all(|place| is_ground_below(mesh, place))
        });
        self.body.velocity = velocity.with_x(speed.unwrap_or(velocity.x));
        self.body.support = None;
    }

    /// Walks him through a door at a distance to the `right`: first in front of it, and then to a place `behind` it.
    pub fn leave(&mut self, right: f32, behind: f32, seconds: f32) {
        let is_before_it = (self.away.x - right).abs() < 0.02;
        let way = Vec3::new(right, 0.0, if is_before_it { -behind } else { -DOORSTEP }) - self.away;
        let walked = way.clamp_length_max(WALK as f32 * seconds);
        self.away += walked;
        self.enter_state(if way.length() > 0.01 { State::Walk } else { State::Idle }, Keys::default());
        self.speed = WALK as f32;
        self.since += seconds;
        self.time += seconds;
        let turn = (f32::atan2(way.x, way.z) - self.gait.heading + PI).rem_euclid(TAU) - PI;
        self.gait.heading += turn.clamp(-DOOR_TURN * seconds, DOOR_TURN * seconds);
        self.gait.phase = (self.gait.phase + walked.length() / WALK_STRIDE).fract();
    }

    /// Returns `world_from_knight` with this heading.
    pub fn placed(&self, heading: f32) -> Transform {
        let mut place = Self::place(self.body.position, heading);
        place.translation += self.away;
        place
    }

    /// Returns `world_from_knight`: x to his left, y up, z the way he looks.
    pub fn place(position: DVec2, heading: f32) -> Transform {
        Transform {
            translation: position.as_vec2().extend(0.0),
            rotation: Quat::from_rotation_y(heading),
            scale: Vec3::ONE,
        }
    }
}

/// Returns whether something solid is below a place, or at it.
fn is_ground_below(mesh: &Mesh, place: DVec2) -> bool {
    let count = (THROW_DEPTH / THROW_SPACING) as usize;
    (0..count).any(|index| mesh.find(place - index as f64 * THROW_SPACING * DVec2::Y).is_none())
}

fn is_in_the_air(state: State) -> bool {
    matches!(state, State::Jump | State::Fall)
}
