//! Key reduction: fewer keys, every pose within a stated distance of the clip's own.
//!
//! A key can be left out where interpolation between its neighbours gives nearly the same value. How large an error may
//! be depends on what the joint moves: a milliradian in a finger moves a point 3 cm away by 0.03 mm, in the hips it
//! moves a hand by a millimetre; and the errors of all joints above a hand add up. So the bound is one in model space:
//! no point at [`Bound::shell`] from a joint is off by more than [`Bound::distance`].
//!
//! 1. Each track drops keys as if no other joint had an error.
//! 2. Whole poses are compared, at the clip's keys and at three times between them. Where a joint is off by more than
//!    the bound, its tracks and those of all joints above it get a smaller bound at that time. Repeat until none is.
//!
//! Source of the measure: Nicholas Frechette, Animation Compression Library, "error measurements": points on a
//! shell around each joint stand for the skin that it moves.

mod keep;

pub use keep::{all_between, keep};

use super::{Clip, Cursors, JointTracks, RotationTrack, Track, interpolate_rotation, key_times};
use crate::math::largest_scale;
use crate::skeleton::{Pose, Skeleton, local_to_model};
use glam::{Affine3A, Vec4};

/// A usual distance of the skin from a joint of a person, in metres.
pub const SHELL: f32 = 0.03;

/// Largest number of joints times key times of a clip that is reduced: a million keys, each at a time of its own, would
/// take minutes.
pub const MAX_COMPARED: usize = 1 << 23;

/// Fraction of the bound that is used at the compared times; the rest is for the times between them.
const AIMED: f32 = 0.97;

/// Fractions of the way between two key times at which poses are compared.
const BETWEEN: [f32; 3] = [0.25, 0.5, 0.75];

/// Number of rounds after which the clip is left as it is. Few clips need twenty.
const MAX_ROUNDS: i32 = 40;

/// Largest error of a pose, and the points at which it is measured, in the model's unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// Largest error of any point of the shells.
    pub distance: f32,
    /// Distance of the points from each joint in the bind pose.
    pub shell: f32,
}

impl Bound {
    /// Makes a bound of `distance` metres, at [`SHELL`] from each joint, for a model of the unit
    /// [`metres_per_unit`](crate::model::Model::metres_per_unit).
    pub fn in_metres(metres_per_unit: f32, distance: f32) -> Self {
        Self { distance: distance / metres_per_unit, shell: SHELL / metres_per_unit }
    }
}

/// Joint and time at which two clips are farthest apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PoseError {
    /// Distance of two points of a shell, in the model's unit.
    pub distance: f32,
    /// The joint.
    pub joint: usize,
    /// Time on the clips' clock, in seconds.
    pub time: f32,
}

/// Returns the largest distance between the poses of two clips at `times`, of points at `shell` from the joints in the
/// bind pose. The distance is NaN if a pose is.
///
/// # Panics
/// If a track moves a joint that the skeleton does not have.
pub fn pose_error(
    skeleton: &Skeleton,
    clips: [&Clip; 2],
    shell: f32,
    times: impl IntoIterator<Item = f32>,
) -> PoseError {
    let mut worst = PoseError::default();
    let shells = shell_radii(skeleton, shell);
    let [mut a, mut b] = clips.map(|clip| ClipSampler::new(skeleton, clip));
    for time in times {
        let models = a.model_from_joint(time).iter().zip(b.model_from_joint(time));
        for (joint, (a, b)) in models.enumerate() {
            let distance = shell_distance(a, b, shells[joint]);
            // NaN must not be lost.
            if !(worst.distance.is_nan() || distance <= worst.distance) {
                worst = PoseError { distance, joint, time };
            }
        }
    }
    worst
}

/// Returns the clip with fewer keys, its poses within the bound of the clip's own. A track within the bound of the bind
/// pose is left out. Shear stays as it is.
///
/// The keys that are kept do not change, bit for bit. A clip that is too large to be compared ([`MAX_COMPARED`]), or
/// that moves something to infinity, is returned as it is; so is a clip where the bound is near a ten-millionth of the
/// figure's size, which an `f32` does not resolve.
///
/// # Panics
/// If a track moves a joint that the skeleton does not have.
pub fn reduce(skeleton: &Skeleton, clip: &Clip, bound: Bound) -> Clip {
    reduce_with_progress(skeleton, clip, bound, &|_| ())
}

