//! Keys for a motion that is computed: values at given times, and between them where interpolation is off.

use super::{
    RotationTrack, Track, interpolate_rotation,
    reduce::{Bound, apart, shells},
};
use crate::{
    math::shortest,
    skeleton::{Pose, Skeleton, local_to_model},
};
use glam::{Affine3A, Quat, Vec3};
use std::{cmp::Ordering, collections::BinaryHeap};

/// Each interval is halved at most so many times: where the motion has a kink, that does not help for ever.
const MAX_HALVINGS: u32 = 12;

/// Longer intervals between poses are halved in any case, in seconds: a foot may meet the ground between the times
/// looked at.
const LONGEST: f32 = 1.0 / 24.0;

/// Most joints times poses. A clip with more keys is sampled at fewer times.
const MAX_TRANSFORMS: usize = 1 << 22;

/// Values at `times` (sorted; one that is there twice is a jump, with a value from just before it), and between as
/// many as are needed: an interval is halved if it is longer than `longest`, or if `error([from, to], u, exact)` is over
/// 1 at one of three places `u` of the way, where `exact` is the value.
///
/// With `most` values none are added, and of more times some are left out. The worst intervals are halved first.
pub fn refined<T>(
    times: &[f32],
    longest: f32,
    most: usize,
    mut value_at: impl FnMut(f32) -> T,
    mut error: impl FnMut([&T; 2], f32, &T) -> f32,
) -> Vec<(f32, T)> {
    let step = times.len().div_ceil(most).max(1);
    let kept = (0..times.len()).filter(|at| at % step == 0 || at + 1 == times.len());
    let keys = kept.map(|at| {
        let is_jump = times.get(at + 1) == Some(&times[at]);
        (times[at], value_at(if is_jump { times[at].next_down() } else { times[at] }))
    });
    let mut keys: Vec<(f32, T)> = keys.collect();
    let mut ahead = BinaryHeap::new();
    for to in 1..keys.len() {
        ahead.extend(Interval::find(&keys, [to - 1, to], MAX_HALVINGS, longest, &mut value_at, &mut error));
    }
    while let Some(Interval { ends: [from, to], halvings, middle, .. }) = ahead.pop() {
        if keys.len() >= most {
            break;
        }
        keys.push(middle);
        let middle = keys.len() - 1;
        for ends in [[from, middle], [middle, to]] {
            ahead.extend(Interval::find(&keys, ends, halvings - 1, longest, &mut value_at, &mut error));
        }
    }
    // Two at one time stay in order.
    keys.sort_by(|a, b| a.0.total_cmp(&b.0));
    keys
}

/// An interval between two keys, to be halved.
struct Interval<T> {
    error: f32,
    ends: [usize; 2],
    halvings: u32,
    middle: (f32, T),
}

impl<T> Interval<T> {
    /// Returns the interval between two keys, or `None` if it is good enough or must not be halved any more.
    fn find(
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
        // At the time as it is rounded: a fast motion shows its last digit. A foot that meets the ground shows in one
        // half only.
        let error = if length > longest {
            f32::INFINITY
        } else {
            let mut errors = [middle, before, after]
                .into_iter()
                .map(|time| error([first, last], (time - from) / length, &value_at(time)));
            errors.find(|error| *error > 1.0)?
        };
        Some(Self { error, ends, halvings, middle: (middle, value_at(middle)) })
    }
}

impl<T> Ord for Interval<T> {
    /// Compares by the error, then the earlier one first.
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

/// Poses whose interpolation is within the bound of the motion, at `times` and between, as [`refined`].
pub fn resample(
    skeleton: &Skeleton,
    times: &[f32],
    bound: Bound,
    pose_at: impl FnMut(f32) -> Pose,
) -> Vec<(f32, Pose)> {
    let shells = shells(skeleton, bound.shell);
    let mut models = [0; 2].map(|_| vec![Affine3A::IDENTITY; skeleton.len()]);
    let most = (MAX_TRANSFORMS / skeleton.len().max(1)).max(2).min(8 * times.len() + 256);
    refined(times, LONGEST, most, pose_at, |[a, b], u, exact| {
        for (pose, model) in [exact, &between(a, b, u)].into_iter().zip(&mut models) {
            local_to_model(skeleton, pose, Affine3A::IDENTITY, model);
        }
        let joints = models[0].iter().zip(&models[1]).zip(&shells);
        let mut worst: f32 = 0.0;
        for ((exact, interpolated), shell) in joints {
            let error = apart(exact, interpolated, *shell) / bound.distance;
            worst = if error.is_nan() { f32::INFINITY } else { worst.max(error) }; // NaN is not near
        }
        worst
    })
}

/// Interpolates as tracks do.
fn between(a: &Pose, b: &Pose, u: f32) -> Pose {
    let mut pose = Pose::default();
    pose.set_blend(a, b, u);
    for ((local, a), b) in pose.locals.iter_mut().zip(&a.locals).zip(&b.locals) {
        local.rotation = interpolate_rotation(a.rotation, shortest(a.rotation, b.rotation), u);
    }
    pose
}

/// The track of one joint's translation.
pub fn translation(keys: &[(f32, Pose)], joint: usize) -> Option<Track<Vec3>> {
    let values = keys.iter().map(|(_, pose)| pose.locals[joint].translation).collect();
    Track::new(keys.iter().map(|key| key.0).collect(), values).ok()
}

/// The track of one joint's rotation.
pub fn rotation(keys: &[(f32, Pose)], joint: usize) -> Option<RotationTrack> {
    let values: Vec<Quat> = keys.iter().map(|(_, pose)| pose.locals[joint].rotation).collect();
    RotationTrack::new(keys.iter().map(|key| key.0).collect(), values).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn staircase_and_swing(time: f32) -> f32 {
        if time < 0.5 { 0.01 * (time * 256.0).floor() / 128.0 } else { (20.0 * time).sin() }
    }

    /// A staircase at the start leaves keys for the swing after it, which is further off.
    #[test]
    fn a_budget_goes_where_the_error_is_largest() {
        let keys = refined(&[0.0, 0.5, 1.0], f32::INFINITY, 40, staircase_and_swing, |[a, b], u, at| {
            (a + u * (b - a) - at).abs() / 1e-5
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
