//! The keys of all tracks of a clip in one list: ten bytes each.

use super::Moving;
use crate::{
    animation::{RotationTrack, Track, nlerp_parts},
    fast::{pose::Lane8, timeline::Timeline},
    math::slerp,
};
use glam::{Quat, Vec3, Vec4};
use std::{f32::consts::FRAC_1_SQRT_2, ops::Range};

/// A key's value in 64 bits: three numbers of 21 bits each. Of a rotation, 20 bits each for the three smaller
/// numbers of its quaternion, which one the largest is, and that one's sign.
type Packed = u64;

/// The largest number of 21 bits, and of 20.
const LARGEST: [f32; 2] = [((1 << 21) - 1) as f32, ((1 << 20) - 1) as f32];

/// What the packed numbers of a track of vectors stand for.
#[derive(Clone, Copy, Debug)]
struct Packing {
    base: Vec3,
    step: f32,
}

/// Key times as indices into the clip's timeline; of four bytes where two are not enough.
#[derive(Clone, Debug)]
enum Indices {
    Short(Vec<u16>),
    Long(Vec<u32>),
}

/// The keys, and where each track's are.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    /// The times of all keys, each once.
    pub(super) timeline: Timeline,
    times: Indices,
    values: Vec<Packed>,
    /// Where each track's keys begin, and where the last one's end.
    starts: Vec<u32>,
    /// Of the tracks of vectors.
    packings: Vec<Packing>,
}

/// [`Keys`] in the making, with times of their own.
#[derive(Default)]
pub(super) struct Builder {
    times: Vec<f32>,
    values: Vec<Packed>,
    starts: Vec<u32>,
    packings: Vec<Packing>,
}

impl Builder {
    /// How many tracks there are so far, and how many of those are of vectors.
    pub(super) fn counts(&self) -> [u32; 2] {
        [self.starts.len() as u32, self.packings.len() as u32]
    }

    pub(super) fn push_vectors(&mut self, track: &Track<Vec3>) {
        self.starts.push(self.times.len() as u32);
        let values = track.values();
        let (low, high) =
            values.iter().fold((values[0], values[0]), |(low, high), value| (low.min(*value), high.max(*value)));
        let step = (high / LARGEST[0] - low / LARGEST[0]).max_element().max(f32::MIN_POSITIVE);
        self.times.extend(track.times());
        self.values.extend(values.iter().map(|value| {
            let steps = ((*value - low) / step).round().min(Vec3::splat(LARGEST[0]));
            pack(steps.to_array(), 21)
        }));
        self.packings.push(Packing { base: low, step });
    }

    /// Rotations, and where two are too far apart for nlerp, more between them.
    pub(super) fn push_rotations(&mut self, track: &RotationTrack) {
        self.starts.push(self.times.len() as u32);
        let track = track.track();
        let (times, values) = (track.times(), track.values());
        for (times, values) in times.windows(2).zip(values.windows(2)) {
            // Where there are more, one more: within 0.00005 rad.
            let parts = match nlerp_parts(values[0], values[1]) {
                1 => 1,
                parts => parts + 1,
            };
            for part in 0..parts {
                let u = part as f32 / parts as f32;
                let value = if part == 0 { values[0] } else { slerp(values[0], values[1], u) };
                self.times.push(times[0] + (times[1] - times[0]) * u);
                self.values.push(pack_rotation(value));
            }
        }
        self.times.extend(times.last());
        self.values.extend(values.last().map(|value| pack_rotation(*value)));
    }

    /// A track of one key, at a time that the clip has anyway; the fourth number of a vector is not used.
    pub(super) fn push_still(&mut self, value: [f32; 4], is_rotation: bool) {
        let times = vec![self.times.first().copied().unwrap_or(0.0)];
        let one = "one key at a time that another key has";
        if is_rotation {
            let track = RotationTrack::new(times, vec![Quat::from_array(value)]);
            return self.push_rotations(&track.expect(one));
        }
        let value = Vec4::from(value).truncate();
        self.push_vectors(&Track::new(times, vec![value]).expect(one));
    }

    pub(super) fn finish(self) -> Keys {
        let mut all = self.times.clone();
        all.sort_by(f32::total_cmp);
        all.dedup();
        let index = |time: &f32| all.partition_point(|at| at < time);
        let times = match u16::try_from(all.len()) {
            Ok(_) => Indices::Short(self.times.iter().map(|time| index(time) as u16).collect()),
            Err(_) => Indices::Long(self.times.iter().map(|time| index(time) as u32).collect()),
        };
        let Self { values, mut starts, packings, .. } = self;
        starts.push(values.len() as u32);
        Keys { timeline: Timeline::new(all), times, values, starts, packings }
    }
}

impl Keys {
    /// The keys of a track.
    #[inline(always)]
    pub(super) fn of_track(&self, track: u32) -> Range<u32> {
        self.starts[track as usize]..self.starts[track as usize + 1]
    }

    /// The first of some keys that is not among the first `passed` times of the clip.
    #[inline(always)]
    pub(super) fn first_after(&self, keys: &Range<u32>, passed: u32) -> u32 {
        let range = keys.start as usize..keys.end as usize;
        keys.start
            + match &self.times {
                Indices::Short(times) => times[range].partition_point(|time| u32::from(*time) < passed),
                Indices::Long(times) => times[range].partition_point(|time| *time < passed),
            } as u32
    }

    /// When a key is, in seconds.
    #[inline(always)]
    pub(super) fn time(&self, key: u32) -> f32 {
        self.timeline.times()[self.index(key) as usize]
    }

