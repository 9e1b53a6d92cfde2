//! Rotation tracks: quaternion keys with consistent signs, interpolated by nlerp or slerp.

use super::{Track, TrackError};
use crate::math::{nlerp, shortest};
use glam::Quat;

/// Largest angle between neighbouring keys, in radians, at which nlerp stays within 0.0001 rad of slerp.
///
/// Both take the same path and differ in speed only; a series in the angle gives a largest difference of 0.004 angle^3,
/// and a test measures it.
const NLERP_LIMIT: f32 = 0.29;

/// Dot product of two quaternions that are [`NLERP_LIMIT`] apart: `cos(NLERP_LIMIT / 2)`.
const NLERP_COSINE: f32 = 0.989_505_9;

/// Interpolates between two keys with a positive dot product, as tracks do: by nlerp up to 0.29 rad apart, where it
/// stays within 0.0001 rad of slerp, and by slerp beyond.
#[inline]
pub fn interpolate_rotation(before: Quat, after: Quat, u: f32) -> Quat {
    let cosine = before.dot(after);
    if cosine < NLERP_COSINE { slerp_far(before, after, cosine, u) } else { nlerp(before, after, u) }
}

/// Interpolates like [`slerp`](crate::math::slerp), faster, between two quaternions that are not near each other;
/// `cosine` is their dot product. Far apart, `sin(angle)` follows from the cosine without a loss of digits, and needs
/// no normalisation.
fn slerp_far(before: Quat, after: Quat, cosine: f32, u: f32) -> Quat {
    let cosine = cosine.abs();
    let after = shortest(before, after);
    let (sin, cos) = (u * cosine.acos()).sin_cos();
    let to = sin / ((1.0 - cosine) * (1.0 + cosine)).sqrt();
    before * (cos - cosine * to) + after * to
}

/// Returns the number of equal parts into which to cut the turn between two keys, so that nlerp in each part is within
/// 0.0001 rad of slerp.
pub fn nlerp_parts(before: Quat, after: Quat) -> usize {
    let angle = 2.0 * before.dot(after).abs().min(1.0).acos();
    (angle / NLERP_LIMIT).ceil().max(1.0) as usize
}

/// Returns the largest angle between a track's rotation and slerp's where neighbouring keys are `angle` apart or less, all in
/// radians: between near ones, nlerp's error grows with the cube of the angle.
pub fn nlerp_error(angle: f32) -> f32 {
    1e-4 * (angle / NLERP_LIMIT).powi(3)
}

/// Largest deviation of the length of a unit quaternion from 1: other processors round differently.
const UNIT_TOLERANCE: f32 = 1e-5;

/// Track of rotations. A sample takes the short way round between two keys; near ones have a positive dot product, so that
/// it needs no comparison.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "Track<Quat>", into = "Track<Quat>")
)]
pub struct RotationTrack {
    track: Track<Quat>,
    /// Whether two neighbouring keys are further than [`NLERP_LIMIT`] apart.
    needs_slerp: bool,
}

impl RotationTrack {
    /// Makes a track from key times in seconds and rotations. Rotations are normalised, and negated where the dot
    /// product with the one before is negative.
    ///
    /// # Errors
    /// Those of [`Track::new`], and a rotation of length 0.
    pub fn new(times: Vec<f32>, mut keys: Vec<Quat>) -> Result<Self, TrackError> {
        let mut smallest_dot = 1.0f32;
        let mut before: Option<Quat> = None;
        for (index, key) in keys.iter_mut().enumerate() {
            let length = key.length();
            if !(length.is_finite() && length > 1e-6) {
                return Err(TrackError::Value { key: index });
            }
            *key /= length;
            if let Some(before) = before {
                *key = shortest(before, *key);
                smallest_dot = smallest_dot.min(before.dot(*key));
            }
            before = Some(*key);
        }
        Ok(Self { track: Track::new(times, keys)?, needs_slerp: smallest_dot < NLERP_COSINE })
    }

    /// Makes a track from keys of another rotation track, bit for bit; [`new`](Self::new) would round again.
    ///
    /// # Errors
    /// Those of [`Track::new`], and a rotation that has no unit length.
    pub fn from_unit_keys(times: Vec<f32>, keys: Vec<Quat>) -> Result<Self, TrackError> {
        let mut smallest_dot = 1.0f32;
        for (index, key) in keys.iter().enumerate() {
            let is_unit = (key.length() - 1.0).abs() <= UNIT_TOLERANCE;
            if !is_unit {
                return Err(TrackError::Value { key: index });
            }
            // Negative where keys were left out of a turn of more than half a turn: slerp takes the short way.
            smallest_dot = smallest_dot.min(keys[index.saturating_sub(1)].dot(*key));
        }
        Ok(Self { track: Track::new(times, keys)?, needs_slerp: smallest_dot < NLERP_COSINE })
    }

    /// Returns the keys.
    pub fn track(&self) -> &Track<Quat> {
        &self.track
    }

    /// Returns the key times in seconds, in order.
    pub fn times(&self) -> &[f32] {
        self.track.times()
    }

