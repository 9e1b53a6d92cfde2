//! Eight tracks' current segments, each as a straight line in time.

use super::{Moving, keys::Keys};
use crate::fast::{
    lanes::{self, Numbers, Simd},
    pose::{LANES, Lane8},
};

/// The lines that eight lanes are on, and while when. When is said by how many of the clip's key times have passed.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Segment {
    /// When each lane's segment began, and one over its length in seconds: 0 before the first key and after the last,
    /// where nothing moves.
    start: Lane8,
    rate: Lane8,
    /// The values at its two keys.
    from: [Lane8; 4],
    to: [Lane8; 4],
    /// Each lane holds from so many passed times on, and before so many.
    begins: [u32; LANES],
    ends: [u32; LANES],
    /// How many of its keys each lane has passed.
    passed: [u32; LANES],
    /// From when on, and until when, all eight hold.
    all_begin: u32,
    all_end: u32,
}

/// More keys than any track has: where a lane is, is not known.
const UNKNOWN: u32 = u32::MAX / 2;

impl Segment {
    /// Holds at no time.
    pub(super) const UNKNOWN: Segment = Segment {
        start: [0.0; LANES],
        rate: [0.0; LANES],
        from: [[0.0; LANES]; 4],
        to: [[0.0; LANES]; 4],
        begins: [UNKNOWN; LANES],
        ends: [0; LANES],
        passed: [UNKNOWN; LANES],
        all_begin: UNKNOWN,
        all_end: 0,
    };

    /// Whether every lane's line is the right one when so many times have passed.
    #[inline(always)]
    pub(super) fn holds(&self, passed: u32) -> bool {
        self.all_begin <= passed && passed < self.all_end
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

    /// Puts every lane that has left its segment on the one where so many times have passed.
    #[inline(always)]
    pub(super) fn find(&mut self, keys: &Keys, moving: &Moving, passed: u32) {
        // Which lanes have moved on is hard to predict: a mask spares eight branches.
        let mut moved = 0u32;
        for lane in 0..LANES {
            let holds = self.begins[lane] <= passed && passed < self.ends[lane];
            moved |= u32::from(!holds) << lane;
        }
        while moved != 0 {
            self.find_lane(moved.trailing_zeros() as usize, keys, moving, passed);
            moved &= moved - 1;
        }
        self.all_begin = self.begins.into_iter().fold(0, u32::max);
        self.all_end = self.ends.into_iter().fold(UNKNOWN, u32::min);
    }

    #[inline(always)]
    fn find_lane(&mut self, lane: usize, keys: &Keys, moving: &Moving, passed: u32) {
        let packing = &keys.tracks[moving.tracks[lane] as usize];
        let (start, end) = (packing.start, packing.end);
        let before = self.passed[lane];
        let key = keys.first_after(packing, before + 1, passed);
        let value = |key: u32| {
            if moving.part == 1 { keys.rotation(key) } else { keys.vector(key, packing) }
        };
        let time = |key: u32| keys.timeline.times()[keys.time(key) as usize];
        // Forward to the next key, the last value is known.
        if key == start + before + 1 {
            (0..4).for_each(|k| self.from[k][lane] = self.to[k][lane]);
        } else {
            let from = value(key.max(start + 1) - 1);
            (0..4).for_each(|k| self.from[k][lane] = from[k]);
        }
        let to = value(key.min(end - 1));
        (0..4).for_each(|k| self.to[k][lane] = to[k]);
        self.passed[lane] = key - start;
        self.begins[lane] = if key == start { 0 } else { keys.time(key - 1) + 1 };
        self.ends[lane] = if key == end { UNKNOWN } else { keys.time(key) + 1 };
        if key == start || key == end {
            (self.start[lane], self.rate[lane]) = (0.0, 0.0);
        } else {
            let begin = time(key - 1);
            (self.start[lane], self.rate[lane]) = (begin, 1.0 / (time(key) - begin));
        }
    }
}