    /// Which of the clip's times a key is at.
    #[inline(always)]
    pub(super) fn index(&self, key: u32) -> u32 {
        match &self.times {
            Indices::Short(times) => u32::from(times[key as usize]),
            Indices::Long(times) => times[key as usize],
        }
    }

    /// Writes a key of a lane of a block's rotations, or vectors, where the fourth number is 0.
    #[inline(always)]
    pub(super) fn unpack(&self, key: u32, moving: &Moving, rows: &mut [Lane8; 4], lane: usize) {
        let value = self.values[key as usize];
        if moving.part == 1 {
            return unpack_rotation(value, rows, lane);
        }
        let [x, y, z] = unpack(value, 21);
        let Packing { base, step } = &self.packings[moving.first_vectors as usize + lane];
        rows[0][lane] = x * step + base.x;
        rows[1][lane] = y * step + base.y;
        rows[2][lane] = z * step + base.z;
        rows[3][lane] = 0.0;
    }

    pub(super) fn bytes(&self) -> usize {
        let times = match &self.times {
            Indices::Short(times) => size_of_val(&**times),
            Indices::Long(times) => size_of_val(&**times),
        };
        let timeline = size_of_val(self.timeline.times());
        let tracks = size_of_val(&*self.starts) + size_of_val(&*self.packings);
        timeline + times + size_of_val(&*self.values) + tracks
    }
}

/// Three whole numbers of so many bits.
fn pack(numbers: [f32; 3], bits: u32) -> Packed {
    // The cast takes what is negative, or no number, to 0.
    numbers.into_iter().fold(0, |packed, number| packed << bits | number as u64)
}

#[inline(always)]
fn unpack(packed: Packed, bits: u32) -> [f32; 3] {
    let mask = (1 << bits) - 1;
    let (x, y, z) = (packed >> (2 * bits) & mask, packed >> bits & mask, packed & mask);
    // Signed, which every processor converts at once.
    [x as i32 as f32, y as i32 as f32, z as i32 as f32]
}

/// The three smaller numbers of a quaternion of unit length are 0.708 at most; the largest follows from them. The last
/// number stands where the largest was.
fn pack_rotation(rotation: Quat) -> Packed {
    let mut numbers = rotation.to_array();
    let largest = Vec4::from(rotation).abs().max_position();
    let negative = u64::from(numbers[largest] < 0.0);
    numbers[largest] = numbers[3];
    let [x, y, z, _] = numbers.map(|n| ((n * FRAC_1_SQRT_2 + 0.5) * LARGEST[1]).round());
    (negative << 2 | largest as u64) << 60 | pack([x, y, z], 20)
}

#[inline(always)]
fn unpack_rotation(packed: Packed, rows: &mut [Lane8; 4], lane: usize) {
    const STEP: f32 = 2.0 * FRAC_1_SQRT_2 / LARGEST[1];
    let [x, y, z] = unpack(packed, 20);
    let (x, y, z) = (x * STEP - FRAC_1_SQRT_2, y * STEP - FRAC_1_SQRT_2, z * STEP - FRAC_1_SQRT_2);
    let largest = (1.0 - (x * x + y * y + z * z)).max(0.0).sqrt();
    (rows[0][lane], rows[1][lane], rows[2][lane]) = (x, y, z);
    rows[3][lane] = f32::from_bits(largest.to_bits() | (packed >> 62 << 31) as u32);
    // Which is the largest is hard to predict: by memory, not by branches.
    let at = (packed >> 60 & 3) as usize;
    let last = rows[at][lane];
    rows[at][lane] = rows[3][lane];
    rows[3][lane] = last;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fast::pose::LANES, math::testing::unit_quat};
    use proptest::prelude::*;

    proptest! {
        /// 20 bits for numbers from -0.7072 to 0.7072: half a step is 6.8e-7, of which the largest number gets up to
        /// 1.74 times as much as three of them, and roundings.
        #[test]
        fn rotations_keep_their_sign_and_six_digits(q in unit_quat(), negative: bool) {
            let q = if negative { -q } else { q };
            let mut rows = [[0.0; LANES]; 4];
            unpack_rotation(pack_rotation(q), &mut rows, 5);
            let got = Vec4::from(rows.map(|row| row[5]));
            prop_assert!(got.distance(q.into()) < 3e-6, "{got} {q}");
        }

        /// Half a step of the largest side of the box around the values.
        #[test]
        fn vectors_keep_six_digits(values in prop::collection::vec(prop::array::uniform3(-1e3f32..1e3), 1..20)) {
            let values: Vec<Vec3> = values.into_iter().map(Vec3::from).collect();
            let times = (0..values.len()).map(|k| k as f32).collect();
            let mut builder = Builder::default();
            builder.push_vectors(&Track::constant(Vec3::splat(7.0)));
            builder.push_vectors(&Track::new(times, values.clone()).unwrap());
            let keys = builder.finish();
            let moving = Moving { block: 0, part: 0, first: 0, first_vectors: 0 };
            let unpacked = |key, lane: usize| {
                let mut rows = [[1.0; LANES]; 4];
                keys.unpack(key, &moving, &mut rows, lane);
                Vec4::from(rows.map(|row| row[lane]))
            };
            prop_assert_eq!(unpacked(0, 0), Vec4::new(7.0, 7.0, 7.0, 0.0));
            for (at, value) in values.iter().enumerate() {
                let key = keys.of_track(1).start + at as u32;
                let got = unpacked(key, 1).truncate();
                // 2000 / 2^21 / 2, and two roundings of numbers up to 2000.
                prop_assert!((got - *value).abs().max_element() < 8e-4, "{got} {value}");
                prop_assert_eq!(keys.time(key), at as f32);
            }
        }
    }
}
