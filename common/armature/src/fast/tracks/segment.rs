//! Eight tracks' current segments, each as a straight line in time.

use super::{Moving, keys::Keys};
use crate::fast::{
    lanes::{self, Eight, Numbers, Simd},
    pose::{LANES, Lane8},
};

/// The lines that eight lanes are on, and while when.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Segment {
    start: Lane8,
    value: [Lane8; 4],
    slope: [Lane8; 4],
    /// Each lane's own end and beginning.
    ends: Lane8,
    begins: Lane8,
    /// The key of its track that ends each lane's segment: 0 before the first key, the track's length
    /// after the last.
    key: [u32; LANES],
    /// From when on, and until when, all eight hold.
    from: f32,
    until: f32,
}

/// Up to so many lanes are set one by one; when more have moved on, all are set together.
const FEW: usize = 2;

impl Segment {
    /// Holds at no time.
    pub(super) const UNKNOWN: Segment = Segment {
        start: [0.0; LANES],
        value: [[0.0; LANES]; 4],
        slope: [[0.0; LANES]; 4],
        ends: [f32::NEG_INFINITY; LANES],
        begins: [f32::INFINITY; LANES],
        key: [0; LANES],
        from: f32::INFINITY,
        until: f32::NEG_INFINITY,
    };

    /// Whether every lane's line is the right one at `time`.
    #[inline(always)]
    pub(super) fn holds(&self, time: f32) -> bool {
        self.from <= time && time < self.until
    }

    /// The values at `time`.
    #[inline(always)]
    pub(super) fn at<S: Simd>(&self, time: S::Eight) -> [S::Eight; 4] {
        let elapsed = time - S::Eight::load(&self.start);
        let (mut values, slopes) = (lanes::load::<S::Eight, 4>(&self.value), &self.slope);
        for (value, slope) in values.iter_mut().zip(slopes) {
            *value = S::Eight::load(slope).mul_add(elapsed, *value);
        }
        values
    }

    /// Puts every lane that has left its segment on the one of `time`.
    #[inline(always)]
    pub(super) fn find<S: Simd>(&mut self, keys: &Keys, moving: &Moving, time: f32) {
        if let Some(leader) = moving.leader {
            let leader = leader as usize;
            let times = &keys.times[moving.keys(leader)];
            let key = find_key(times, self.key[leader], time);
            let (begins, ends) = span(times, key);
            self.key = [key; LANES];
            (self.begins, self.ends) = ([begins; LANES], [ends; LANES]);
            self.set_all::<S>(keys, moving);
        } else {
            let mut moved = 0;
            for lane in 0..LANES {
                if self.begins[lane] <= time && time < self.ends[lane] {
                    continue;
                }
                let times = &keys.times[moving.keys(lane)];
                self.key[lane] = find_key(times, self.key[lane], time);
                (self.begins[lane], self.ends[lane]) = span(times, self.key[lane]);
                moved += 1;
                if moved <= FEW {
                    self.set_lane(lane, keys, moving);
                }
            }
            if moved > FEW {
                self.set_all::<S>(keys, moving);
            }
        }
        self.from = self.begins.into_iter().fold(f32::NEG_INFINITY, f32::max);
        self.until = self.ends.into_iter().fold(f32::INFINITY, f32::min);
    }

    /// The keys around a lane's segment, and one over its length in seconds: 0 before the first key and
    /// after the last, where nothing moves.
    #[inline(always)]
    fn around(&self, lane: usize, keys: &Keys, moving: &Moving) -> (usize, usize, f32) {
        let range = moving.keys(lane);
        let upper = range.start + self.key[lane] as usize;
        if upper > range.start && upper < range.end {
            (upper - 1, upper, 1.0 / (keys.times[upper] - keys.times[upper - 1]))
        } else {
            let key = upper.min(range.end - 1);
            (key, key, 0.0)
        }
    }

    fn set_lane(&mut self, lane: usize, keys: &Keys, moving: &Moving) {
        let (before, after, rate) = self.around(lane, keys, moving);
        let (from, to) = (keys.values[before], keys.values[after]);
        self.start[lane] = keys.times[before];
        for k in 0..4 {
            self.value[k][lane] = from[k];
            self.slope[k][lane] = (to[k] - from[k]) * rate;
        }
    }

    /// All lanes at once: their keys are read as rows of four and turned.
    #[inline(always)]
    fn set_all<S: Simd>(&mut self, keys: &Keys, moving: &Moving) {
        let (mut from, mut to) = ([S::Four::splat(0.0); LANES], [S::Four::splat(0.0); LANES]);
        let mut rate = [0.0; LANES];
        for lane in 0..LANES {
            let (before, after, one_over_seconds) = self.around(lane, keys, moving);
            from[lane] = S::Four::load(&keys.values[before]);
            to[lane] = S::Four::load(&keys.values[after]);
            rate[lane] = one_over_seconds;
            self.start[lane] = keys.times[before];
        }
        let (from, to) = (S::Eight::from_fours(from), S::Eight::from_fours(to));
        let rate = S::Eight::load(&rate);
        for k in 0..4 {
            from[k].store(&mut self.value[k]);
            ((to[k] - from[k]) * rate).store(&mut self.slope[k]);
        }
    }
}

/// The key that ends the segment of `time`: 0 before the first, `times.len()` from the last on.
/// Forward, the one after `current` is likely; otherwise a binary search.
#[inline(always)]
fn find_key(times: &[f32], current: u32, time: f32) -> u32 {
    let next = current as usize + 1;
    let is_next = next < times.len() && times[next - 1] <= time && time < times[next];
    if is_next { next as u32 } else { times.partition_point(|&key| key <= time) as u32 }
}

/// From when and until when a segment lasts.
#[inline(always)]
fn span(times: &[f32], key: u32) -> (f32, f32) {
    let key = key as usize;
    let begins = if key == 0 { f32::NEG_INFINITY } else { times[key - 1] };
    (begins, times.get(key).copied().unwrap_or(f32::INFINITY))
}
