//! The keys of all tracks of a clip in one list: ten bytes each.

use crate::{
    animation::{RotationTrack, Track, nlerp_parts},
    fast::timeline::Timeline,
    math::slerp,
};
use glam::{Quat, Vec3, Vec4};
use std::f32::consts::FRAC_1_SQRT_2;

/// A key's value in 64 bits: three numbers of 21 bits each. Of a rotation, 20 bits each for the three smaller
/// numbers of its quaternion, where the largest was, and that one's sign.
type Packed = u64;

/// The largest number of 21 bits, and of 20.
const LARGEST: [f32; 2] = [((1 << 21) - 1) as f32, ((1 << 20) - 1) as f32];

/// Keys of one track: a range of the list; and for vectors, what the packed numbers stand for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packing {
    pub(super) start: u32,
    pub(super) end: u32,
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
    pub(super) tracks: Vec<Packing>,
}

/// [`Keys`] in the making, with times of their own.
#[derive(Default)]
pub(super) struct Builder {
    times: Vec<f32>,
    values: Vec<Packed>,
    tracks: Vec<Packing>,
}

impl Builder {
    pub(super) fn push_vectors(&mut self, track: &Track<Vec3>) -> u32 {
        let values = track.values();
        let (low, high) = values
            .iter()
            .fold((values[0], values[0]), |(low, high), value| (low.min(*value), high.max(*value)));
        let step = (high / LARGEST[0] - low / LARGEST[0]).max_element().max(f32::MIN_POSITIVE);
        self.times.extend(track.times());
        self.values.extend(values.iter().map(|value| {
            let steps = ((*value - low) / step).round().min(Vec3::splat(LARGEST[0]));
            pack(steps.to_array(), 21)
        }));
        self.close(low, step)
    }

    /// Rotations, and where two are too far apart for nlerp, more between them.
    pub(super) fn push_rotations(&mut self, track: &RotationTrack) -> u32 {
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
        self.close(Vec3::ZERO, 0.0)
    }

    /// A track of one key, at a time that the clip has anyway; the fourth number of a vector is not used.
    pub(super) fn push_still(&mut self, value: [f32; 4], is_rotation: bool) -> u32 {
        let times = vec![self.times.first().copied().unwrap_or(0.0)];
        let one = "one key at a time that another key has";
        if is_rotation {
            let track = RotationTrack::new(times, vec![Quat::from_array(value)]);
            return self.push_rotations(&track.expect(one));
        }
        let value = Vec4::from(value).truncate();
        self.push_vectors(&Track::new(times, vec![value]).expect(one))
    }

    fn close(&mut self, base: Vec3, step: f32) -> u32 {
        let start = self.tracks.last().map_or(0, |track| track.end);
        self.tracks.push(Packing { start, end: self.times.len() as u32, base, step });
        self.tracks.len() as u32 - 1
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
        let Self { values, tracks, .. } = self;
        Keys { timeline: Timeline::new(all), times, values, tracks }
    }
}

impl Keys {
    /// The first key of a track that is not among the first `passed` times of the clip; `likely`, counted from the
    /// track's first key, is tried first.
    #[inline(always)]
    pub(super) fn first_after(&self, track: &Packing, likely: u32, passed: u32) -> u32 {
        let Packing { start, end, .. } = *track;
        let key = start + likely;
        if key < end && self.time(key - 1) < passed && self.time(key) >= passed {
            return key;
        }
        let range = start as usize..end as usize;
        start
            + match &self.times {
                Indices::Short(times) => {
                    times[range].partition_point(|time| u32::from(*time) < passed)
                }
                Indices::Long(times) => times[range].partition_point(|time| *time < passed),
            } as u32
    }

    /// Which of the clip's times a key is at.
    #[inline(always)]
    pub(super) fn time(&self, key: u32) -> u32 {
        match &self.times {
            Indices::Short(times) => u32::from(times[key as usize]),
            Indices::Long(times) => times[key as usize],
        }
    }

    /// A key of a rotation track.
    #[inline(always)]
    pub(super) fn rotation(&self, key: u32) -> [f32; 4] {
        unpack_rotation(self.values[key as usize])
    }

