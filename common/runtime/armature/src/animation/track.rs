//! Tracks: keys at their own times, sampled with linear interpolation and a cursor.

use glam::{Quat, Vec3};
use std::{error::Error, fmt};

/// Keys of one value: `values[k]` at `times[k]` seconds.
///
/// Between two keys the value is interpolated linearly; before the first key it is the first value, after the last the
/// last. Two keys at the same time are a jump: at that time itself the value is that of the second.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "UncheckedKeys<T>", bound(deserialize = "T: KeyValue + serde::Deserialize<'de>"))
)]
pub struct Track<T> {
    times: Vec<f32>,
    values: Vec<T>,
}

/// Keys as they were read.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct UncheckedKeys<T> {
    times: Vec<f32>,
    values: Vec<T>,
}

#[cfg(feature = "serde")]
impl<T: KeyValue> TryFrom<UncheckedKeys<T>> for Track<T> {
    type Error = TrackError;

    fn try_from(keys: UncheckedKeys<T>) -> Result<Self, TrackError> {
        Self::new(keys.times, keys.values)
    }
}

/// Largest number of a key, up to its sign: with larger ones the difference of two keys could be infinite.
pub const MAX_KEY_NUMBER: f32 = f32::MAX / 2.0;

/// Value of the keys of a [`Track`].
pub trait KeyValue: Copy {
    /// Returns whether all numbers of the value are finite and none is beyond [`MAX_KEY_NUMBER`].
    fn is_in_range(self) -> bool;
}

impl KeyValue for f32 {
    fn is_in_range(self) -> bool {
        self.abs() <= MAX_KEY_NUMBER
    }
}

impl KeyValue for Vec3 {
    fn is_in_range(self) -> bool {
        self.abs().cmple(Vec3::splat(MAX_KEY_NUMBER)).all()
    }
}

impl KeyValue for Quat {
    fn is_in_range(self) -> bool {
        self.to_array().into_iter().all(f32::is_in_range)
    }
}

/// Error of keys that do not make a track.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum TrackError {
    /// There is no key.
    NoKeys,
    /// The numbers of times and values differ.
    Lengths {
        /// Number of times given.
        times: usize,
        /// Number of values given.
        values: usize,
    },
    /// A time is not finite, or less than the one before.
    Order {
        /// Index of the key with the wrong time.
        key: usize,
        /// The wrong time, in seconds.
        time: f32,
        /// Time of the key before, or `time` for the first key.
        before: f32,
    },
    /// A value has a number that is not finite or beyond [`MAX_KEY_NUMBER`], or a rotation has length 0, or
    /// not length 1 where it should have.
    Value {
        /// Index of the key with the wrong value.
        key: usize,
    },
}

impl Error for TrackError {}
crate::debug_as_display!(TrackError);

impl fmt::Display for TrackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKeys => f.write_str("a track needs at least one key"),
            Self::Lengths { times, values } => write!(f, "{times} key times, but {values} values"),
            Self::Order { key, time, before } => {
                write!(f, "key {key} is at {time} s, after {before} s: key times must be finite and never go back")
            }
            Self::Value { key } => {
                write!(
                    f,
                    "key {key} has a number that is not finite or beyond {MAX_KEY_NUMBER:e}, or a rotation of length \
                     0, or not 1"
                )
            }
        }
    }
}

/// Number of steps forward from the last segment after which a search is cheaper.
const STEPS: usize = 4;

impl<T: KeyValue> Track<T> {
    /// Makes a track from key times in seconds and values.
    ///
    /// # Errors
    /// If there is no key, if the lengths differ, if a time is not finite or less than the one before, or if a value has
    /// a number that is not finite or beyond [`MAX_KEY_NUMBER`].
    pub fn new(times: Vec<f32>, values: Vec<T>) -> Result<Self, TrackError> {
        let wrong = values.iter().position(|value| !value.is_in_range());
        let track = Self::of_any(times, values)?;
        wrong.map_or(Ok(track), |key| Err(TrackError::Value { key }))
    }
}

