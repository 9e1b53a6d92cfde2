//! Eight tracks' current segments, each as a straight line in time.

use super::{Moving, keys::Keys};
use crate::fast::{
    lanes::{self, Eight, Numbers, Simd},
    pose::{LANES, Lane8},
};
use std::ops::Range;

/// The lines that eight lanes are on, and while when.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Segment {
    /// When each lane's segment began and when it ends, in seconds, and one over its length: 0 before the first key and
    /// after the last, where nothing moves.
    start: Lane8,
    end: Lane8,
    rate: Lane8,
    /// The values at its two keys.
    from: [Lane8; 4],
    to: [Lane8; 4],
    /// The key at the end of each lane's segment; after the last, where one more would be.
    next: [u32; LANES],
}

/// More keys than there are: where a lane is, is not known.
const UNKNOWN: u32 = u32::MAX / 2;

impl Segment {
    /// Holds at no time.
    pub(super) const UNKNOWN: Segment = Segment {
        start: [f32::MAX; LANES],
        end: [f32::MIN; LANES],
        rate: [0.0; LANES],
        from: [[0.0; LANES]; 4],
        to: [[0.0; LANES]; 4],
        next: [UNKNOWN; LANES],
    };

    /// The lanes whose line is not the right one at `time`: one bit each.
    #[inline(always)]
    pub(super) fn left<S: Simd>(&self, time: S::Eight) -> u64 {
        u64::from(time.outside(S::Eight::load(&self.start), S::Eight::load(&self.end)))
    }

    /// The values at `time`.
    #[inline(always)]
    pub(super) fn at<S: Simd>(&self, time: S::Eight) -> [S::Eight; 4] {
        let u = (time - S::Eight::load(&self.start)) * S::Eight::load(&self.rate);
        let (mut values, to) = (lanes::load::<S::Eight, 4>(&self.from), &self.to);
        for (value, to) in values.iter_mut().zip(to) {
            *value = (S::Eight::load(to) - *value).mul_add(u, *value);
        }
        values
    }

    /// Puts a lane that has left its segment on the next one, or wherever it has to be.
    #[inline(always)]
    pub(super) fn find(&mut self, lane: usize, moving: &Moving, keys: &Keys, search: &mut Search) {
        let track = keys.of_track(moving.first + lane as u32);
        let (now, next, start) = (search.time, self.next[lane] + 1, self.end[lane]);
        if start <= now && next < track.end {
            let end = keys.time(next);
            if end > now {
                // Forward to the next key, the last value is known.
                for number in 0..4 {
                    self.from[number][lane] = self.to[number][lane];
                }
                keys.unpack(next, moving, &mut self.to, lane);
                self.next[lane] = next;
                (self.start[lane], self.end[lane]) = (start, end);
                self.rate[lane] = 1.0 / (end - start);
                return;
            }
        }
        let next = search.first_after(keys, &track);
        let (before, after) = (next > track.start, next < track.end);
        keys.unpack(if before { next - 1 } else { next }, moving, &mut self.from, lane);
        keys.unpack(if after { next } else { next - 1 }, moving, &mut self.to, lane);
        self.next[lane] = next;
        self.start[lane] = if before { keys.time(next - 1) } else { f32::MIN };
        self.end[lane] = if after { keys.time(next) } else { f32::MAX };
        let length = self.end[lane] - self.start[lane];
        self.rate[lane] = if before && after { 1.0 / length } else { 0.0 };
    }
}

/// Looks for the keys around a time.
pub(super) struct Search {
    time: f32,
    /// How many of the clip's key times have passed, once that was asked.
    passed: Option<u32>,
    /// How many keys the last track has passed: often others have passed as many.
    likely: u32,
}

impl Search {
    pub(super) fn new(time: f32) -> Self {
        Self { time, passed: None, likely: 0 }
    }

    /// The first key of a track that has not passed.
    #[inline(always)]
    fn first_after(&mut self, keys: &Keys, track: &Range<u32>) -> u32 {
        let passed = match self.passed {
            Some(passed) => passed,
            None => keys.timeline.passed(self.time) as u32,
        };
        self.passed = Some(passed);
        let likely = track.start + self.likely;
        if self.likely == 0 || likely >= track.end || keys.index(likely - 1) >= passed || keys.index(likely) < passed {
            self.likely = keys.first_after(track, passed) - track.start;
        }
        track.start + self.likely
    }
}
