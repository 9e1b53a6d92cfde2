//! Adaptive sampling: keys of a computed motion, at given times, and between them where interpolation is not near
//! enough.

use super::reduce::{Bound, shell_distance, shell_radii};
use super::{RotationTrack, Track, interpolate_rotation};
use crate::math::{Transform, shortest};
use crate::skeleton::{Pose, Skeleton, local_to_model};
use glam::{Affine3A, Quat, Vec3};

/// Largest number of times that an interval is halved: at a kink of the motion, halving would never end.
const MAX_HALVINGS: u32 = 12;

/// Fractions of an interval at which interpolation is compared besides the middle. Nlerp and slerp differ most there,
/// and no number of whole turns in the interval seems to stand still at all three.
const COMPARED_AT: [f32; 2] = [0.211_325, 0.788_675];

/// Longest interval between poses, in seconds: within a longer one, a foot may touch the ground unnoticed.
const LONGEST: f32 = 1.0 / 24.0;

/// Largest number of joints times poses. Of a clip with more keys, some are left out.
const MAX_TRANSFORMS: usize = 1 << 22;

/// Returns keys of a motion with value `value_at(time)`: at `times`, and between them as many as needed. `times` are
/// sorted; the first of two equal times is a jump, and has the value from just before it.
///
/// An interval is halved if `error([from, to], u, exact)` is above 1, or NaN, at one of three fractions `u` of the way,
/// where `exact` is the value. Longer intervals are halved before shorter ones. No keys are added beyond `max_keys`, and
/// of more times than that some are left out.
///
/// A curve of numbers becomes the keys of a track so:
///
/// ```
/// use armature::animation::sample_adaptively;
///
/// let keys = sample_adaptively(&[0.0, 1.0], 1000, |time| time * time, |[a, b], u, exact| {
///     (a + (b - a) * u - exact).abs() / 0.001
/// });
/// assert_eq!(keys.len(), 17);
/// ```
///
/// For rotations, compare with [`interpolate_rotation`]; for whole transforms, with [`interpolate_transform`].
pub fn sample_adaptively<T>(
    times: &[f32],
    max_keys: usize,
    mut value_at: impl FnMut(f32) -> T,
    mut error: impl FnMut([&T; 2], f32, &T) -> f32,
) -> Vec<(f32, T)> {
    let step = times.len().div_ceil(max_keys.max(1)).max(1);
    let mut keys: Vec<(f32, T)> = Vec::new();
    for (index, &time) in times.iter().enumerate() {
        if index % step == 0 || index + 1 == times.len() {
            let is_jump = times.get(index + 1) == Some(&time);
            keys.push((time, value_at(if is_jump { time.next_down() } else { time })));
        }
    }
    let mut intervals: Vec<[usize; 2]> = (1..keys.len()).map(|to| [to - 1, to]).collect();
    for _ in 0..MAX_HALVINGS {
        let mut halves = Vec::new();
        for ends in intervals {
            if keys.len() >= max_keys {
                break;
            }
            if let Some(middle) = middle_if_far(ends.map(|end| &keys[end]), &mut value_at, &mut error) {
                keys.push(middle);
                let middle = keys.len() - 1;
                halves.extend([[ends[0], middle], [middle, ends[1]]]);
            }
        }
        intervals = halves;
    }
    // The sort is stable: the two keys of a jump stay in order.
    keys.sort_by(|a, b| a.0.total_cmp(&b.0));
    keys
}

/// Returns the key in the middle of two if interpolation between them is too far from the values.
fn middle_if_far<T>(
    [(from, first), (to, last)]: [&(f32, T); 2],
    value_at: &mut impl FnMut(f32) -> T,
    error: &mut impl FnMut([&T; 2], f32, &T) -> f32,
) -> Option<(f32, T)> {
    let length = to - from;
    let middle = from + length * 0.5;
    let [early, late] = COMPARED_AT.map(|u| from + length * u);
    if *from >= early || late >= *to {
        return None; // no `f32` lies between
    }
    let value = value_at(middle);
    // The fraction is that of the rounded time, since a fast motion moves visibly within the rounding.
    let mut is_near = error([first, last], (middle - from) / length, &value) <= 1.0;
    for time in [early, late] {
        is_near = is_near && error([first, last], (time - from) / length, &value_at(time)) <= 1.0;
    }
    (!is_near).then_some((middle, value))
}

/// Interpolates two transforms as tracks interpolate keys: translation and scale linearly, the rotation the short way
/// by [`interpolate_rotation`].
pub fn interpolate_transform(a: &Transform, b: &Transform, u: f32) -> Transform {
    Transform {
        translation: a.translation + (b.translation - a.translation) * u,
        rotation: interpolate_rotation(a.rotation, shortest(a.rotation, b.rotation), u),
        scale: a.scale + (b.scale - a.scale) * u,
    }
}

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
    sample_adaptively(&with_steps(times, max_keys), max_keys, pose_at, |[a, b], u, exact| {
        let mut interpolated = exact.clone();
        for ((local, a), b) in interpolated.locals.iter_mut().zip(&a.locals).zip(&b.locals) {
            *local = interpolate_transform(a, b, u);
        }
        for (pose, model) in [exact, &interpolated].into_iter().zip(&mut models) {
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

/// Returns the times, and between them others, so that no interval is longer than [`LONGEST`] or, if that needs more
/// than `max_count` times, longer than an equal share of the whole.
fn with_steps(times: &[f32], max_count: usize) -> Vec<f32> {
    let mut all = Vec::with_capacity(times.len());
    let span = times.last().unwrap_or(&0.0) - times.first().unwrap_or(&0.0);
    let longest = LONGEST.max(2.0 * span / max_count as f32);
    for (index, &time) in times.iter().enumerate() {
        all.push(time);
        let Some(next) = times.get(index + 1) else { break };
        let parts = ((next - time) / longest).ceil().max(1.0);
        all.extend((1..parts as u32).map(|part| time + (next - time) * (part as f32 / parts)));
    }
    all
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

    #[test]
    fn too_few_keys_are_spread_evenly() {
        let keys = sample_adaptively(
            &[0.0, 1.0],
            40,
            |time| (20.0 * time).sin(),
            |[a, b], u, exact| (a + u * (b - a) - exact).abs() / 1e-5,
        );
        assert_eq!(keys.len(), 40);
        assert!(keys.windows(2).all(|pair| pair[1].0 - pair[0].0 <= 1.0 / 32.0), "{keys:?}");
    }

    #[test]
    fn whole_turns_do_not_seem_to_stand_still() {
        for turns in 1..=64u8 {
            let angle = f32::from(turns) * std::f32::consts::TAU;
            let keys = sample_adaptively(
                &[0.0, 1.0],
                10_000,
                |time| Quat::from_rotation_z(angle * time),
                |[a, b], u, exact| interpolate_rotation(*a, shortest(*a, *b), u).angle_between(*exact) / 0.01,
            );
            assert!(keys.len() > 2 * usize::from(turns), "{turns} turns: {} keys", keys.len());
        }
    }

    #[test]
    fn jumps_stay() {
        let keys = sample_adaptively(
            &[0.0, 1.0, 1.0, 2.0],
            100,
            |time| f32::from(time >= 1.0),
            |[a, b], u, exact| (a + (b - a) * u - exact).abs() / 0.01,
        );
        assert_eq!(keys, [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (2.0, 1.0)]);
    }
}