/// Reduces a clip as [`reduce`] does, and calls `progress` with an estimate of the fraction done: each round does half
/// of the rest.
///
/// # Panics
/// If a track moves a joint that the skeleton does not have.
pub fn reduce_with_progress(skeleton: &Skeleton, clip: &Clip, bound: Bound, progress: &dyn Fn(f32)) -> Clip {
    let times = key_times(clip);
    if times.len().saturating_mul(skeleton.len()) > MAX_COMPARED {
        return clip.clone();
    }
    let mut exact = ClipSampler::new(skeleton, clip);
    let shells = shell_radii(skeleton, bound.shell);
    let scales = error_scales(&mut exact, &shells, &times);
    let mut fractions = vec![Fractions { of_bound: vec![1.0; times.len()], have_shrunk: true }; skeleton.len()];
    // For each key time, whether the poses up to the next one were found within the bound, and have not changed since.
    let mut is_settled = vec![false; times.len()];
    let mut last: Vec<JointTracks> = Vec::new();
    for round in 0..MAX_ROUNDS {
        progress(1.0 - 0.5f32.powi(round));
        let mut all = Vec::with_capacity(clip.tracks.len());
        for (index, tracks) in clip.tracks.iter().enumerate() {
            let fractions = &fractions[tracks.joint];
            if !fractions.have_shrunk {
                all.push(last[index].clone());
                continue;
            }
            let rest = skeleton.joints()[tracks.joint].bind_local;
            all.push(reduce_tracks(tracks, rest, scales[tracks.joint], |keys| {
                let fractions = smallest_fractions(&times, &fractions.of_bound, keys);
                fractions.into_iter().map(|fraction| fraction * AIMED * bound.distance).collect()
            }));
        }
        for (last, tracks) in last.iter().zip(&all) {
            for (last, keys) in reduced_key_times(last).into_iter().zip(reduced_key_times(tracks)) {
                unsettle_changed(&times, last, keys, &mut is_settled);
            }
        }
        last.clone_from(&all);
        all.retain(|tracks| tracks.key_count() > 0);
        let reduced = Clip { tracks: all, ..clip.clone() };
        let mut reduced_motion = ClipSampler::new(skeleton, &reduced);
        // The limit shrinks in each round: leaving out fewer keys sometimes makes larger errors elsewhere.
        let limits = [AIMED, AIMED * 0.97f32.powi(round)].map(|fraction| fraction * bound.distance);
        shrink_fractions(&mut exact, &mut reduced_motion, &shells, limits, &times, &mut fractions, &mut is_settled);
        if is_settled.iter().all(|is_settled| *is_settled) {
            return reduced;
        }
    }
    clip.clone()
}

/// Largest errors that the tracks of a joint may make.
#[derive(Clone)]
struct Fractions {
    /// Largest error at each key time, as a fraction of the bound.
    of_bound: Vec<f32>,
    /// Whether some have become smaller in the last round.
    have_shrunk: bool,
}

/// Returns the key times of translation, scale and rotation, the tracks that are reduced.
fn reduced_key_times(tracks: &JointTracks) -> [&[f32]; 3] {
    let [translation, scale] =
        [&tracks.translation, &tracks.scale].map(|track| track.as_ref().map_or(&[][..], Track::times));
    [translation, scale, tracks.rotation.as_ref().map_or(&[], RotationTrack::times)]
}

/// Clears `is_settled` at the times at which a track changes when its key times become `new` instead of `old`, some of
/// the same keys: between two neighbours of `new` that are not neighbours in `old`.
fn unsettle_changed(times: &[f32], old: &[f32], new: &[f32], is_settled: &mut [bool]) {
    let mut from = f32::NEG_INFINITY;
    let mut passed = 0;
    for to in new.iter().copied().chain([f32::INFINITY]) {
        passed = count_while(old, passed, |key| key <= from);
        let was_key = from == f32::NEG_INFINITY || passed > 0 && old[passed - 1] == from;
        if !was_key || old.get(passed).copied().unwrap_or(f32::INFINITY) != to {
            let start = times.partition_point(|time| *time < from);
            let end = times.partition_point(|time| *time < to);
            is_settled[start..end].fill(false);
        }
        from = to;
    }
}

/// Returns, for each of `keys`, the key times of a track, the smallest of `fractions`, given at `times`, between the key's
/// neighbours. Without the key the track changes everywhere between them, also where only other tracks have keys; without
/// the first or last key, as far as the clip's start or end.
fn smallest_fractions(times: &[f32], fractions: &[f32], keys: &[f32]) -> Vec<f32> {
    let mut smallest = Vec::with_capacity(keys.len());
    let mut passed = 0; // number of times up to the key before
    let mut before = 0; // before this key
    let mut reached = 0; // up to this key
    let mut ahead = 0; // before the next key
    for (key, &time) in keys.iter().enumerate() {
        // At a jump, the fraction just before it is also used.
        before = count_while(times, before, |other| other.next_up() < time);
        reached = count_while(times, reached, |other| other <= time);
        ahead = match keys.get(key + 1) {
            Some(next) => count_while(times, ahead, |other| other < *next),
            None => times.len(),
        };
        let between = &fractions[passed.min(before)..ahead.max(reached)];
        smallest.push(between.iter().copied().fold(1.0, f32::min));
        passed = reached;
    }
    smallest
}

