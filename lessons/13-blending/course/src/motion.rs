//! The body on the stage: what keys and ground make of its place, and which state it is in. No poses yet.

use crate::{Now, State};

pub use given::lesson_13::{RUN, WALK};

use glam::{Vec2, Vec3};

/// Seconds of a cycle of his walk and of his run, two steps each.
pub const CYCLES: [f32; 2] = [1.0, 0.625];

/// Acceleration, in metres a second each second.
const PUSH: f32 = 6.0;
/// Turning speed, in radians a second.
const TURN: f32 = 9.0;
/// Vertical speed at the start of a jump, in metres a second.
const LEAP: f32 = 3.5;
const GRAVITY: f32 = 9.81;
/// Half of the stage's width and depth, in metres.
pub const STAGE: Vec2 = Vec2::new(4.2, 1.3);
/// The podium: from where to where along x, half its depth, and its height.
pub const PODIUM: [f32; 4] = [0.15, 1.8, 0.8, 0.45];
pub const BEGIN: Vec3 = Vec3::new(-3.1, 0.0, 0.0);

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Controls {
    /// The arrow keys: x to the right, y away from the viewer.
    pub arrows: Vec2,
    pub runs: bool,
    /// Jump, punch or swing, if that key went down.
    pub pressed: Option<State>,
}

impl Controls {
    pub fn wanted(&self) -> State {
        let gait = match self.arrows {
            Vec2::ZERO => State::Idle,
            _ if self.runs => State::Run,
            _ => State::Walk,
        };
        self.pressed.unwrap_or(gait)
    }
}

/// Returns the played part of a state's clip, from one second of the clip to another. The jump's crouch is left out, so
/// that the game reacts at once, and the landing is cut before he has straightened up.
pub fn part(state: State) -> [f32; 2] {
    match state {
        State::Jump => [0.25, 0.75],
        State::Land => [0.0, 0.42],
        State::Punch => [0.0, 0.75],
        State::Swing => [0.0, 1.0],
        State::Idle | State::Walk | State::Run | State::Fall => [0.0, f32::INFINITY],
    }
}

