//! What the lesson gives you: what keys and ground say in a step, a gait, a hand, spheres on their way, and blows.

use crate::lesson_13::{RUN, WALK};
use crate::{Lost, lost};
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

/// For how long he counts as supported after he has lost the ground, in seconds: *coyote time*.
pub const COYOTE: f32 = 0.08;
/// For how long it counts that the jump key went down, in seconds: the *jump buffer*.
pub const BUFFER: f32 = 0.1;
/// Slower than this, in metres a second, he stands.
pub const STANDS: f32 = 0.1;
/// Faster than this he runs.
pub const RUNS: f32 = 2.0;
/// Slower than this he turns to the side that he is nearer to.
pub const TURNS: f32 = 0.05;
/// How fast he turns, in radians a second: half a turn in a quarter of a second.
pub const TURN: f32 = 12.5;
/// How far a cycle of two steps takes him if he walks, in metres: the way of a foot on the ground in his clip.
pub const WALK_STRIDE: f32 = 0.75;
/// And if he runs.
pub const RUN_STRIDE: f32 = 1.2;

/// How much of the way from walk to run is in his pose at this speed, whatever its sign: from 0 to 1, as in lesson 13.
pub fn share_of_run(speed: f32) -> f32 {
    ((speed.abs() - WALK) / (RUN - WALK)).clamp(0.0, 1.0)
}

/// What the keys say in a step.
#[allow(clippy::struct_excessive_bools)] // they are keys
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Keys {
    /// -1 to the left, 1 to the right, 0 if none or both are held.
    pub right: f32,
    /// Whether he should run: true unless Shift is held.
    pub runs: bool,
    /// Whether the key for it went down in this step.
    pub jump: bool,
    /// Whether that key is held: who lets go of it early jumps less high.
    pub jump_held: bool,
    /// See `jump`.
    pub punch: bool,
    /// See `jump`.
    pub swing: bool,
}

/// What the ground has made of him in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// Along the ground, or along x in the air, in metres a second; positive to the right.
    pub speed: f32,
    /// Whether he stands on something.
    pub supported: bool,
    /// Seconds since he last stood on something; 0 while he does.
    pub in_the_air_for: f32,
    /// Seconds since the jump key last went down, 0 if in this step; infinite if it never did, or if he has jumped
    /// by it already.
    pub jump_asked: f32,
    /// Whether his clip has been played to its end.
    pub ended: bool,
}

/// Which way he looks, and how far walk and run have come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gait {
    /// About y, in radians: 0 towards the viewer (+z), a quarter turn to the right (+x), minus a quarter to the left.
    pub heading: f32,
    /// How far walk and run are in their cycle of two steps, the same for both: from 0 up to 1.
    /// (1 itself, to which `rem_euclid` rounds what is just below 0, is the same place and does no harm.)
    pub phase: f32,
}

/// All that is known of the hand that holds the sword.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand<'a> {
    /// From the knight's own space to the world.
    pub world_from_model: Mat4,
    /// Of every joint, as he is posed now.
    pub model_from_joint: &'a [Mat4],
    /// Of every joint: `model_from_joint * joint_from_bind`, by which his skin is moved.
    pub skinning: &'a [Mat4],
    /// The joint in his fist.
    pub socket: usize,
    /// How the sword lies in it.
    pub socket_from_sword: Mat4,
}

/// A sphere that moves straight and evenly within one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moving {
    /// Its middle when the step begins, in the world, in metres.
    pub from: Vec3,
    /// Its middle when the step ends.
    pub to: Vec3,
    /// In metres.
    pub radius: f32,
}

/// What is remembered of a blow from step to step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Swing {
    /// The number of the blow that this is about; 0 before the first.
    pub number: usize,
    /// Whom that blow has hurt already.
    pub hurt: Vec<usize>,
}

/// A blow, in one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blow {
    /// Which blow it is: 1 for the first of the game, and one more for each that follows.
    pub number: usize,
    /// How far its clip was when the step began, in seconds.
    pub from: f32,
    /// And when the step ended.
    pub to: f32,
    /// From when to when in the clip it hurts, in seconds.
    pub active: (f32, f32),
}

/// Answers to earlier TODOs: the finished ones in the checks; where `--mine` plays, your own that pass.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::type_complexity)]
pub struct Tools {
    pub next_state: fn(state: State, now: Now) -> Result<Option<State>, Lost>, // 13.3
}

impl Tools {
    /// 13.3: the state that begins in this step, or `None` if what plays goes on.
    pub fn next_state(&self, state: State, now: Now) -> Option<State> {
        (self.next_state)(state, now).unwrap_or_else(lost)
    }
}
