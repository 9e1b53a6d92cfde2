//! Tracks with keys at their own times, eight joints at a time.
//!
//! # The idea
//! Where keys are few and at uneven times, frames would be larger than the keys, and not exact. But few
//! keys also mean that between one sample and the next mostly nothing happens: the segment of
//! each track is the one it was. So each character keeps its current segments ready, as a value and a
//! slope, and a sample is one multiply-add a number; only when time leaves a segment are keys
//! looked at. Tracks with one key, and joints without any, are written and never looked at again.
//!
//! ```text
//! keys, shared      times  0.00 0.31 0.33 0.90 ...     values  [x y z w] [x y z w] ...
//!
//! segments, of one character: for each part of a block that moves
//! start   when each lane's segment began      t0 t0 t0 t0 t0 t0 t0 t0
//! value   its numbers then                    4 registers
//! slope   what they gain in a second          4 registers
//! from .. until   when all eight hold: the latest beginning, the earliest end
//! key     which segment each lane is in
//! ```
//!
//! Before the first key and after the last the slope is 0, so that nothing is clamped. Rotations whose
//! keys are too far apart for nlerp are given keys in between at load
//! ([`crate::animation::NLERP_LIMIT`]: within 0.0001 rad of slerp).
//!
//! # What it costs
//! A part of a block that moves: two comparisons, 9 loads, 4 multiply-adds, for rotations one square
//! root and one division, 4 stores. When a segment ends, a look at the next key, or a binary search
//! over the track's; up to two lanes are then set number by number, more of them all at once; tracks
//! that share their times are searched once for eight. Measured, in ns a joint: uneven keys, 3.6
//! forward and 17 seek, plain 11.6 and 23; keys on everything, 9 and 29, plain 18 and 59 (Zen 4 at
//! 3.7 GHz, AVX2, one character).
//!
//! Memory: 416 bytes a character for each moving part of a block, so it is for a few characters: a
//! thousand that play densely keyed clips fall out of the cache and are slower than the plain form.
//! They are better off with [`Frames`](super::Frames).

mod keys;
mod segment;

use self::{keys::Keys, segment::Segment};
use super::{
    FastSkeleton,
    lanes::{Numbers, Simd},
    pose::{LANES, PARTS, TransformBlock},
    simd_level::{Kernel, SimdLevel},
};
use crate::animation::Clip;
use std::ops::Range;

/// A clip's tracks in blocks of eight joints, for a skeleton: see the [page](crate::fast::tracks). Shared by all that
/// play it.
#[derive(Clone, Debug, Default)]
pub struct Tracks {
    keys: Keys,
    /// What moves, block by block.
    moving: Vec<Moving>,
    /// Every block where nothing moves it.
    rest: Vec<TransformBlock>,
}

/// One part of one block that moves.
#[derive(Clone, Copy, Debug)]
struct Moving {
    block: u32,
    /// Translation, rotation or scale: 0, 1 or 2.
    part: u32,
    /// Where each lane's keys begin and end.
    keys: [[u32; 2]; LANES],
    /// A lane with more than one key whose times are those of all others that have more than one: then
    /// one search finds all.
    leader: Option<u32>,
}

impl Moving {
    #[inline(always)]
    fn keys(&self, lane: usize) -> Range<usize> {
        let [start, end] = self.keys[lane];
        start as usize..end as usize
    }
}

/// Where one character is in its clip: the segment of every track. Made by [`Tracks::cursors`].
#[derive(Clone, Debug, Default)]
pub struct TrackCursors {
    current: Vec<Segment>,
}