impl<T: Copy> Track<T> {
    /// Makes a track as [`new`](Self::new) does, of values that are not looked at.
    pub(super) fn of_any(times: Vec<f32>, values: Vec<T>) -> Result<Self, TrackError> {
        if times.len() != values.len() {
            return Err(TrackError::Lengths { times: times.len(), values: values.len() });
        }
        let mut before = *times.first().ok_or(TrackError::NoKeys)?;
        for (key, &time) in times.iter().enumerate() {
            if !time.is_finite() || time < before {
                return Err(TrackError::Order { key, time, before });
            }
            before = time;
        }
        Ok(Self { times, values })
    }

    /// Makes a track of one value for all times.
    pub fn constant(value: T) -> Self {
        Self { times: vec![0.0], values: vec![value] }
    }

    /// Returns the key times in seconds, in order.
    pub fn times(&self) -> &[f32] {
        &self.times
    }

    /// Returns the values of the keys.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Returns the number of keys: at least one.
    #[allow(clippy::len_without_is_empty)] // never empty
    pub fn len(&self) -> usize {
        self.times.len()
    }

    /// Returns the time of the first key, in seconds.
    pub fn start(&self) -> f32 {
        self.times[0]
    }

    /// Returns the time of the last key, in seconds.
    pub fn end(&self) -> f32 {
        self.times[self.times.len() - 1]
    }

    /// Returns the value at `time`: `mix(before, after, u)` of two keys, with `u` from 0 to 1 between them.
    ///
    /// `cursor` keeps the segment from call to call. While time runs forward, finding the next one is a comparison or
    /// two; otherwise it is a binary search. Any cursor gives the same value, a new one is 0. NaN is a time before the
    /// first key.
    #[inline]
    pub fn sample(&self, time: f32, cursor: &mut u32, mix: impl Fn(T, T, f32) -> T) -> T {
        let count = self.times.len();
        if count == 1 {
            return self.values[0];
        }
        let upper = self.segment(time, cursor);
        let before = self.times[upper - 1];
        let after = self.times[upper];
        // Before the first key u stays 0; a jump, which has no length, is past at its own time.
        let u = if time >= after { 1.0 } else { ((time - before) / (after - before)).max(0.0) };
        mix(self.values[upper - 1], self.values[upper], u)
    }

    /// Returns the index of the key at the end of the segment of `time`, from 1 to `len() - 1`.
    #[inline]
    fn segment(&self, time: f32, cursor: &mut u32) -> usize {
        let last = self.times.len() - 1;
        let mut upper = (*cursor as usize).clamp(1, last);
        if time >= self.times[upper - 1] {
            let mut steps = 0;
            while upper < last && time >= self.times[upper] {
                if steps == STEPS {
                    upper = self.search(time);
                    break;
                }
                upper += 1;
                steps += 1;
            }
        } else {
            upper = self.search(time);
        }
        *cursor = upper as u32;
        upper
    }

    fn search(&self, time: f32) -> usize {
        self.times.partition_point(|&key| key <= time).clamp(1, self.times.len() - 1)
    }
}