/// Returns the number of the first `times`, at least `count`, for which `holds`.
fn count_while(times: &[f32], mut count: usize, holds: impl Fn(f32) -> bool) -> usize {
    while times.get(count).is_some_and(|time| holds(*time)) {
        count += 1;
    }
    count
}

/// A clip on a skeleton, and the memory for sampling it.
struct ClipSampler<'a> {
    skeleton: &'a Skeleton,
    clip: &'a Clip,
    bind: Pose,
    cursors: Cursors,
    pose: Pose,
    model: Vec<Affine3A>,
}

impl<'a> ClipSampler<'a> {
    fn new(skeleton: &'a Skeleton, clip: &'a Clip) -> Self {
        let model = vec![Affine3A::IDENTITY; skeleton.len()];
        let cursors = Cursors::default();
        let pose = Pose::default();
        Self { skeleton, clip, bind: skeleton.bind_pose(), cursors, pose, model }
    }

    /// Returns the matrix of each joint at `time`.
    fn model_from_joint(&mut self, time: f32) -> &[Affine3A] {
        self.clip.sample(time, &self.bind, &mut self.cursors, &mut self.pose);
        local_to_model(self.skeleton, &self.pose, Affine3A::IDENTITY, &mut self.model);
        &self.model
    }
}

/// Returns, for each joint, the radius of a sphere in the joint's own unit that has the radius `shell` in model space
/// in the bind pose.
pub(super) fn shell_radii(skeleton: &Skeleton, shell: f32) -> Vec<f32> {
    let model = skeleton.model_from_joint(&skeleton.bind_pose());
    model
        .iter()
        .map(|matrix: &Affine3A| shell / Some(largest_scale(matrix)).filter(|it| *it > 1e-6).unwrap_or(1.0))
        .collect()
}

/// Returns the largest distance, in model space, by which two matrices of a joint move a point on one of its axes
/// apart, at `shell` from the joint in the joint's own unit. NaN if a matrix has NaN.
pub fn shell_distance(a: &Affine3A, b: &Affine3A, shell: f32) -> f32 {
    let offset = b.translation - a.translation;
    let turned = b.matrix3 - a.matrix3;
    let mut largest = 0.0;
    for axis in [turned.x_axis, turned.y_axis, turned.z_axis] {
        let square = (offset + axis * shell).length_squared().max((offset - axis * shell).length_squared());
        // NaN must not be lost.
        if !(f32::is_nan(largest) || square <= largest) {
            largest = square;
        }
    }
    largest.sqrt()
}

/// Factors from an error of a joint's local transform to the largest distance by which it moves a point of a shell.
#[derive(Clone, Copy, Debug, Default)]
struct ErrorScale {
    /// Factor of an error of the translation: the length of a unit of the parent's space, in the model's unit.
    translation: f32,
    /// Factor of an error of the rotation, in radians, or of the scale: the distance of the farthest point of a shell
    /// that the joint moves, in the model's unit.
    rotation: f32,
}

/// Returns, for each joint, the largest error scales at `times`.
fn error_scales(motion: &mut ClipSampler<'_>, shells: &[f32], times: &[f32]) -> Vec<ErrorScale> {
    let joints = motion.skeleton.joints();
    let mut largest = vec![ErrorScale::default(); joints.len()];
    let mut reaches = vec![0.0f32; joints.len()];
    for &time in times {
        let model = motion.model_from_joint(time);
        reaches.fill(0.0);
        for (index, joint) in joints.iter().enumerate().rev() {
            reaches[index] = reaches[index].max(shells[index] * largest_scale(&model[index]));
            let largest = &mut largest[index];
            largest.rotation = largest.rotation.max(reaches[index]);
            let unit = joint.parent.map_or(1.0, |parent| largest_scale(&model[parent]));
            largest.translation = largest.translation.max(unit);
            if let Some(parent) = joint.parent {
                let bone = model[index].translation.distance(model[parent].translation);
                reaches[parent] = reaches[parent].max(bone + reaches[index]);
            }
        }
    }
    largest
}

