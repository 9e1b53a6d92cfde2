//! Adaptive sampling: keys of a computed motion, at given times, and between them where interpolation is not near
//! enough.

use super::reduce::{Bound, shell_distance, shell_radii};
use super::{RotationTrack, Track, interpolate_rotation};
use crate::math::shortest;
use crate::skeleton::{Pose, Skeleton, local_to_model};
use glam::{Affine3A, Quat, Vec3};
use std::{cmp::Ordering, collections::BinaryHeap};

/// Largest number of times that an interval is halved: at a kink of the motion, halving would never end.
const MAX_HALVINGS: u32 = 12;

/// Longest interval between poses, in seconds: within a longer one, a foot may touch the ground unnoticed.
const LONGEST: f32 = 1.0 / 24.0;

/// Largest number of joints times poses. Of a clip with more keys, some are left out.
const MAX_TRANSFORMS: usize = 1 << 22;

/// Returns keys of a motion with value `value_at(time)`: at `times`, and between them as many as needed. `times` are
/// sorted; the first of two equal times is a jump, and has the value from just before it.
///
/// An interval is halved if it is longer than `longest` seconds, or if `error([from, to], u, exact)` is above 1 at a
/// quarter, half or three quarters `u` of the way, where `exact` is the value. The intervals of the largest errors come
/// first. No keys are added beyond `max_keys`, and of more times than that some are left out.
pub fn sample_adaptively<T>(
    times: &[f32],
    longest: f32,
    max_keys: usize,
    mut value_at: impl FnMut(f32) -> T,
    mut error: impl FnMut([&T; 2], f32, &T) -> f32,
) -> Vec<(f32, T)> {
    let step = times.len().div_ceil(max_keys).max(1);
    let mut keys: Vec<(f32, T)> = Vec::new();
    for (index, &time) in times.iter().enumerate() {
        if index % step == 0 || index + 1 == times.len() {
            let is_jump = times.get(index + 1) == Some(&time);
            keys.push((time, value_at(if is_jump { time.next_down() } else { time })));
        }
    }
    let mut intervals = BinaryHeap::new();
    for to in 1..keys.len() {
        intervals.extend(Interval::to_halve(&keys, [to - 1, to], MAX_HALVINGS, longest, &mut value_at, &mut error));
    }
    while let Some(Interval { ends: [from, to], halvings, middle, .. }) = intervals.pop() {
        if keys.len() >= max_keys {
            break;
        }
        keys.push(middle);
        let middle = keys.len() - 1;
        for ends in [[from, middle], [middle, to]] {
            intervals.extend(Interval::to_halve(&keys, ends, halvings - 1, longest, &mut value_at, &mut error));
        }
    }
    // The sort is stable: the two keys of a jump stay in order.
    keys.sort_by(|a, b| a.0.total_cmp(&b.0));
    keys
}

/// An interval between two keys, to be halved.
struct Interval<T> {
    error: f32,
    /// Indices of the keys.
    ends: [usize; 2],
    /// Number of times that it may be halved.
    halvings: u32,
    /// Key in the middle.
    middle: (f32, T),
}

impl<T> Interval<T> {
    /// Returns the interval between two keys if it must be halved, or `None` if its error is within the limit or
    /// `halvings` is 0.
    fn to_halve(
        keys: &[(f32, T)],
        ends: [usize; 2],
        halvings: u32,
        longest: f32,
        value_at: &mut impl FnMut(f32) -> T,
        error: &mut impl FnMut([&T; 2], f32, &T) -> f32,
    ) -> Option<Self> {
        let [(from, first), (to, last)] = ends.map(|key| &keys[key]);
        let length = to - from;
        let [before, middle, after] = [0.25, 0.5, 0.75].map(|u| from + length * u);
        if halvings == 0 || *from >= before || after >= *to {
            return None;
        }
        let value = value_at(middle);
        let mut largest = f32::INFINITY;
        if length <= longest {
            // The fraction is that of the rounded time, since a fast motion moves visibly within the rounding.
            largest = error([first, last], (middle - from) / length, &value);
            // A foot that touches the ground makes an error in one half only.
            for time in [before, after] {
                if largest > 1.0 {
                    break;
                }
                largest = error([first, last], (time - from) / length, &value_at(time));
            }
        }
        (largest > 1.0).then_some(Self { error: largest, ends, halvings, middle: (middle, value) })
    }
}

