//! Rotation keys: signs fixed once, and the cheaper of two blends where it is good enough.

use super::{Track, TrackError};
use crate::math::{nlerp, shortest, slerp};
use glam::Quat;

/// Up to this angle between neighbouring keys (in radians), nlerp stays within 0.0001 rad of slerp.
///
/// The two are on one path and differ in speed only; a series in the angle gives a largest
/// difference of 0.004 angle^3, and a test measures it.
pub const NLERP_LIMIT: f32 = 0.29;

/// How a rotation runs from key to key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RotationBlend {
    /// The normalised straight line: for keys that are close together.
    Nlerp,
    /// The arc at even speed: for keys that are far apart.
    Slerp,
}

/// Rotation keys, each on its neighbour's side of the sphere, so that no sample has to ask for the
/// short way round.
#[derive(Clone, Debug, PartialEq)]
pub struct RotationTrack {
    track: Track<Quat>,
    blend: RotationBlend,
}

impl RotationTrack {
    /// Normalises the keys, flips each to the side of the one before it, and chooses nlerp where no
    /// two neighbours are more than [`NLERP_LIMIT`] apart.
    ///
    /// # Errors
    /// As [`Track::new`]. A key of length 0, or one that is not finite, counts as the identity.
    pub fn new(times: Vec<f32>, mut keys: Vec<Quat>) -> Result<Self, TrackError> {
        let mut nearest = 1.0f32; // the smallest dot product: the arc cosine of one is enough
        let mut before: Option<Quat> = None;
        for key in &mut keys {
            let length = key.length();
            *key = if length.is_finite() && length > 1e-6 { *key / length } else { Quat::IDENTITY };
            if let Some(before) = before {
                *key = shortest(before, *key);
                nearest = nearest.min(before.dot(*key));
            }
            before = Some(*key);
        }
        let widest = 2.0 * nearest.acos();
        let blend = if widest <= NLERP_LIMIT { RotationBlend::Nlerp } else { RotationBlend::Slerp };
        Ok(Self { track: Track::new(times, keys)?, blend })
    }

    /// The keys.
    pub fn track(&self) -> &Track<Quat> {
        &self.track
    }

    /// How the keys are joined.
    pub fn blend(&self) -> RotationBlend {
        self.blend
    }

    /// The rotation at `time`; `cursor` as in [`Track::sample`].
    #[inline]
    pub fn sample(&self, time: f32, cursor: &mut u32) -> Quat {
        match self.blend {
            RotationBlend::Nlerp => self.track.sample(time, cursor, nlerp),
            RotationBlend::Slerp => self.track.sample(time, cursor, slerp),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let blend = |degrees: &[f32]| {
            let times = (0..degrees.len()).map(|k| k as f32).collect();
            RotationTrack::new(times, turns(degrees)).unwrap().blend()
        };
        assert_eq!(blend(&[0.0, 10.0, 20.0, 5.0]), RotationBlend::Nlerp);
        assert_eq!(blend(&[0.0, 10.0, 120.0]), RotationBlend::Slerp);
        assert_eq!(blend(&[0.0, 355.0]), RotationBlend::Nlerp, "5 degrees the short way");
        assert_eq!(blend(&[30.0]), RotationBlend::Nlerp);
    }

    /// The limit is what its text says: the largest difference from slerp is just below 1e-4 rad.
    /// In f64, since the difference is near what an f32 can tell.
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
    fn odd_keys_count_as_the_identity() {
        let keys =
            vec![Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0)];
        let track = RotationTrack::new(vec![0.0, 1.0], keys).unwrap();
        assert_eq!(track.sample(0.5, &mut 0), Quat::IDENTITY);
    }
}
