//! What the lesson gives you: who dances what, where a clip lies in the texture of baked frames, and a moment of it.

pub use crate::ShaderFile;
use glam::{Mat4, Vec4};

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct Crowd {
        "17.1" rows: fn(palette: &[Mat4]) -> Vec<Vec4>,
        "17.2" crowd: ShaderFile = "crowd.vert",
        "17.3" moment: fn(dancer: &Dancer, clips: &[BakedClip], seconds: f32) -> Moment,
        "17.4" frames: ShaderFile = "frames.vert",
    }
}

/// What one member of the crowd dances, and by which clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dancer {
    /// Its clip: an index in the list of baked clips.
    pub clip: usize,
    /// Where in its clip it was when everything began, in seconds; may be negative.
    pub phase: f32,
    /// How many seconds of its clip pass in a second: 1 is as it was made.
    pub speed: f32,
}

/// Where a clip's frames are in the list of all baked frames.
///
/// A clip is a loop: after its last frame comes its first. So it lasts `frames / rate` seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BakedClip {
    /// The number of its first frame.
    pub first: usize,
    /// How many it has, one at least.
    pub frames: usize,
    /// How many are played in a second.
    pub rate: f32,
}

/// A moment between two baked frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The number of the frame before it, in the list of all baked frames.
    pub from: usize,
    /// The number of the frame after it.
    pub to: usize,
    /// The fraction of the way from the one to the other: 0 is `from`, 1 would be `to`.
    pub alpha: f32,
}