    /// Returns the rotation at `time`, by nlerp between two keys up to 0.29 rad apart and by slerp beyond.
    /// `cursor` is as for [`Track::sample`].
    #[inline]
    pub fn sample(&self, time: f32, cursor: &mut u32) -> Quat {
        // Most tracks need no slerp at all, and no comparison at each sample.
        if self.needs_slerp {
            self.track.sample(time, cursor, interpolate_rotation)
        } else {
            self.track.sample(time, cursor, nlerp)
        }
    }
}

impl From<RotationTrack> for Track<Quat> {
    fn from(rotation: RotationTrack) -> Self {
        rotation.track
    }
}

impl TryFrom<Track<Quat>> for RotationTrack {
    type Error = TrackError;

    fn try_from(track: Track<Quat>) -> Result<Self, TrackError> {
        Self::from_unit_keys(track.times().to_vec(), track.values().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{math::slerp, testing::values::unit_quat};
    use proptest::prelude::*;

    proptest! {
        /// The tolerance: four roundings of 6e-8, divided by sines of 0.14 and more, and the angle is twice that.
        #[test]
        fn slerp_far_is_slerp(a in unit_quat(), b in unit_quat(), u in 0.0f32..1.0) {
            prop_assume!(a.dot(b).abs() < NLERP_COSINE && a.dot(b).abs() > 1e-3);
            let got = interpolate_rotation(a, shortest(a, b), u);
            let want = slerp(a, b, u);
            let apart = glam::Vec4::from(got).distance(want.into());
            prop_assert!(apart < 4e-6, "{got} {want}");
        }
    }

    fn turns(degrees: &[f32]) -> Vec<Quat> {
        degrees.iter().map(|d| Quat::from_rotation_z(d.to_radians())).collect()
    }

    #[test]
    fn the_short_way_whatever_the_signs() {
        let mut keys = turns(&[0.0, 40.0, 80.0]);
        keys[1] = -keys[1];
        let track = RotationTrack::new(vec![0.0, 1.0, 2.0], keys).unwrap();
        for (time, degrees) in [(0.5, 20.0f32), (1.0, 40.0), (1.5, 60.0)] {
            let got = track.sample(time, &mut 0);
            let want = Quat::from_rotation_z(degrees.to_radians());
            assert!(got.dot(want).abs() > 1.0 - 1e-6, "{time}: {got}");
        }
    }

    #[test]
    fn far_keys_are_joined_by_slerp() {
        for (degrees, expected) in [
            (&[0.0, 10.0, 20.0, 5.0][..], false),
            (&[0.0, 10.0, 120.0], true),
            (&[0.0, 355.0], false), // 5 degrees the short way
            (&[30.0], false),
        ] {
            let times = (0..degrees.len()).map(|key| key as f32).collect();
            assert_eq!(RotationTrack::new(times, turns(degrees)).unwrap().needs_slerp, expected, "{degrees:?}");
        }
        assert_eq!(NLERP_COSINE, (NLERP_LIMIT / 2.0).cos());
    }

    #[test]
    fn each_pair_of_keys_is_interpolated_by_its_own_distance() {
        let keys = turns(&[0.0, 12.0, 100.0, 110.0]);
        let track = RotationTrack::new(vec![0.0, 1.0, 2.0, 3.0], keys.clone()).unwrap();
        let [first, second, third] = [0.25, 1.25, 2.25].map(|time| track.sample(time, &mut 0));
        assert_eq!(first, nlerp(keys[0], keys[1], 0.25));
        assert!(second.angle_between(slerp(keys[1], keys[2], 0.25)) < 1e-6);
        assert_eq!(third, nlerp(keys[2], keys[3], 0.25));
        assert_ne!(first, slerp(keys[0], keys[1], 0.25), "the two differ there");
    }

    /// In f64, since the difference is near the rounding of an f32.
    #[test]
    fn the_limit_is_one_ten_thousandth_of_a_radian() {
        let half = f64::from(NLERP_LIMIT) / 2.0; // the angle between the quaternions
        let worst = (0..=1000)
            .map(|step| {
                let u = f64::from(step) / 1000.0;
                let straight = (u * half.sin()).atan2(1.0 - u + u * half.cos());
                2.0 * (straight - u * half).abs()
            })
            .fold(0.0, f64::max);
        assert!((0.9e-4..1e-4).contains(&worst), "{worst}");
    }

    #[test]
    fn what_is_no_rotation() {
        for [x, w] in [[0.0, 0.0], [f32::NAN, 1.0], [0.0, f32::INFINITY]] {
            let keys = vec![Quat::IDENTITY, Quat::from_xyzw(x, 0.0, 0.0, w)];
            assert_eq!(RotationTrack::new(vec![0.0, 1.0], keys), Err(TrackError::Value { key: 1 }), "{x} {w}");
        }
        for rotation in [Quat::IDENTITY * 1.1, Quat::IDENTITY * f32::NAN] {
            let keys = vec![Quat::IDENTITY, rotation];
            assert_eq!(RotationTrack::from_unit_keys(vec![0.0, 1.0], keys), Err(TrackError::Value { key: 1 }));
        }
    }
}