/// Returns the duration of the fade to a state, in seconds.
pub fn fade_time(state: State) -> f32 {
    match state {
        State::Jump | State::Land => 0.1,
        State::Punch => 0.12,
        State::Swing | State::Fall => 0.2,
        State::Idle | State::Walk | State::Run => 0.3,
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnightMotion {
    /// Seconds since the beginning.
    pub time: f32,
    /// Position in the world, in metres.
    pub position: Vec3,
    /// Velocity, in metres a second.
    pub velocity: Vec3,
    /// Heading: the angle about y, from +z towards +x.
    pub heading: f32,
    pub state: State,
    /// Time in that state, in seconds.
    pub since: f32,
    /// Position in the cycle of walk and run, the same for both: from 0 to 1.
    pub phase: f32,
    /// Duration of the fade to the state that has begun with this frame, if one has.
    pub begins: Option<f32>,
}

impl Default for KnightMotion {
    fn default() -> Self {
        KnightMotion {
            time: 0.0,
            position: BEGIN,
            velocity: Vec3::ZERO,
            heading: std::f32::consts::FRAC_PI_2,
            state: State::Idle,
            since: 0.0,
            phase: 0.0,
            begins: None,
        }
    }
}

impl KnightMotion {
    /// Returns the speed over the ground, in metres a second.
    pub fn speed(&self) -> f32 {
        Vec2::new(self.velocity.x, self.velocity.z).length()
    }

    /// Returns the fraction of the way from walk to run: 0 at the speed of the walk, 1 at that of the run.
    pub fn share_of_run(&self) -> f32 {
        ((self.speed() - WALK) / (RUN - WALK)).clamp(0.0, 1.0)
    }

    pub fn now(&self, controls: &Controls) -> Now {
        let [from, to] = part(self.state);
        Now {
            supported: self.velocity.y <= 0.0 && self.position.y <= ground(self.position),
            ended: self.since >= to - from,
            wanted: controls.wanted(),
        }
    }

    /// Advances by a frame: enters the state `next`, if there is one, and then moves for `dt` seconds.
    pub fn step(&mut self, next: Option<State>, controls: &Controls, dt: f32) {
        self.begins = None;
        if let Some(state) = next {
            // Walk and run are one motion at two speeds: nothing to fade between.
            let gaits = [State::Walk, State::Run];
            let is_in_step = gaits.contains(&self.state) && gaits.contains(&state);
            self.begins = (!is_in_step).then(|| fade_time(state));
            if state == State::Jump {
                self.velocity.y = LEAP;
            }
            self.state = state;
            if !is_in_step {
                self.since = 0.0;
            }
        }
        self.since += dt;
        self.time += dt;
        self.move_body(controls, dt);
        let [walk, run] = CYCLES;
        let cycle = walk + (run - walk) * self.share_of_run();
        self.phase = (self.phase + dt / cycle).fract();
    }

    /// Turns and accelerates towards the arrow keys, and moves for `dt` seconds, against walls and down to the ground.
    fn move_body(&mut self, controls: &Controls, dt: f32) {
        let is_in_the_air = self.velocity.y > 0.0 || self.position.y > ground(self.position);
        let pace = if controls.runs { RUN } else { WALK };
        let wish = match self.state {
            State::Idle | State::Land | State::Swing => 0.0,
            State::Walk => WALK,
            State::Run => RUN,
            // His arms are busy; his legs are not.
            State::Punch => pace,
            State::Jump | State::Fall => self.speed(),
        };
        let along = Vec2::new(controls.arrows.x, -controls.arrows.y).normalize_or_zero();
        if along != Vec2::ZERO && self.state != State::Swing {
            let off = along.x.atan2(along.y) - self.heading;
            let off = off - std::f32::consts::TAU * (off / std::f32::consts::TAU).round();
            self.heading += off.clamp(-TURN * dt, TURN * dt);
        }
        let wish = if along == Vec2::ZERO && self.state == State::Punch { 0.0 } else { wish };
        let speed = self.speed() + (wish - self.speed()).clamp(-PUSH * dt, PUSH * dt);
        let ahead = Vec3::new(self.heading.sin(), 0.0, self.heading.cos());
        self.velocity = ahead * speed + Vec3::Y * self.velocity.y;
        if is_in_the_air {
            self.velocity.y -= GRAVITY * dt;
        }
        for step in [Vec3::X, Vec3::Z].map(|axis| axis * self.velocity * dt) {
            // A wall stops him.
            if ground(self.position + step) <= self.position.y + 0.02 {
                self.position += step;
            }
        }
        self.position.x = self.position.x.clamp(-STAGE.x, STAGE.x);
        self.position.z = self.position.z.clamp(-STAGE.y, STAGE.y);
        self.position.y = (self.position.y + self.velocity.y * dt).min(3.0);
        if self.velocity.y <= 0.0 && self.position.y <= ground(self.position) {
            self.position.y = ground(self.position);
            self.velocity.y = 0.0;
        }
    }
}

/// Returns the height of the ground below a position.
pub fn ground(position: Vec3) -> f32 {
    let [from, to, depth, height] = PODIUM;
    let is_on = (from..=to).contains(&position.x) && position.z.abs() <= depth;
    if is_on { height } else { 0.0 }
}

/// Keys of a run without a keyboard: from this second on, these keys are held.
const RUN_OF_KEYS: [(f32, &str); 17] = [
    (0.0, ""),
    (0.7, ">"),
    (1.6, ">r"),
    (2.65, ">rj"),
    (2.7, ">r"),
    (3.25, ""),
    (3.7, ">"),
    (4.05, ">p"),
    (4.1, ">"),
    (4.9, ">r"),
    (6.1, ""),
    (6.6, "s"),
    (6.65, ""),
    (7.7, "<"),
    (8.4, "<r"),
    (8.7, "<rj"),
    (8.75, "<r"),
];

/// Duration of the recorded run, in seconds; then it begins again.
pub const PERIOD: f32 = 10.0;

/// Returns the keys of the recorded run in the frame from `before` to `now`.
pub fn recorded(before: f32, now: f32) -> Controls {
    let [row, row_before] = [before, before - (now - before)]
        .map(|time| RUN_OF_KEYS.iter().rposition(|(from, _)| *from <= time + 1e-4).unwrap_or(0));
    let keys = RUN_OF_KEYS[row].1;
    // A key goes down in the first frame in which it is held.
    let is_new = before == 0.0 || row != row_before;
    let [right, left] = ['>', '<'].map(|key| f32::from(u8::from(keys.contains(key))));
    let deeds = [('j', State::Jump), ('p', State::Punch), ('s', State::Swing)];
    let pressed = deeds.into_iter().find(|(key, _)| is_new && keys.contains(*key)).map(|(_, state)| state);
    Controls { arrows: Vec2::new(right - left, 0.0), runs: keys.contains('r'), pressed }
}
