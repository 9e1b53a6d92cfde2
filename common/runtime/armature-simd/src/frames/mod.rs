//! Clips baked to frames: all joints at the same times, in blocks of eight.
//!
//! # The idea
//! In a clip, each track has its own key times, and sampling searches in each of them. Frames have the same times for
//! all joints, and need one search. If all tracks have the same key times, as a sampling exporter writes them, frames
//! are the keys. Otherwise there is a frame at every key of any track, if these are not many more than at a fixed rate,
//! or the clip is resampled at that rate, which may lose keys. Then one pass over two neighbouring frames does the same
//! to every joint, eight at a time, for each character of a [`Crowd`](crate::Crowd).
//!
//! ```text
//! times      t0       t1       t2       ...     search begins at (t - t0) * frames a second
//!             |        |        |
//! frame 0  [ block 0: tx ty tz rx ry rz rw sx sy sz ][ block 1: rx ry rz rw ] ...   32 bytes a row
//! frame 1  [ block 0: tx ty tz rx ry rz rw sx sy sz ][ block 1: rx ry rz rw ] ...
//! rest     [ block 0                                ][ block 1: tx ty tz ..... sx sy sz ]
//!
//! moving   [ T R S ][ - R - ] ...      parts that do not move in a block are stored once, in `rest`
//! ```
//!
//! From frame to frame, rotations have a positive dot product, so that they are interpolated by
//! [`armature::math::nlerp`]. Where tracks turn so far between two keys that they use slerp, there are frames between
//! them, so that nlerp is within 0.0001 rad of slerp.
//!
//! # What it costs
//! For a block whose parts all move: 20 loads, 10 subtractions and 10 multiply-adds, 10 stores. Numbers that do not move cost a load and a store. Frames have no cursors, and a thousand
//! characters share the memory of a clip.
//!
//! Memory: 40 bytes for each joint and frame if all parts move, 16 if only rotations do ([`Frames::bytes`]).

mod bake;
mod sample;
mod timeline;

pub use bake::{BakeError, MAX_BYTES};
pub(super) use sample::FramePair;

use self::timeline::Timeline;
use super::pose::{Lane8, TransformBlock};

/// One number of eight joints in one frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub(crate) struct Row(pub(crate) Lane8);

/// A clip baked for a skeleton: see the [page](crate::frames). [`SkinFrames`](crate::SkinFrames) are for a shader.
///
/// ```
/// use armature_simd::{Frames, SimdSkeleton};
/// # let clips = vec![armature::animation::Clip::of_tracks("walk", vec![])];
/// # let model = armature::model::Model { clips, ..Default::default() };
///
/// let skeleton = SimdSkeleton::new(&model.skeleton); // once
/// let walk = Frames::bake(&skeleton, &model.clips[0], 30.0)?; // for a `Crowd`
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Frames {
    /// Id of its skeleton.
    pub(super) skeleton: u64,
    /// Time of each frame, in seconds on the clip's clock, in order; at least one.
    timeline: Timeline,
    /// Whether translation, rotation and scale of each block move.
    moving: Vec<[bool; 3]>,
    /// Whether translation, rotation and scale of each block are those of the bind pose.
    at_rest: Vec<[bool; 3]>,
    /// Blocks of the first frame.
    rest: Vec<TransformBlock>,
    /// Number of rows of a frame.
    stride: usize,
    /// Rows of frame after frame: the moving parts of block after block.
    rows: Vec<Row>,
}

impl Frames {
    /// Returns the time of each frame, in seconds on the clip's clock.
    pub fn times(&self) -> &[f32] {
        self.timeline.times()
    }

    /// Returns the size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + size_of_val(self.times())
            + size_of_val(&*self.moving)
            + size_of_val(&*self.at_rest)
            + size_of_val(&*self.rest)
            + size_of_val(&*self.rows)
    }

    /// Returns the frame before `time`, and the fraction of the way to the next, from 0 to 1, by the rules of
    /// [`Track::sample`](armature::animation::Track::sample).
    #[inline]
    pub(super) fn find_segment(&self, time: f32) -> (usize, f32) {
        let times = self.times();
        let Some(last) = times.len().checked_sub(2) else { return (0, 0.0) };
        let lower = self.timeline.passed(time).clamp(1, last + 1) - 1;
        let before = times[lower];
        let after = times[lower + 1];
        let u = if time < after { ((time - before) / (after - before)).max(0.0) } else { 1.0 };
        (lower, u)
    }

    /// Returns the rows of a frame, or of the last frame if `index` is too large.
    fn frame(&self, index: usize) -> &[Row] {
        let index = index.min(self.times().len() - 1);
        &self.rows[index * self.stride..][..self.stride]
    }
}

#[cfg(test)]
mod tests;
