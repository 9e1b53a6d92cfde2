//! Types that earlier lessons have built, and the clip of this one.

use crate::{Lost, lost};
use glam::Mat4;

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct Keyframes {
        "05.1" set_keyframes: fn(keys: &mut Vec<Mat4>, floats: &[f32]) -> Result<(), String>,
        "05.2" segment: fn(times: &[f32], t: f32, closes_at: Option<f32>) -> Segment,
        "05.3" wrap_time: fn(elapsed: f32, duration: f32, mode: LoopMode) -> f32,
        "05.4" advance: fn(index: &mut AnimationIndex, dt: f32, clip: &Clip),
    }
}

pub use armature::animation::{
    LoopMode,
    keyframes::{AnimationIndex, Segment},
};

/// A joint as lesson 04 read it, as far as this lesson needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// The name by which a skin refers to the joint.
    pub name: String,
    /// The parent's index, always a smaller one; `None` for a root.
    pub parent: Option<usize>,
    /// The joint's rest transform in its parent's space.
    pub parent_from_joint: Mat4,
}

/// A matrix between two: each of its numbers runs straight from one to the other. Right for the
/// translation; what it does to a rotation is what lesson 06 is about.
pub fn blend(from: Mat4, to: Mat4, alpha: f32) -> Mat4 {
    from * (1.0 - alpha) + to * alpha
}

/// When a clip's keys are.
#[derive(Clone, Debug)]
pub struct Keys {
    /// Seconds since the clip's start, increasing.
    pub times: Vec<f32>,
    /// When the first key is reached again in a loop: later than the last key.
    pub closes_at: f32,
}

impl Keys {
    /// A clip of these keys, with the 05.2 and 05.3 of `answers`.
    pub fn clip(&self, mode: LoopMode, answers: &Keyframes) -> Clip {
        let find = Find { segment: answers.segment, wrap_time: answers.wrap_time };
        Clip { times: self.times.clone(), closes_at: self.closes_at, mode, find }
    }
}

/// The function that finds a time in a clip.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::type_complexity)]
pub struct Find {
    pub segment: fn(times: &[f32], t: f32, closes_at: Option<f32>) -> Result<Segment, Lost>, // 05.2
    pub wrap_time: fn(elapsed: f32, duration: f32, mode: LoopMode) -> Result<f32, Lost>,     // 05.3
}

/// The key times of a clip, how it loops, and the functions that find a time in it.
#[derive(Clone, Debug)]
pub struct Clip {
    /// Times of the keys, in seconds since the clip's start: the first is 0, and they increase.
    pub times: Vec<f32>,
    /// When the first key is reached again in a loop: later than the last key.
    pub closes_at: f32,
    /// Behaviour at the end of the clip.
    pub mode: LoopMode,
    find: Find,
}

impl Clip {
    /// Seconds from the first key to the last; in a loop on to where it closes.
    pub fn duration(&self) -> f32 {
        match self.mode {
            LoopMode::Loop => self.closes_at,
            LoopMode::Clamp | LoopMode::PingPong => self.times[self.times.len() - 1],
        }
    }

    /// Seconds until all begins again: there and back are two durations.
    pub fn round(&self) -> f32 {
        match self.mode {
            LoopMode::PingPong => 2.0 * self.duration(),
            LoopMode::Clamp | LoopMode::Loop => self.duration(),
        }
    }

    /// 05.3, in this clip: from 0 to its duration.
    pub fn wrap_time(&self, elapsed: f32) -> f32 {
        (self.find.wrap_time)(elapsed, self.duration(), self.mode).unwrap_or_else(lost)
    }

    /// 05.2, in this clip. Only a loop closes.
    pub fn segment(&self, t: f32) -> Segment {
        let closes_at = match self.mode {
            LoopMode::Loop => Some(self.closes_at),
            LoopMode::Clamp | LoopMode::PingPong => None,
        };
        (self.find.segment)(&self.times, t, closes_at).unwrap_or_else(lost)
    }
}
