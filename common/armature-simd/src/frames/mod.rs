//! A clip baked to frames: every joint at the same moments, in blocks of eight.
//!
//! # The idea
//! A clip keeps each joint's keys at times of their own, so each sample first asks, for each track,
//! between which two keys it is. Frames ask once for all: either the tracks share their times
//! anyway (whatever an exporter has sampled does), and then frames hold the very same keys; or there is
//! a frame at every key of any track, where that does not take many more than a fixed rate would; or
//! the clip is resampled at that rate, which may cut off keys. What is left is
//! one pass over two neighbouring frames that does the same to every joint, eight at a time.
//!
//! ```text
//! times      t0       t1       t2       ...     looked up at (t - t0) * frames a second, then stepped
//!             |        |        |
//! frame 0  [ block 0: tx ty tz rx ry rz rw sx sy sz ][ block 1: rx ry rz rw ] ...   32 bytes a row
//! frame 1  [ block 0: tx ty tz rx ry rz rw sx sy sz ][ block 1: rx ry rz rw ] ...
//! rest     [ block 0                                ][ block 1: tx ty tz ..... sx sy sz ]
//!
//! moving   [ T R S ][ - R - ] ...      what stands still in a whole block is kept once, in `rest`
//! ```
//!
//! Rotations are on the same side of the sphere from frame to frame, signs fixed while baking, so
//! that a straight line and a normalisation blend them ([`armature::math::nlerp`]). Where tracks turn so
//! far between two shared keys that they ask for slerp, frames are put in between until nlerp is
//! within 0.0001 rad of it.
//!
//! # What it costs
//! A block whose parts all move: 20 loads, 10 subtractions and 10 multiply-adds, 10 stores, one
//! square root and one division to normalise. What does not move costs a load and a store instead
//! of two loads and the arithmetic. Nothing is remembered from call to call, and a thousand characters share one clip's
//! memory.
//!
//! Memory: 40 bytes a joint and frame where all moves, 16 where only rotations do ([`Frames::bytes`]).

mod bake;
mod sample;
mod timeline;

pub use bake::{BakeError, MAX_BYTES};
pub(super) use sample::Around;

use self::timeline::Timeline;
use super::pose::{Lane8, TransformBlock};

/// One number of eight joints in one frame.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct Row(pub(crate) Lane8);

/// A baked clip, for a skeleton: see the [page](crate::frames).
#[derive(Clone, Debug)]
pub struct Frames {
    /// When each frame is, in seconds on the clip's clock; never empty, never going back.
    timeline: Timeline,
    /// Whether translation, rotation and scale of each block move.
    moving: Vec<[bool; 3]>,
    /// And whether it stands where the skeleton's rest has it.
    at_rest: Vec<[bool; 3]>,
    /// Each block where nothing moves it.
    rest: Vec<TransformBlock>,
    /// Rows in a frame.
    stride: usize,
    /// Frame after frame, in each the moving parts of block after block.
    rows: Vec<Row>,
}

impl Frames {
    /// When each frame is, in seconds on the clip's clock.
    pub fn times(&self) -> &[f32] {
        self.timeline.times()
    }

    /// Returns the number of blocks of a pose: as many as its skeleton has.
    fn blocks(&self) -> usize {
        self.rest.len()
    }

    /// Returns the memory used, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + size_of_val(self.times())
            + size_of_val(&*self.moving)
            + size_of_val(&*self.at_rest)
            + size_of_val(&*self.rest)
            + size_of_val(&*self.rows)
    }

    /// The frame before `time` and the way to the next, from 0 to 1, by the rules of
    /// [`Track::sample`](armature::animation::Track::sample).
    #[inline]
    pub(super) fn locate(&self, time: f32) -> (usize, f32) {
        let times = self.times();
        let Some(last) = times.len().checked_sub(2) else { return (0, 0.0) };
        let lower = self.timeline.passed(time).clamp(1, last + 1) - 1;
        let before = times[lower];
        let after = times[lower + 1];
        let u = if time < after { ((time - before) / (after - before)).max(0.0) } else { 1.0 };
        (lower, u)
    }

    /// The rows of one frame; of the last, if there are not so many.
    fn frame(&self, index: usize) -> &[Row] {
        let index = index.min(self.times().len() - 1);
        &self.rows[index * self.stride..][..self.stride]
    }
}

#[cfg(test)]
mod tests;