/// Compares the poses that are not settled yet. Poses within `allowed` are settled; where a pose is not, the fractions
/// of the joint and of those above it shrink, so that it would be within `aimed`.
fn shrink_fractions(
    exact: &mut ClipSampler<'_>,
    reduced: &mut ClipSampler<'_>,
    shells: &[f32],
    [allowed, aimed]: [f32; 2],
    times: &[f32],
    fractions: &mut [Fractions],
    is_settled: &mut [bool],
) {
    for fractions in fractions.iter_mut() {
        fractions.have_shrunk = false;
    }
    // Errors of each joint: between the key before and this one, at this key, on to the next one, at a time between.
    let mut before = vec![0.0f32; shells.len()];
    let mut here = before.clone();
    let mut after = before.clone();
    let mut between = before.clone();
    for (key, &time) in times.iter().enumerate() {
        here.fill(0.0);
        after.fill(0.0);
        if !is_settled[key] {
            is_settled[key] = write_errors(exact, reduced, shells, time, &mut here) <= allowed;
            after.clone_from(&here);
            if let Some(&next) = times.get(key + 1) {
                for u in BETWEEN {
                    let worst = write_errors(exact, reduced, shells, time + u * (next - time), &mut between);
                    is_settled[key] &= worst <= allowed;
                    for (largest, error) in after.iter_mut().zip(&between) {
                        *largest = largest.max(*error);
                    }
                }
            }
        }
        for (joint, fractions) in fractions.iter_mut().enumerate() {
            let error = here[joint].max(after[joint]).max(before[joint]);
            if error > allowed {
                // The square root, because the fractions of the joints above shrink as well.
                fractions.of_bound[key] *= (aimed / error).max(0.01).sqrt();
                fractions.have_shrunk = true;
            }
        }
        std::mem::swap(&mut before, &mut after);
    }
}

/// Writes, for each joint, the largest error at `time` of the joint and its descendants, and returns the largest of
/// all, or NaN if a pose is NaN.
fn write_errors(
    exact: &mut ClipSampler<'_>,
    reduced: &mut ClipSampler<'_>,
    shells: &[f32],
    time: f32,
    errors: &mut [f32],
) -> f32 {
    let models = exact.model_from_joint(time).iter().zip(reduced.model_from_joint(time));
    for ((error, (a, b)), shell) in errors.iter_mut().zip(models).zip(shells) {
        *error = shell_distance(a, b, *shell);
    }
    let mut worst = 0.0f32;
    for (index, joint) in exact.skeleton.joints().iter().enumerate().rev() {
        if !(worst.is_nan() || errors[index] <= worst) {
            worst = errors[index];
        }
        if let Some(parent) = joint.parent {
            errors[parent] = errors[parent].max(errors[index]);
        }
    }
    worst
}

/// Returns the tracks of one joint with fewer keys. `limits_at(times)` are the largest errors of a track with keys at
/// `times`, at each of them.
fn reduce_tracks(
    tracks: &JointTracks,
    rest: crate::math::Transform,
    scales: ErrorScale,
    limits_at: impl Fn(&[f32]) -> Vec<f32>,
) -> JointTracks {
    let [translation, scale] =
        [(&tracks.translation, rest.translation, scales.translation), (&tracks.scale, rest.scale, scales.rotation)]
            .map(|(track, rest, error_scale)| {
                let track = track.as_ref()?;
                let limits = limits_at(track.times());
                let (times, values) = keep_keys(
                    track,
                    rest,
                    |a, b, u| a + (b - a) * u,
                    |key, a, b| a.distance(b) * error_scale <= limits[key],
                )?;
                Some(Track::new(times, values).expect("some of a track's keys"))
            });
    let rotation = tracks.rotation.as_ref().and_then(|track| {
        let track = track.track();
        let limits = limits_at(track.times());
        let (times, values) = keep_keys(track, rest.rotation, interpolate_rotation, |key, a, b| {
            let a = Vec4::from(a);
            let b = Vec4::from(b);
            2.0 * a.distance(b).min(a.distance(-b)) * scales.rotation <= limits[key]
        })?;
        Some(RotationTrack::from_unit_keys(times, values).expect("some of a track's keys"))
    });
    JointTracks { joint: tracks.joint, translation, rotation, scale, shear: tracks.shear.clone() }
}

/// Returns times and values of the keys to keep, or `None` if all are near the bind pose's value `rest`.
/// `is_near(key, a, b)` returns whether two values at the time of a key are within its limit.
fn keep_keys<T: Copy>(
    track: &Track<T>,
    rest: T,
    mix: impl Fn(T, T, f32) -> T,
    is_near: impl Fn(usize, T, T) -> bool,
) -> Option<(Vec<f32>, Vec<T>)> {
    let times = track.times();
    let values = track.values();
    let [is_at_rest, is_constant] =
        [rest, values[0]].map(|constant| values.iter().enumerate().all(|(key, value)| is_near(key, *value, constant)));
    if is_at_rest {
        return None;
    }
    if is_constant {
        return Some((vec![times[0]], vec![values[0]]));
    }
    let kept = keep(times, |from, to| {
        all_between(from, to, |key| {
            let u = (times[key] - times[from]) / (times[to] - times[from]);
            is_near(key, mix(values[from], values[to], u), values[key])
        })
    });
    Some(kept.iter().map(|&key| (times[key], values[key])).unzip())
}

#[cfg(test)]
mod tests;
