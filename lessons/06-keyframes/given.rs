//! Types that earlier lessons have built, and the clip of this one.

use crate::{CallError, unwind};
use glam::Mat4;

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct Keyframes {
        "06.1" set_keyframes: fn(keys: &mut Vec<Mat4>, floats: &[f32]) -> Result<(), String>,
        "06.2" segment: fn(times: &[f32], t: f32, closes_at: Option<f32>) -> Segment,
        "06.3" wrap_time: fn(elapsed: f32, duration: f32, mode: LoopMode) -> f32,
        "06.4" advance: fn(index: &mut AnimationIndex, dt: f32, clip: &Clip),
    }
}

pub use armature::animation::LoopMode;

/// Pair of keys between which a time lies, and the fraction of the way from the first to the second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Segment {
    /// Index of the key before the time.
    pub from: usize,
    /// Index of the key after the time, or `from` where there is none.
    pub to: usize,
    /// Fraction of the way: 0 at `from`, 1 at `to`.
    pub alpha: f32,
}

/// Playback position in a clip.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AnimationIndex {
    /// Seconds of playing since the clip's start, within one cycle (there and back in [`LoopMode::PingPong`]), so that
    /// they keep their precision for hours.
    pub elapsed: f32,
    /// Segment for this time.
    pub segment: Segment,
}

/// A joint as lesson 05 read it, as far as this lesson needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// The name by which a skin refers to the joint.
    pub name: String,
    /// The parent's index, always a smaller one; `None` for a root.
    pub parent: Option<usize>,
    /// The joint's rest transform in its parent's space.
    pub parent_from_joint: Mat4,
}

/// Interpolates two matrices number by number. That is right for the translation, but not for the rotation, which lesson 07
/// mends.
pub fn blend(from: Mat4, to: Mat4, alpha: f32) -> Mat4 {
    from * (1.0 - alpha) + to * alpha
}

/// The times of a clip's keys.
#[derive(Clone, Debug)]
pub struct Keys {
    /// Times of the keys, in seconds since the clip's start, increasing.
    pub times: Vec<f32>,
    /// Time at which a loop is back at the first key, later than the last key.
    pub closes_at: f32,
}

impl Keys {
    /// Creates a clip of these keys, which calls 06.2 and 06.3 of `answers`.
    pub fn clip(&self, mode: LoopMode, answers: &Keyframes) -> Clip {
        let find = Find { segment: answers.segment, wrap_time: answers.wrap_time };
        Clip { times: self.times.clone(), closes_at: self.closes_at, mode, find }
    }
}

/// The functions that find a time in a clip.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::type_complexity)]
pub struct Find {
    pub segment: fn(times: &[f32], t: f32, closes_at: Option<f32>) -> Result<Segment, CallError>, // 06.2
    pub wrap_time: fn(elapsed: f32, duration: f32, mode: LoopMode) -> Result<f32, CallError>,     // 06.3
}

/// The key times of a clip, how it loops, and the functions that find a time in it.
#[derive(Clone, Debug)]
pub struct Clip {
    /// Times of the keys, in seconds since the clip's start: the first is 0, and they increase.
    pub times: Vec<f32>,
    /// Time at which a loop is back at the first key, later than the last key.
    pub closes_at: f32,
    /// Behaviour at the end of the clip.
    pub mode: LoopMode,
    find: Find,
}

impl Clip {
    /// Returns the time from the first key to the last, or of a loop to where it closes, in seconds.
    pub fn duration(&self) -> f32 {
        match self.mode {
            LoopMode::Loop => self.closes_at,
            LoopMode::Clamp | LoopMode::PingPong => self.times[self.times.len() - 1],
        }
    }

    /// Returns the time after which the clip repeats, in seconds: for ping-pong two durations.
    pub fn cycle(&self) -> f32 {
        match self.mode {
            LoopMode::PingPong => 2.0 * self.duration(),
            LoopMode::Clamp | LoopMode::Loop => self.duration(),
        }
    }

    /// Returns the time in this clip, from 0 to its duration, after `elapsed` seconds (06.3).
    pub fn wrap_time(&self, elapsed: f32) -> f32 {
        (self.find.wrap_time)(elapsed, self.duration(), self.mode).unwrap_or_else(unwind)
    }

    /// Returns the segment at a time in this clip (06.2). Only a loop closes.
    pub fn segment(&self, t: f32) -> Segment {
        let closes_at = match self.mode {
            LoopMode::Loop => Some(self.closes_at),
            LoopMode::Clamp | LoopMode::PingPong => None,
        };
        (self.find.segment)(&self.times, t, closes_at).unwrap_or_else(unwind)
    }
}