impl Track<Vec3> {
    /// Returns the value at `time`, interpolated linearly. `cursor` is as for [`sample`](Self::sample).
    #[inline]
    pub fn sample_vector(&self, time: f32, cursor: &mut u32) -> Vec3 {
        self.sample(time, cursor, |before, after, u| before + (after - before) * u)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn line(times: &[f32], values: &[f32]) -> Track<f32> {
        Track::new(times.to_vec(), values.to_vec()).unwrap()
    }

    fn mix(a: f32, b: f32, u: f32) -> f32 {
        a + (b - a) * u
    }

    #[test]
    fn what_is_not_a_track() {
        assert_eq!(Track::<f32>::new(vec![], vec![]), Err(TrackError::NoKeys));
        assert_eq!(Track::new(vec![0.0], vec![1.0, 2.0]), Err(TrackError::Lengths { times: 1, values: 2 }));
        let back = Track::new(vec![0.0, 2.0, 1.0], vec![0.0; 3]).unwrap_err();
        assert_eq!(back.to_string(), "key 2 is at 1 s, after 2 s: key times must be finite and never go back");
        assert!(Track::new(vec![f32::NAN], vec![0.0]).is_err());
        assert!(Track::new(vec![0.0, f32::INFINITY], vec![0.0, 0.0]).is_err());
        assert_eq!(Track::new(vec![0.0, 1.0], vec![0.0, f32::NAN]), Err(TrackError::Value { key: 1 }));
        assert_eq!(Track::new(vec![0.0], vec![Vec3::X * f32::INFINITY]), Err(TrackError::Value { key: 0 }));
    }

    #[test]
    fn the_largest_keys_have_finite_values_between_them() {
        for number in [MAX_KEY_NUMBER, -MAX_KEY_NUMBER] {
            let keys = vec![Vec3::splat(number), Vec3::splat(-number)];
            let track = Track::new(vec![0.0, 1.0], keys).unwrap();
            for time in [0.0, 0.1, 0.5, 0.9, 1.0] {
                let value = track.sample_vector(time, &mut 0);
                assert!(value.is_finite() && value.abs().max_element() <= MAX_KEY_NUMBER, "{time}: {value}");
            }
            let beyond = vec![Vec3::ZERO, Vec3::Y * number.signum() * f32::MAX];
            assert_eq!(Track::new(vec![0.0, 1.0], beyond), Err(TrackError::Value { key: 1 }));
        }
    }

    #[test]
    fn between_before_and_after() {
        let track = line(&[0.5, 1.5, 3.5], &[10.0, 20.0, 0.0]);
        for (time, expected) in
            [(-9.0, 10.0), (0.5, 10.0), (0.75, 12.5), (1.5, 20.0), (2.0, 15.0), (3.5, 0.0), (99.0, 0.0)]
        {
            assert_eq!(track.sample(time, &mut 0, mix), expected, "{time}");
        }
        assert_eq!(line(&[7.0], &[3.0]).sample(0.0, &mut 0, mix), 3.0);
    }

    #[test]
    fn two_keys_at_one_time_are_a_jump() {
        let track = line(&[0.0, 1.0, 1.0, 2.0], &[0.0, 1.0, 5.0, 6.0]);
        assert_eq!([0.5, 1.0, 1.5].map(|time| track.sample(time, &mut 0, mix)), [0.5, 5.0, 5.5]);
        assert!((track.sample(0.999_99, &mut 0, mix) - 1.0).abs() < 1e-4);
        let end = line(&[0.0, 1.0, 1.0], &[0.0, 1.0, 5.0]);
        assert_eq!(end.sample(1.0, &mut 0, mix), 5.0, "a jump at the end");
    }

    proptest! {
        #[test]
        fn a_cursor_never_changes_the_value(
            gaps in prop::collection::vec(prop_oneof![4 => 0.01f32..1.0, 1 => Just(0.0)], 1..40),
            times in prop::collection::vec(-1.0f32..25.0, 1..40),
            mut cursor: u32,
        ) {
            let mut at = 0.0;
            let keys: Vec<f32> = gaps.iter().map(|gap| { at += gap; at }).collect();
            let values: Vec<f32> = (0..keys.len()).map(|k| (k * 37 % 11) as f32).collect();
            let track = line(&keys, &values);
            let on_keys: Vec<f32> = keys.iter().copied().chain(times).collect();
            for time in on_keys {
                let remembered = track.sample(time, &mut cursor, mix);
                let searched = track.sample(time, &mut 0, mix);
                prop_assert_eq!(remembered, searched, "at {}", time);
                // The definition, by looking at every segment.
                let upper = keys.iter().position(|&key| key > time);
                let want = match upper {
                    Some(0) => values[0],
                    None => values[values.len() - 1],
                    Some(k) => mix(values[k - 1], values[k], (time - keys[k - 1]) / (keys[k] - keys[k - 1])),
                };
                prop_assert!((searched - want).abs() < 1e-4, "{searched} {want} at {time}");
            }
        }
    }
}
