//! The lesson's types: keys and motion in a step, a gait, a hand, moving spheres, and blows.

use crate::lesson_13::{RUN, WALK};
use crate::{CallError, unwind};
use glam::DVec2;
use glam::{Mat4, Vec3};

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct SideScroller {
        "18.1" minkowski: fn(a: &[DVec2], b: &[DVec2]) -> Vec<DVec2>,
        "18.2" fly: fn(mesh: &Mesh, body: &mut Body, seconds: f64) -> f64,
        "18.3" walk: fn(mesh: &Mesh, body: &mut Body, seconds: f64) -> f64,
        "18.4" state_for: fn(state: State, moved: &Moved, keys: Keys, tools: Tools) -> State,
        "18.5" face: fn(gait: Gait, speed: f32, dt: f32) -> Gait,
        "18.6" sword: fn(hand: &Hand) -> Mat4,
        /// Spheres, `model_from_joint` of all joints, `world_from_model`; the placed spheres are written into the last.
        "18.7" spheres_at: fn(spheres: &[Sphere], model_from_joint: &[Mat4], world_from_model: Mat4, placed: &mut Vec<PlacedSphere>),
        "18.8" swept_hit: fn(a: &Moving, b: &Moving) -> Option<f32>,
        "18.9" damage: fn(swing: &mut Swing, blow: &Blow, target: usize) -> bool,
    }
}

#[path = "given/mesh/mod.rs"]
pub mod mesh;

pub use crate::lesson_13::{Now, State};
pub use armature::attachment::{PlacedSphere, Sphere, SphereKind};
pub use mesh::{Body, Mesh};

/// Time for which he counts as supported after he has lost the ground, in seconds: *coyote time*.
pub const COYOTE: f32 = 0.1;
/// Time for which a press of the jump key counts, in seconds: the *jump buffer*.
pub const BUFFER: f32 = 0.13;
/// Speed below which he stands, in metres a second.
pub const IDLE_BELOW: f32 = 0.1;
/// Speed from which on he runs.
pub const RUN_FROM: f32 = 2.0;
/// Speed below which he turns to the nearer side.
pub const TURN_FROM: f32 = 0.05;
/// Rate at which he turns, in radians a second: half a turn in a quarter of a second.
pub const TURN: f32 = 12.5;
/// Length of a cycle of two steps in his walk, in metres: the distance of a foot on the ground in his clip.
pub const WALK_STRIDE: f32 = 0.75;
/// Length of a cycle in his run.
pub const RUN_STRIDE: f32 = 1.2;

/// Weight of the run in his pose at this speed, whatever its sign: from 0 (walk) to 1 (run), as in lesson 13.
pub fn run_weight(speed: f32) -> f32 {
    ((speed.abs() - WALK) / (RUN - WALK)).clamp(0.0, 1.0)
}

/// Keys in a step.
#[allow(clippy::struct_excessive_bools)] // they are keys
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Keys {
    /// -1 to the left, 1 to the right, 0 if none or both are held.
    pub right: f32,
    /// Whether he should run: true unless Shift is held.
    pub runs: bool,
    /// Whether its key was pressed in this step.
    pub jump: bool,
    /// Whether that key is held: he jumps less high if it is released early.
    pub jump_held: bool,
    /// See `jump`.
    pub punch: bool,
    /// See `jump`.
    pub swing: bool,
}

/// His motion after the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// Speed along the ground, or along x in the air, in metres a second; positive to the right.
    pub speed: f32,
    /// Whether he stands on something.
    pub supported: bool,
    /// Seconds since he last stood on something; 0 while he does.
    pub air_time: f32,
    /// Seconds since the jump key was last pressed, 0 if in this step; infinite if it never was, or if he has jumped
    /// by it already.
    pub since_jump_press: f32,
    /// Whether his clip has been played to its end.
    pub ended: bool,
}

/// His heading, and the phase of his walk and run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gait {
    /// Angle about y in radians: 0 is towards the viewer (+z), a quarter turn to the right (+x), minus one to the left.
    pub heading: f32,
    /// Completed fraction of the cycle of two steps, the same for walk and run: from 0 up to 1.
    /// (1 itself, to which `rem_euclid` rounds what is just below 0, is the same place and does no harm.)
    pub phase: f32,
}

/// The hand that holds the sword.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand<'a> {
    /// Transform from the knight's own space to the world.
    pub world_from_model: Mat4,
    /// Matrix of every joint, as he is posed now.
    pub model_from_joint: &'a [Mat4],
    /// Skinning matrix of every joint: `model_from_joint * joint_from_bind`.
    pub skinning: &'a [Mat4],
    /// The joint in his fist.
    pub socket: usize,
    /// Place of the sword in it.
    pub socket_from_sword: Mat4,
}

/// A sphere that moves straight and evenly within one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moving {
    /// Its middle when the step begins, in the world, in metres.
    pub from: Vec3,
    /// Its middle when the step ends.
    pub to: Vec3,
    /// Radius in metres.
    pub radius: f32,
}

/// The memory of a blow from step to step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Swing {
    /// The number of the blow that this is about; 0 before the first.
    pub number: usize,
    /// Targets that this blow has hurt already.
    pub hurt: Vec<usize>,
}

/// A blow, in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blow {
    /// Number of the blow: 1 for the first of the game, and one more for each that follows.
    pub number: usize,
    /// Time in its clip at the beginning of the step, in seconds.
    pub from: f32,
    /// Time in its clip at the end of the step.
    pub to: f32,
    /// Beginning and end of the time in the clip in which it hurts, in seconds.
    pub active: (f32, f32),
}

/// Answers to earlier TODOs: the finished ones in the checks; where `--mine` plays, your own that pass.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::type_complexity)]
pub struct Tools {
    pub next_state: fn(state: State, now: Now) -> Result<Option<State>, CallError>, // 13.3
}

impl Tools {
    /// 13.3: the state that begins in this step, or `None` if what plays goes on.
    pub fn next_state(&self, state: State, now: Now) -> Option<State> {
        (self.next_state)(state, now).unwrap_or_else(unwind)
    }
}