impl Tracks {
    /// The tracks of a clip.
    ///
    /// # Panics
    /// If a track's joint is beyond the skeleton.
    pub fn new(skeleton: &FastSkeleton, clip: &Clip) -> Self {
        let mut keys = Keys::default();
        let mut rest = skeleton.rest().to_vec();
        let mut tracks_of = vec![[[None; LANES]; 3]; skeleton.blocks()];
        for tracks in &clip.tracks {
            let slot = skeleton.slot(tracks.joint);
            let (block, lane) = (slot / LANES, slot % LANES);
            let of_joint = [
                tracks.translation.as_ref().map(|track| keys.push_vectors(track)),
                tracks.rotation.as_ref().map(|track| keys.push_rotations(track)),
                tracks.scale.as_ref().map(|track| keys.push_vectors(track)),
            ];
            for (part, track) in of_joint.into_iter().enumerate() {
                let Some(track) = track else { continue };
                tracks_of[block][part][lane] = Some(track).filter(|&track| keys.moves(track));
                let first = keys.first(track);
                for (row, number) in rest[block].numbers[PARTS[part].clone()].iter_mut().zip(first)
                {
                    row[lane] = number;
                }
            }
        }
        let mut moving = Vec::new();
        for (block, parts) in tracks_of.iter().enumerate() {
            for (part, lanes) in parts.iter().enumerate() {
                if lanes.iter().all(Option::is_none) {
                    continue;
                }
                // A lane that stands still beside others that move has one key: where it rests.
                let mut ranges = [const { 0..0 }; LANES];
                for (lane, track) in lanes.iter().enumerate() {
                    let resting = || {
                        let mut value = [0.0; 4];
                        let rows = &rest[block].numbers[PARTS[part].clone()];
                        value.iter_mut().zip(rows).for_each(|(number, row)| *number = row[lane]);
                        value
                    };
                    let track = track.unwrap_or_else(|| keys.push_constant(resting()));
                    ranges[lane] = keys.of(track);
                }
                let times = |range: &Range<usize>| &keys.times[range.clone()];
                let mut many = (0..LANES).filter(|&lane| ranges[lane].len() > 1);
                let leader = many.next().filter(|&first| {
                    many.all(|lane| times(&ranges[lane]) == times(&ranges[first]))
                });
                moving.push(Moving {
                    block: block as u32,
                    part: part as u32,
                    keys: ranges.map(|range| [range.start as u32, range.end as u32]),
                    leader: leader.map(|lane| lane as u32),
                });
            }
        }
        Self { keys, moving, rest }
    }

    /// What a character needs to play it. Using it for another clip's tracks is an error that shows as
    /// a wrong pose or a panic: make new ones when the clip changes.
    pub fn cursors(&self) -> TrackCursors {
        TrackCursors { current: vec![Segment::UNKNOWN; self.moving.len()] }
    }

    /// How many blocks a pose of it has: as many as its skeleton.
    pub fn blocks(&self) -> usize {
        self.rest.len()
    }

    /// What it occupies, in bytes, and what [`TrackCursors`] do for each character.
    pub fn bytes(&self) -> (usize, usize) {
        let shared = size_of_val(&*self.moving) + size_of_val(&*self.rest) + self.keys.bytes();
        (shared, self.moving.len() * size_of::<Segment>())
    }

    /// Writes the pose at `time`, on the clip's clock, as [`Clip::sample`] does. Any time may follow
    /// any other; forward in small steps is cheapest. Allocates nothing.
    ///
    /// # Panics
    /// If `pose` is shorter than the skeleton, or `cursors` were made for tracks with more or fewer that
    /// move.
    pub fn sample(
        &self,
        simd: SimdLevel,
        time: f32,
        cursors: &mut TrackCursors,
        pose: &mut [TransformBlock],
    ) {
        assert_eq!(cursors.current.len(), self.moving.len(), "cursors of these tracks");
        let pose = &mut pose[..self.rest.len()];
        pose.copy_from_slice(&self.rest);
        simd.run(Sample { tracks: self, time, cursors, pose });
    }
}

struct Sample<'a> {
    tracks: &'a Tracks,
    time: f32,
    cursors: &'a mut TrackCursors,
    pose: &'a mut [TransformBlock],
}

impl Kernel for Sample<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self) {
        let time = S::Eight::splat(self.time);
        for (moving, segment) in self.tracks.moving.iter().zip(&mut self.cursors.current) {
            if !segment.holds(self.time) {
                segment.find::<S>(&self.tracks.keys, moving, self.time);
            }
            let [x, y, z, w] = segment.at::<S>(time);
            let numbers = &mut self.pose[moving.block as usize].numbers;
            match moving.part {
                0 => store::<S, 3>([x, y, z], numbers, 0),
                1 => {
                    let squared = w.mul_add(w, z.mul_add(z, y.mul_add(y, x * x)));
                    let factor = S::Eight::splat(1.0) / squared.sqrt();
                    store::<S, 4>([x * factor, y * factor, z * factor, w * factor], numbers, 3);
                }
                _ => store::<S, 3>([x, y, z], numbers, 7),
            }
        }
    }
}

#[inline(always)]
fn store<S: Simd, const N: usize>(
    values: [S::Eight; N],
    numbers: &mut [[f32; LANES]; 10],
    first: usize,
) {
    for (value, row) in values.iter().zip(&mut numbers[first..first + N]) {
        value.store(row);
    }
}

#[cfg(test)]
mod tests;
