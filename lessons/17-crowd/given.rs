//! Given: the dancers, the ranges of their clips in the texture of baked frames, and a moment of a clip.

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

/// The clip of one member of the crowd, and its clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dancer {
    /// Its clip: an index in the list of baked clips.
    pub clip: usize,
    /// Position in its clip at the beginning, in seconds; may be negative.
    pub phase: f32,
    /// Speed of the clip; 1 is its own speed.
    pub speed: f32,
}

/// A clip's range in the list of all baked frames.
///
/// A clip is a loop: after its last frame comes its first. So it lasts `frames / rate` seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BakedClip {
    /// Index of the first frame.
    pub first: usize,
    /// Number of frames, at least one.
    pub frames: usize,
    /// Frames played in a second.
    pub rate: f32,
}

/// A moment between two baked frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Index of the frame before, in the list of all baked frames.
    pub from: usize,
    /// Index of the frame after.
    pub to: usize,
    /// Fraction of the way from `from` (0) to `to` (1).
    pub alpha: f32,
}
