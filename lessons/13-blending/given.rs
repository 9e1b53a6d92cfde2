//! Given: the knight's states, the inputs of a frame, a fade's memory, and the tools.

use crate::{CallError, unwind};
use glam::Quat;

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct Blending {
        "13.1" blend: fn(a: &[Transform], b: &[Transform], u: f32, tools: &Tools) -> Vec<Transform>,
        "13.2" fade: fn(fade: &mut Fade, pose: &[Transform], begins: Option<f32>, dt: f32, tools: &Tools),
        "13.3" next_state: fn(state: State, now: Now) -> Option<State>,
        /// Two poses, the joints' parents, and the first joint that the second pose has; out comes a pose.
        "13.4" masked: fn(base: &[Transform], over: &[Transform], parents: &[Option<usize>], first: usize) -> Vec<Transform>,
    }
}

pub use armature::math::Transform;

/// The knight's activity. Each has a clip of that name in his file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// He stands. Loops, as the next two do.
    Idle,
    /// He walks.
    Walk,
    /// He runs.
    Run,
    /// He rises in the air after a push. Played once.
    Jump,
    /// He falls. Loops.
    Fall,
    /// His feet touch the ground, and his knees give. Played once.
    Land,
    /// He strikes with the fist, while his legs go on. Played once.
    Punch,
    /// He strikes with the sword, with his whole body. Played once.
    Swing,
}

impl State {
    /// All states.
    pub const ALL: [State; 8] =
        [Self::Idle, Self::Walk, Self::Run, Self::Jump, Self::Fall, Self::Land, Self::Punch, Self::Swing];

    /// Returns the name in small letters: `"walk"`.
    pub fn name(self) -> &'static str {
        ["idle", "walk", "run", "jump", "fall", "land", "punch", "swing"][self as usize]
    }

    /// Returns whether the clip is played once and then ends.
    pub fn is_played_once(self) -> bool {
        matches!(self, Self::Jump | Self::Land | Self::Punch | Self::Swing)
    }
}

/// The inputs of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// Whether there is ground below his feet; false from the frame after the one in which a jump begins.
    pub supported: bool,
    /// Whether his clip has been played to its end; never true for idle, walk, run and fall, which loop.
    pub ended: bool,
    /// The state that the keys ask for: jump, punch or swing if that key went down in this frame; else that of the
    /// arrow keys: idle, walk or run.
    pub wanted: State,
}

/// A fade's memory from frame to frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Fade {
    /// The pose that was shown when the current animation began.
    pub from: Vec<Transform>,
    /// The pose on the screen, which `fade` writes.
    pub shown: Vec<Transform>,
    /// Seconds since the current animation began.
    pub elapsed: f32,
    /// Duration of the fade to it, in seconds; 0 is a cut.
    pub duration: f32,
}

impl Fade {
    /// Returns a fade that shows `pose` and has ended.
    pub fn new(pose: &[Transform]) -> Self {
        Fade { from: pose.to_vec(), shown: pose.to_vec(), elapsed: 0.0, duration: 0.0 }
    }
}

/// The knight's walking speed, in metres a second: as fast as his feet pass below him in the clip.
pub const WALK: f32 = 0.75;
/// The knight's running speed, in metres a second.
pub const RUN: f32 = 1.93;

/// Answers to earlier TODOs: the finished ones in the checks; where `--mine` plays, your own that pass.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::type_complexity)]
pub struct Tools {
    pub shortest: fn(from: Quat, to: Quat) -> Result<Quat, CallError>, // 07.1
    pub nlerp: fn(a: Quat, b: Quat, u: f32) -> Result<Quat, CallError>, // 07.2
    pub slerp: fn(a: Quat, b: Quat, u: f32) -> Result<Quat, CallError>, // 07.3
    pub blend: fn(a: &[Transform], b: &[Transform], u: f32, by: &Tools) -> Result<Vec<Transform>, CallError>, // 13.1
    // Called by 13.1 itself.
    pub finished: fn(a: &[Transform], b: &[Transform], u: f32, by: &Tools) -> Result<Vec<Transform>, CallError>, // 13.1
}

impl Tools {
    /// Returns `to` or `-to`, whichever is nearer to `from`: 07.1.
    pub fn shortest(&self, from: Quat, to: Quat) -> Quat {
        (self.shortest)(from, to).unwrap_or_else(unwind)
    }

    /// Returns the rotation at the fraction `u` of the straight line from `a` to `b`, which lie on one side: 07.2.
    pub fn nlerp(&self, a: Quat, b: Quat, u: f32) -> Quat {
        (self.nlerp)(a, b, u).unwrap_or_else(unwind)
    }

    /// Returns the rotation at the fraction `u` of the arc from `a` to `b`, which lie on one side: 07.3.
    pub fn slerp(&self, a: Quat, b: Quat, u: f32) -> Quat {
        (self.slerp)(a, b, u).unwrap_or_else(unwind)
    }

    /// Returns the pose between `a` and `b`: 13.1. In 13.1 itself this is the finished function, because one that calls
    /// itself through its tools would never end.
    pub fn blend(&self, a: &[Transform], b: &[Transform], u: f32) -> Vec<Transform> {
        let tools = Tools { blend: self.finished, ..*self };
        (self.blend)(a, b, u, &tools).unwrap_or_else(unwind)
    }
}