    /// A key of a track of vectors; the fourth number is 0.
    #[inline(always)]
    pub(super) fn vector(&self, key: u32, packing: &Packing) -> [f32; 4] {
        let [x, y, z] = unpack(self.values[key as usize], 21);
        let Packing { base, step, .. } = packing;
        [x * step + base.x, y * step + base.y, z * step + base.z, 0.0]
    }

    pub(super) fn bytes(&self) -> usize {
        let times = match &self.times {
            Indices::Short(times) => size_of_val(&**times),
            Indices::Long(times) => size_of_val(&**times),
        };
        let timeline = size_of_val(self.timeline.times());
        timeline + times + size_of_val(&*self.values) + size_of_val(&*self.tracks)
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
    [packed >> (2 * bits), packed >> bits, packed].map(|number| (number & mask) as u32 as f32)
}

/// The three smaller numbers of a quaternion of unit length are 0.708 at most; the largest follows from them.
fn pack_rotation(rotation: Quat) -> Packed {
    let numbers = rotation.to_array();
    let largest = Vec4::from(rotation).abs().max_position();
    let mut smaller = [0.0; 3];
    let others = (0..4).filter(|at| *at != largest);
    for (smaller, at) in smaller.iter_mut().zip(others) {
        *smaller = ((numbers[at] * FRAC_1_SQRT_2 + 0.5) * LARGEST[1]).round();
    }
    let negative = u64::from(numbers[largest] < 0.0);
    (negative << 2 | largest as u64) << 60 | pack(smaller, 20)
}

#[inline(always)]
fn unpack_rotation(packed: Packed) -> [f32; 4] {
    let scale = 2.0 * FRAC_1_SQRT_2;
    let [a, b, c] = unpack(packed, 20).map(|n| n * (scale / LARGEST[1]) - 0.5 * scale);
    let largest = (1.0 - (a * a + b * b + c * c)).max(0.0).sqrt();
    let at = (packed >> 60 & 3) as usize;
    // Without a branch: which number is the largest is hard to predict.
    let mut numbers = [0.0; 4];
    for (index, number) in [a, b, c].into_iter().enumerate() {
        numbers[index + usize::from(index >= at)] = number;
    }
    numbers[at] = if packed >> 62 == 0 { largest } else { -largest };
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::testing::unit_quat;
    use proptest::prelude::*;

    proptest! {
        /// 20 bits for numbers from -0.7072 to 0.7072: half a step is 6.8e-7, of which the largest number gets up to
        /// 1.74 times as much as three of them, and roundings.
        #[test]
        fn rotations_keep_their_sign_and_six_digits(q in unit_quat(), negative: bool) {
            let q = if negative { -q } else { q };
            let got = Vec4::from(unpack_rotation(pack_rotation(q)));
            prop_assert!(got.distance(q.into()) < 3e-6, "{got} {q}");
        }

        /// Half a step of the largest side of the box around the values.
        #[test]
        fn vectors_keep_six_digits(values in prop::collection::vec(prop::array::uniform3(-1e3f32..1e3), 1..20)) {
            let values: Vec<Vec3> = values.into_iter().map(Vec3::from).collect();
            let times = (0..values.len()).map(|k| k as f32).collect();
            let mut builder = Builder::default();
            builder.push_vectors(&Track::constant(Vec3::splat(7.0)));
            let track = builder.push_vectors(&Track::new(times, values.clone()).unwrap());
            let keys = builder.finish();
            prop_assert_eq!(keys.vector(0, &keys.tracks[0]), [7.0, 7.0, 7.0, 0.0]);
            let packing = keys.tracks[track as usize];
            for (at, value) in values.iter().enumerate() {
                let key = packing.start + at as u32;
                let got = Vec4::from(keys.vector(key, &packing)).truncate();
                // 2000 / 2^21 / 2, and two roundings of numbers up to 2000.
                prop_assert!((got - *value).abs().max_element() < 8e-4, "{got} {value}");
                prop_assert_eq!(keys.timeline.times()[keys.time(key) as usize], at as f32);
            }
        }
    }
}