impl<T> Ord for Interval<T> {
    /// Compares by the error; of equal errors, the earlier interval is greater.
    fn cmp(&self, other: &Self) -> Ordering {
        self.error.total_cmp(&other.error).then(other.ends.cmp(&self.ends))
    }
}

impl<T> PartialOrd for Interval<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Interval<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<T> Eq for Interval<T> {}

/// Returns poses of a motion, sampled at `times` and between so that interpolation is within the bound of
/// `pose_at(time)`.
pub fn resample(
    skeleton: &Skeleton,
    times: &[f32],
    bound: Bound,
    pose_at: impl FnMut(f32) -> Pose,
) -> Vec<(f32, Pose)> {
    let shells = shell_radii(skeleton, bound.shell);
    let mut models = [0; 2].map(|_| vec![Affine3A::IDENTITY; skeleton.len()]);
    let max_keys = (MAX_TRANSFORMS / skeleton.len().max(1)).max(2).min(8 * times.len() + 256);
    sample_adaptively(times, LONGEST, max_keys, pose_at, |[a, b], u, exact| {
        for (pose, model) in [exact, &interpolate_poses(a, b, u)].into_iter().zip(&mut models) {
            local_to_model(skeleton, pose, Affine3A::IDENTITY, model);
        }
        let joints = models[0].iter().zip(&models[1]).zip(&shells);
        let mut worst: f32 = 0.0;
        for ((exact, interpolated), shell) in joints {
            let error = shell_distance(exact, interpolated, *shell) / bound.distance;
            worst = if error.is_nan() { f32::INFINITY } else { worst.max(error) }; // NaN is not near
        }
        worst
    })
}

/// Interpolates two poses as tracks interpolate keys.
fn interpolate_poses(a: &Pose, b: &Pose, u: f32) -> Pose {
    let mut pose = Pose::default();
    pose.set_blend(a, b, u);
    for ((local, a), b) in pose.locals.iter_mut().zip(&a.locals).zip(&b.locals) {
        local.rotation = interpolate_rotation(a.rotation, shortest(a.rotation, b.rotation), u);
    }
    pose
}

/// Returns the track of a joint's translation, or `None` without keys.
pub fn translation(keys: &[(f32, Pose)], joint: usize) -> Option<Track<Vec3>> {
    let values = keys.iter().map(|(_, pose)| pose.locals[joint].translation).collect();
    Track::new(keys.iter().map(|key| key.0).collect(), values).ok()
}

/// Returns the track of a joint's rotation, or `None` without keys.
pub fn rotation(keys: &[(f32, Pose)], joint: usize) -> Option<RotationTrack> {
    let values: Vec<Quat> = keys.iter().map(|(_, pose)| pose.locals[joint].rotation).collect();
    RotationTrack::new(keys.iter().map(|key| key.0).collect(), values).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a staircase of small steps up to 0.5 s, and then a large swing.
    fn staircase_and_swing(time: f32) -> f32 {
        if time < 0.5 { 0.01 * (time * 256.0).floor() / 128.0 } else { (20.0 * time).sin() }
    }

    #[test]
    fn the_intervals_of_the_largest_errors_come_first() {
        let keys = sample_adaptively(&[0.0, 0.5, 1.0], f32::INFINITY, 40, staircase_and_swing, |[a, b], u, exact| {
            (a + u * (b - a) - exact).abs() / 1e-5
        });
        assert_eq!(keys.len(), 40);
        let worst = (0..1000).map(|step| step as f32 / 1000.0).map(|time| {
            let after = keys.partition_point(|key| key.0 <= time);
            let [(from, a), (to, b)] = [keys[after - 1], keys[after]];
            (a + (time - from) / (to - from) * (b - a) - staircase_and_swing(time)).abs()
        });
        let worst = worst.fold(0.0, f32::max);
        assert!(worst < 0.05, "{worst}: {keys:?}");
    }
}
