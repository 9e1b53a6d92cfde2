//! Tracks with keys at their own times, eight joints at a time.
//!
//! # The idea
//! Where keys are few and at uneven times, frames would be larger than the keys, and not exact. But few
//! keys also mean that between one sample and the next mostly nothing happens: the segment of
//! each track is the one it was. So each character keeps its current segments ready, as the values at
//! both ends, and a sample is one multiply-add a number; only when time leaves a segment are keys
//! looked at. Tracks with one key, and joints without any, are written and never looked at again.
//!
//! ```text
//! timeline          0.00 0.03 0.07 ...              when any track has a key, each time once
//! keys, shared      time   2 bytes: which of those  value  8 bytes: three numbers of 20 or 21 bits
//!
//! segments, of one character: for each part of a block that moves
//! start   when each lane's segment began      t0 t0 t0 t0 t0 t0 t0 t0
//! end     when it ends                        1 register
//! rate    one over how long it lasts          1 register
//! from    its numbers at its start            4 registers
//! to      and at its end                      4 registers
//! next    the key at its end                  1 register
//! ```
//!
//! Before the first key and after the last the rate is 0, so that nothing is clamped. Rotations whose
//! keys are too far apart for nlerp ([`crate::animation::NLERP_LIMIT`]) are given keys in between at load, within
//! 0.00005 rad of slerp.
//!
//! Values are packed: a rotation to 0.000003 rad, a vector to a four-millionth of what its track ranges over. They
//! are unpacked when a segment begins, not at each sample.
//!
//! # What it costs
//! A part of a block that moves: two comparisons of eight numbers each, 10 loads, 5 multiplications and 4
//! multiply-adds, for rotations one square root and one division, 4 stores. When a lane's segment ends, the next key is
//! unpacked: 13 loads, 13 stores, a division, for rotations a square root. Where time has jumped, the timeline is
//! searched once, and then each track, unless it has passed as many keys as the one before.
//!
//! Memory: ten bytes a key, so [`reduce`](crate::animation::reduce::reduce) the clip first; and 384 bytes a character
//! for each moving part of a block, so it is for a few characters: a thousand that play densely keyed clips fall out
//! of the cache and are slower than the plain form. They are better off with [`Frames`](super::Frames).

mod keys;
mod segment;

use self::{
    keys::{Builder, Keys},
    segment::{Search, Segment},
};
use super::{
    FastSkeleton,
    lanes::{self, Numbers, Simd},
    pose::{LANES, Lane8, PARTS, TransformBlock, rotation_numbers},
    simd_level::{Kernel, SimdLevel},
};
use crate::animation::{Clip, JointTracks, RotationTrack, Track};
use glam::Vec3;
use std::sync::Arc;

/// A clip's tracks in blocks of eight joints, for a skeleton: see the [page](crate::fast::tracks). Shared by all that
/// play it.
#[derive(Clone, Debug)]
pub struct Tracks {
    keys: Keys,
    /// What moves, block by block.
    moving: Vec<Moving>,
    /// What stands still in another place than at rest.
    still: Vec<Still>,
    /// Every block where nothing moves it: the skeleton's.
    rest: Arc<[TransformBlock]>,
}

/// One part of one block that moves.
#[derive(Clone, Copy, Debug)]
struct Moving {
    block: u32,
    /// Translation, rotation or scale: 0, 1 or 2.
    part: u8,
    /// The first lane's track, and which of the tracks of vectors it is, if it is one. The others follow.
    first: u32,
    first_vectors: u32,
}

