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

/// Each interval is halved at most so many times: where the motion has a kink, that does not help for ever.
const MAX_HALVINGS: u32 = 12;

/// Longer intervals between poses are halved in any case, in seconds: a foot may meet the ground between the times
/// looked at.
const LONGEST: f32 = 1.0 / 24.0;

/// Most joints times poses. A clip with more keys is sampled at fewer times.
const MAX_TRANSFORMS: usize = 1 << 22;

/// Values at `times` (sorted; one that is there twice is a jump, with a value from just before it), and between as
/// many as are needed: an interval is halved if it is longer than `longest`, or if `is_off([from, to], u, exact)` at
/// one of three places `u` of the way, where `exact` is the value.
///
/// With `most` values none are added, and of more times some are left out.
pub(super) fn refined<T>(
    times: &[f32],
    longest: f32,
    most: usize,
    mut value_at: impl FnMut(f32) -> T,
    mut is_off: impl FnMut([&T; 2], f32, &T) -> bool,
) -> Vec<(f32, T)> {
    let mut keys: Vec<(f32, T)> = Vec::with_capacity(times.len());
    let step = times.len().div_ceil(most).max(1);
    for (at, &time) in times.iter().enumerate() {
        if at % step != 0 && at + 1 != times.len() {
            continue;
        }
        let is_jump = times.get(at + 1) == Some(&time);
        let value = value_at(if is_jump { time.next_down() } else { time });
        // From the latest to the earliest, and how often the interval up to each may still be halved.
        let mut ahead = vec![(time, value, MAX_HALVINGS)];
        while let Some((time, value, halvings)) = ahead.pop() {
            if let Some((before, last)) = keys.last().filter(|_| halvings > 0 && keys.len() < most) {
                let length = time - before;
                let at = |u: f32| before + length * u;
                // At the time as it is rounded: a fast motion shows its last digit.
                let mut is_off = |u: f32| is_off([last, &value], (at(u) - before) / length, &value_at(at(u)));
                // A foot that meets the ground shows in one half only.
                if *before < at(0.25)
                    && at(0.75) < time
                    && (length > longest || [0.5, 0.25, 0.75].into_iter().any(&mut is_off))
                {
                    let middle = (at(0.5), value_at(at(0.5)), halvings - 1);
                    ahead.push((time, value, halvings - 1));
                    ahead.push(middle);
                    continue;
                }
            }
            keys.push((time, value));
        }
    }
    keys
}

/// Poses whose interpolation is within the bound of the motion, at `times` and between, as [`refined`].
pub(super) fn resample(
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
        let mut joints = models[0].iter().zip(&models[1]).zip(&shells);
        // NaN is not near.
        !joints.all(|((a, b), shell)| apart(a, b, *shell) <= bound.distance)
    })
}

/// As tracks interpolate.
fn between(a: &Pose, b: &Pose, u: f32) -> Pose {
    let mut pose = Pose::default();
    pose.set_blend(a, b, u);
    for ((local, a), b) in pose.locals.iter_mut().zip(&a.locals).zip(&b.locals) {
        local.rotation = interpolate_rotation(a.rotation, shortest(a.rotation, b.rotation), u);
    }
    pose
}

/// The track of one joint's translation.
pub(super) fn translation(keys: &[(f32, Pose)], joint: usize) -> Option<Track<Vec3>> {
    let values = keys.iter().map(|(_, pose)| pose.locals[joint].translation).collect();
    Track::new(keys.iter().map(|key| key.0).collect(), values).ok()
}

/// The track of one joint's rotation.
pub(super) fn rotation(keys: &[(f32, Pose)], joint: usize) -> Option<RotationTrack> {
    let values: Vec<Quat> = keys.iter().map(|(_, pose)| pose.locals[joint].rotation).collect();
    RotationTrack::new(keys.iter().map(|key| key.0).collect(), values).ok()
}