/// One part of one block that stands still; the fourth row of a vector is not used.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct Still {
    block: u32,
    part: u32,
    numbers: [Lane8; 4],
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
        // For each block, part and lane the tracks of its joint.
        let mut tracks_of: Vec<[Option<&JointTracks>; LANES]> = vec![[None; LANES]; skeleton.blocks()];
        for tracks in &clip.tracks {
            let slot = skeleton.slot(tracks.joint);
            tracks_of[slot / LANES][slot % LANES] = Some(tracks);
        }
        let (mut keys, mut moving) = (Builder::default(), Vec::new());
        let mut still = Vec::new();
        for (block, (tracks, rest)) in tracks_of.iter().zip(skeleton.rest()).enumerate() {
            for (part, range) in PARTS.into_iter().enumerate() {
                let rows = &rest.numbers[range];
                let mut numbers = [[0.0; LANES]; 4];
                numbers.iter_mut().zip(rows).for_each(|(number, row)| *number = *row);
                let lanes = tracks.map(|tracks| tracks.and_then(|tracks| OfPart::new(tracks, part)));
                for (lane, track) in lanes.iter().enumerate() {
                    let Some(first) = track.as_ref().map(OfPart::first) else { continue };
                    numbers.iter_mut().zip(first).for_each(|(row, number)| row[lane] = number);
                }
                if lanes.iter().flatten().any(OfPart::moves) {
                    let [first, first_vectors] = keys.counts();
                    let part = part as u8;
                    moving.push(Moving { block: block as u32, part, first, first_vectors });
                    // A lane that stands still beside others that move has one key: where it rests.
                    for (lane, track) in lanes.iter().enumerate() {
                        match track {
                            Some(track) if track.moves() => track.push(&mut keys),
                            _ => keys.push_still(numbers.map(|row| row[lane]), part == 1),
                        }
                    }
                } else if numbers[..rows.len()] != *rows {
                    still.push(Still { block: block as u32, part: part as u32, numbers });
                }
            }
        }
        // One kind after the other, which is easier to predict.
        moving.sort_by_key(|moving| moving.part);
        Self { keys: keys.finish(), moving, still, rest: skeleton.shared_rest() }
    }

    /// What a character needs to play it. Using it for another clip's tracks is an error that shows as
    /// a wrong pose or a panic: make new ones when the clip changes.
    pub fn cursors(&self) -> TrackCursors {
        TrackCursors { current: vec![Segment::UNKNOWN; self.moving.len()] }
    }

    /// What it occupies, in bytes, and what [`TrackCursors`] do for each character. Its skeleton's pose at rest, which
    /// all clips share, is not counted.
    pub fn bytes(&self) -> (usize, usize) {
        let parts = size_of_val(&*self.moving) + size_of_val(&*self.still);
        let shared = parts + self.keys.bytes();
        (shared, self.moving.len() * size_of::<Segment>())
    }

    /// Writes the pose at `time`, on the clip's clock, as [`Clip::sample`] does. Any time may follow
    /// any other, infinity and NaN as well; forward in small steps is cheapest. Allocates nothing.
    ///
    /// # Panics
    /// If `pose` is shorter than the skeleton, or `cursors` were made for tracks with more or fewer that
    /// move.
    pub fn sample(&self, simd: SimdLevel, time: f32, cursors: &mut TrackCursors, pose: &mut [TransformBlock]) {
        assert_eq!(cursors.current.len(), self.moving.len(), "cursors of these tracks");
        // Infinity times a rate of 0 is NaN. (`clamp` would keep NaN, which is before the first key.)
        #[allow(clippy::manual_clamp)]
        let time = time.max(f32::MIN).min(f32::MAX);
        let pose = &mut pose[..self.rest.len()];
        simd.run(Sample { tracks: self, time, cursors, pose });
    }
}

/// One part of a joint's tracks.
enum OfPart<'a> {
    Vectors(&'a Track<Vec3>),
    Rotations(&'a RotationTrack),
}

impl<'a> OfPart<'a> {
    fn new(tracks: &'a JointTracks, part: usize) -> Option<Self> {
        match part {
            0 => tracks.translation.as_ref().map(OfPart::Vectors),
            1 => tracks.rotation.as_ref().map(OfPart::Rotations),
            _ => tracks.scale.as_ref().map(OfPart::Vectors),
        }
    }

    /// The value of the first key; of a vector, the fourth number is 0.
    fn first(&self) -> [f32; 4] {
        match self {
            OfPart::Vectors(track) => track.values()[0].extend(0.0).to_array(),
            OfPart::Rotations(track) => rotation_numbers(track.track().values()[0]),
        }
    }

    /// Whether its keys differ.
    fn moves(&self) -> bool {
        fn differ<T: PartialEq>(values: &[T]) -> bool {
            values.iter().any(|value| *value != values[0])
        }
        match self {
            OfPart::Vectors(track) => differ(track.values()),
            OfPart::Rotations(track) => differ(track.track().values()),
        }
    }

    fn push(&self, keys: &mut Builder) {
        match self {
            OfPart::Vectors(track) => keys.push_vectors(track),
            OfPart::Rotations(track) => keys.push_rotations(track),
        }
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
        let Tracks { keys, moving, .. } = self.tracks;
        let time = S::Eight::splat(self.time);
        // All that is at rest, at once; what moves is written over.
        self.pose.copy_from_slice(&self.tracks.rest);
        for Still { block, part, numbers } in &self.tracks.still {
            let rows = &mut self.pose[*block as usize].numbers[PARTS[*part as usize].clone()];
            for (from, to) in numbers.iter().zip(rows) {
                S::Eight::load(from).store(to);
            }
        }
        // All keys first: what was written number by number is not at hand yet for whole registers.
        let segments = &mut self.cursors.current[..];
        let mut search = Search::new(self.time);
        for (moving, segments) in moving.chunks(LANES).zip(segments.chunks_mut(LANES)) {
            // Which lanes have moved on is hard to predict: a bit for each spares most branches.
            let mut left = 0;
            for (at, segment) in segments.iter().enumerate() {
                left |= segment.left::<S>(time) << (at * LANES);
            }
            while left != 0 {
                let first = left.trailing_zeros() as usize;
                let (at, lane) = (first / LANES, first % LANES);
                segments[at].find(lane, &moving[at], keys, &mut search);
                left &= left - 1;
            }
        }
        for (moving, segment) in moving.iter().zip(segments) {
            let numbers = segment.at::<S>(time);
            let rows = &mut self.pose[moving.block as usize].numbers;
            let [translation, rotation, scale] = PARTS;
            // Of a vector the fourth number is left out.
            match moving.part {
                0 => lanes::store(numbers, &mut rows[translation]),
                1 => lanes::store(lanes::normalized(numbers), &mut rows[rotation]),
                _ => lanes::store(numbers, &mut rows[scale]),
            }
        }
    }
}

#[cfg(test)]
mod tests;
