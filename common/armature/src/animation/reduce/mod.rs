//! Key reduction: fewer keys, every pose within a stated distance of the clip's own.
//!
//! A key may go where interpolation between its neighbours gives nearly the same. How nearly depends on what the
//! joint moves: a milliradian moves a point 3 cm from a finger by 0.03 mm, and in the hips it moves a hand by a
//! millimetre; and a hand collects the errors of all joints above it. So the bound is one in model space: no point
//! at [`Bound::shell`] from a joint is off by more than [`Bound::distance`].
//!
//! 1. Each track drops keys for itself, as many as would use up the bound if no other joint had an error.
//! 2. Whole poses are compared, at the clip's keys and at three places between them. Where a joint is off by more than
//!    the bound, it and all joints above it may be off by less at that time. Then again from 1, until none is.
//!
//! Source of the measure: Nicholas Frechette, Animation Compression Library, "error measurements": points on a
//! shell around each joint stand for the skin that it moves.

mod keep;

#[doc(hidden)] // for the loaders, in `armature-formats`
pub use keep::{all_between, keep};

use super::{Clip, Cursors, JointTracks, RotationTrack, Track, interpolate_rotation, key_times};
use crate::{
    math::largest_scale,
    skeleton::{Pose, Skeleton, local_to_model},
};
use glam::{Affine3A, Vec4};

/// A usual distance of the skin from a joint of a person, in metres.
pub const SHELL: f32 = 0.03;

/// A clip with more poses of joints to compare (joints times key times) is not reduced: a million keys, each at a
/// time of its own, would take minutes.
pub const MAX_COMPARED: usize = 1 << 23;

/// The part of the bound that is used at the compared times; the rest is for the times between them.
const AIMED: f32 = 0.97;

/// Fractions of the way between two key times at which poses are compared.
const BETWEEN: [f32; 3] = [0.25, 0.5, 0.75];

/// Number of rounds after which the clip is left as it is. Twenty are much.
const MAX_ROUNDS: i32 = 40;

/// Largest distance of poses, and the points at which it is measured; in the model's unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// Largest error of any point of the shells.
    pub distance: f32,
    /// Distance of the points from each joint, at rest.
    pub shell: f32,
}

impl Bound {
    /// A distance in metres, at [`SHELL`] from each joint, for a model in another unit:
    /// [`Model::metres_per_unit`](crate::model::Model::metres_per_unit).
    pub fn in_metres(metres_per_unit: f32, distance: f32) -> Self {
        Self { distance: distance / metres_per_unit, shell: SHELL / metres_per_unit }
    }
}

/// The place at which two clips are farthest apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PoseError {
    /// Distance of two points of a shell, in the model's unit.
    pub distance: f32,
    /// The joint.
    pub joint: usize,
    /// Time on the clips' clock, in seconds.
    pub time: f32,
}

/// The largest distance between the poses of two clips at some times; NaN where a pose has come to be NaN.
///
/// # Panics
/// If a track's joint is beyond the skeleton.
pub fn pose_error(
    skeleton: &Skeleton,
    clips: [&Clip; 2],
    shell: f32,
    times: impl IntoIterator<Item = f32>,
) -> PoseError {
    let mut worst = PoseError::default();
    let shells = shells(skeleton, shell);
    let [mut a, mut b] = clips.map(|clip| Motion::new(skeleton, clip));
    for time in times {
        let models = a.at(time).iter().zip(b.at(time));
        for (joint, (a, b)) in models.enumerate() {
            let distance = apart(a, b, shells[joint]);
            // NaN must not be lost.
            if !(worst.distance.is_nan() || distance <= worst.distance) {
                worst = PoseError { distance, joint, time };
            }
        }
    }
    worst
}

/// The clip with as few keys as keep its poses within the bound; a track that stays within it at rest goes, too.
/// Shear is kept as it is.
///
/// Keys that stay are bit for bit what they were. A clip that is too large to be compared ([`MAX_COMPARED`]), or
/// that moves something to infinity, is returned as it is; so is one where the bound is near what `f32` resolves, a
/// ten-millionth of the figure's size: then keys that are left out show as roundings, in places that no fraction of the
/// bound explains.
///
/// # Panics
/// If a track's joint is beyond the skeleton.
pub fn reduce(skeleton: &Skeleton, clip: &Clip, bound: Bound) -> Clip {
    reduce_with_progress(skeleton, clip, bound, &|_| ())
}

/// Reduces a clip as [`reduce`] does, and tells `progress` how much is done, from 0 to 1: each round leaves about half.
///
/// # Panics
/// If a track's joint is beyond the skeleton.
pub fn reduce_with_progress(skeleton: &Skeleton, clip: &Clip, bound: Bound, progress: &dyn Fn(f32)) -> Clip {
    let times = key_times(clip);
    if times.len().saturating_mul(skeleton.len()) > MAX_COMPARED {
        return clip.clone();
    }
    let mut exact = Motion::new(skeleton, clip);
    let shells = shells(skeleton, bound.shell);
    let reaches = reaches(&mut exact, &shells, &times);
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
            all.push(reduced(tracks, rest, reaches[tracks.joint], |own, at| {
                least_fraction(&times, &fractions.of_bound, own, at) * AIMED * bound.distance
            }));
        }
        for (last, tracks) in last.iter().zip(&all) {
            for (last, own) in track_times(last).into_iter().zip(track_times(tracks)) {
                unsettle(&times, last, own, &mut is_settled);
            }
        }
        last.clone_from(&all);
        all.retain(|tracks| tracks.key_count() > 0);
        let reduced = Clip { tracks: all, ..clip.clone() };
        let mut fewer = Motion::new(skeleton, &reduced);
        // From round to round less is left to chance: fewer keys here are sometimes more errors there.
        let limits = [AIMED, AIMED * 0.97f32.powi(round)].map(|part| part * bound.distance);
        tighten(&mut exact, &mut fewer, &shells, limits, &times, &mut fractions, &mut is_settled);
        if is_settled.iter().all(|is_settled| *is_settled) {
            return reduced;
        }
    }
    clip.clone()
}

/// The errors that a joint may have at each key time, as parts of the bound.
#[derive(Clone)]
struct Fractions {
    of_bound: Vec<f32>,
    /// Whether some have become less in the last round.
    have_shrunk: bool,
}

/// Returns the key times of the tracks that are reduced.
fn track_times(tracks: &JointTracks) -> [&[f32]; 3] {
    let [translation, scale] =
        [&tracks.translation, &tracks.scale].map(|track| track.as_ref().map_or(&[][..], Track::times));
    [translation, scale, tracks.rotation.as_ref().map_or(&[], RotationTrack::times)]
}

/// Forgets that poses are within the bound where a track with keys at `new` differs from one with keys at `old`, both
/// keys of one track: between two neighbours that were not neighbours before.
fn unsettle(times: &[f32], old: &[f32], new: &[f32], is_settled: &mut [bool]) {
    let mut from = f32::NEG_INFINITY;
    for to in new.iter().copied().chain([f32::INFINITY]) {
        let passed = old.partition_point(|key| *key <= from);
        let was_key = from == f32::NEG_INFINITY || passed > 0 && old[passed - 1] == from;
        if !was_key || old.get(passed).copied().unwrap_or(f32::INFINITY) != to {
            let start = times.partition_point(|time| *time < from);
            let end = times.partition_point(|time| *time < to);
            is_settled[start..end].fill(false);
        }
        from = to;
    }
}

/// The least fraction that counts for a key of a track with key times `own`. Without the key the track is off between
/// the keys on both sides of it, also where only other tracks have keys; without the first or the last one, to the
/// clip's start or end.
fn least_fraction(times: &[f32], fractions: &[f32], own: &[f32], at: usize) -> f32 {
    let time = own[at];
    // At a jump, the fraction just before it is used as well.
    let here = times.partition_point(|key| key.next_up() < time);
    let first = at.checked_sub(1).map_or(0, |before| {
        let after_it = times.partition_point(|key| *key <= own[before]);
        after_it.min(here)
    });
    let passed = times.partition_point(|key| *key <= time);
    let end = own.get(at + 1).map_or(times.len(), |next| {
        let before_it = times.partition_point(|key| *key < *next);
        before_it.max(passed)
    });
    fractions[first..end].iter().copied().fold(1.0, f32::min)
}

struct Motion<'a> {
    skeleton: &'a Skeleton,
    clip: &'a Clip,
    bind: Pose,
    cursors: Cursors,
    pose: Pose,
    model: Vec<Affine3A>,
}

impl<'a> Motion<'a> {
    fn new(skeleton: &'a Skeleton, clip: &'a Clip) -> Self {
        let model = vec![Affine3A::IDENTITY; skeleton.len()];
        let cursors = Cursors::default();
        let pose = Pose::default();
        Self { skeleton, clip, bind: skeleton.bind_pose(), cursors, pose, model }
    }

    /// `model_from_joint` of each joint.
    fn at(&mut self, time: f32) -> &[Affine3A] {
        self.clip.sample(time, &self.bind, &mut self.cursors, &mut self.pose);
        local_to_model(self.skeleton, &self.pose, Affine3A::IDENTITY, &mut self.model);
        &self.model
    }
}

/// Returns the distance of each joint's shell from it, in the joint's own unit: with a clip that scales it, it grows.
pub(super) fn shells(skeleton: &Skeleton, shell: f32) -> Vec<f32> {
    let model = skeleton.model_from_joint(&skeleton.bind_pose());
    model
        .iter()
        .map(|matrix: &Affine3A| shell / Some(largest_scale(matrix)).filter(|it| *it > 1e-6).unwrap_or(1.0))
        .collect()
}

/// The largest distance between two points on the axes of a joint, `shell` (in its own unit) from it.
pub fn apart(a: &Affine3A, b: &Affine3A, shell: f32) -> f32 {
    let off = b.translation - a.translation;
    let turned = b.matrix3 - a.matrix3;
    let squares = [turned.x_axis, turned.y_axis, turned.z_axis].map(|axis| {
        let there = off + axis * shell;
        let back = off - axis * shell;
        there.length_squared().max(back.length_squared())
    });
    // NaN must not be lost.
    squares
        .into_iter()
        .fold(0.0, |most: f32, square| if most.is_nan() || square <= most { most } else { square })
        .sqrt()
}

/// Distances by which an error of a joint shows.
#[derive(Clone, Copy, Debug, Default)]
struct Reach {
    /// Length of a unit of the parent's space, in the model's unit.
    unit: f32,
    /// Error by a radian, or by a unit of scale: the distance of the farthest shell that it moves, in the model's unit.
    far: f32,
}

/// The largest reach of each joint at some times.
fn reaches(motion: &mut Motion<'_>, shells: &[f32], times: &[f32]) -> Vec<Reach> {
    let joints = motion.skeleton.joints();
    let mut largest = vec![Reach::default(); joints.len()];
    let mut far = vec![0.0f32; joints.len()];
    for &time in times {
        let model = motion.at(time);
        far.fill(0.0);
        for (index, joint) in joints.iter().enumerate().rev() {
            far[index] = far[index].max(shells[index] * largest_scale(&model[index]));
            let largest = &mut largest[index];
            largest.far = largest.far.max(far[index]);
            largest.unit = largest.unit.max(joint.parent.map_or(1.0, |parent| largest_scale(&model[parent])));
            if let Some(parent) = joint.parent {
                let bone = model[index].translation.distance(model[parent].translation);
                far[parent] = far[parent].max(bone + far[index]);
            }
        }
    }
    largest
}

/// Compares the poses that are not settled. Those within the first limit are settled then; where one is not, the fractions
/// of the joint and of those above it shrink, so that it would be within the second.
fn tighten(
    exact: &mut Motion<'_>,
    fewer: &mut Motion<'_>,
    shells: &[f32],
    [allowed, aimed]: [f32; 2],
    times: &[f32],
    fractions: &mut [Fractions],
    is_settled: &mut [bool],
) {
    for fractions in fractions.iter_mut() {
        fractions.have_shrunk = false;
    }
    let mut before = vec![0.0f32; shells.len()];
    let mut here = before.clone();
    let mut after = before.clone();
    let mut between = before.clone();
    for (key, &time) in times.iter().enumerate() {
        here.fill(0.0);
        after.fill(0.0);
        if !is_settled[key] {
            is_settled[key] = compare(exact, fewer, shells, time, &mut here) <= allowed;
            after.clone_from(&here);
            // On the way to the next key, both are responsible.
            if let Some(&next) = times.get(key + 1) {
                for u in BETWEEN {
                    let worst = compare(exact, fewer, shells, time + u * (next - time), &mut between);
                    is_settled[key] &= worst <= allowed;
                    for (most, off) in after.iter_mut().zip(&between) {
                        *most = most.max(*off);
                    }
                }
            }
        }
        for (joint, fractions) in fractions.iter_mut().enumerate() {
            let off = here[joint].max(after[joint]).max(before[joint]);
            if off > allowed {
                // Half the way: the joints above give way as well.
                fractions.of_bound[key] *= (aimed / off).max(0.01).sqrt();
                fractions.have_shrunk = true;
            }
        }
        std::mem::swap(&mut before, &mut after);
    }
}

/// Writes how far each joint, or one below it, is off at a time. Returns the worst, or NaN where a pose is NaN.
fn compare(exact: &mut Motion<'_>, fewer: &mut Motion<'_>, shells: &[f32], time: f32, off: &mut [f32]) -> f32 {
    for (((off, a), b), shell) in off.iter_mut().zip(exact.at(time)).zip(fewer.at(time)).zip(shells) {
        *off = apart(a, b, *shell);
    }
    let mut worst = 0.0f32;
    for (joint, of) in exact.skeleton.joints().iter().enumerate().rev() {
        if !(worst.is_nan() || off[joint] <= worst) {
            worst = off[joint];
        }
        if let Some(parent) = of.parent {
            off[parent] = off[parent].max(off[joint]);
        }
    }
    worst
}

/// The tracks of one joint with fewer keys. `allowed`: for key times and one of them, the distance that a track with
/// these may be off by at that one.
fn reduced(
    tracks: &JointTracks,
    rest: crate::math::Transform,
    reach: Reach,
    allowed: impl Fn(&[f32], usize) -> f32,
) -> JointTracks {
    let vectors = [(&tracks.translation, rest.translation, reach.unit), (&tracks.scale, rest.scale, reach.far)];
    let [translation, scale] = vectors.map(|(track, rest, unit)| {
        let track = track.as_ref()?;
        let limits = limits(track.times(), &allowed);
        let (times, values) =
            fewer(track, rest, |a, b, u| a + (b - a) * u, |key, a, b| a.distance(b) * unit <= limits[key])?;
        Some(Track::new(times, values).expect("some of a track's keys"))
    });
    let rotation = tracks.rotation.as_ref().and_then(|track| {
        let track = track.track();
        let limits = limits(track.times(), &allowed);
        let (times, values) = fewer(track, rest.rotation, interpolate_rotation, |key, a, b| {
            let a = Vec4::from(a);
            let b = Vec4::from(b);
            2.0 * a.distance(b).min(a.distance(-b)) * reach.far <= limits[key]
        })?;
        Some(RotationTrack::from_unit_keys(times, values).expect("some of a track's keys"))
    });
    JointTracks { joint: tracks.joint, translation, rotation, scale, shear: tracks.shear.clone() }
}

fn limits(times: &[f32], allowed: &impl Fn(&[f32], usize) -> f32) -> Vec<f32> {
    (0..times.len()).map(|key| allowed(times, key)).collect()
}

/// The keys to keep; none if all are near the value at rest. `near(at, a, b)` is whether two values are near enough
/// to each other at key `at`.
fn fewer<T: Copy>(
    track: &Track<T>,
    rest: T,
    mix: impl Fn(T, T, f32) -> T,
    near: impl Fn(usize, T, T) -> bool,
) -> Option<(Vec<f32>, Vec<T>)> {
    let times = track.times();
    let values = track.values();
    let [rests, stays] =
        [rest, values[0]].map(|to| values.iter().enumerate().all(|(key, value)| near(key, *value, to)));
    if rests {
        return None;
    }
    if stays {
        return Some((vec![times[0]], vec![values[0]]));
    }
    let kept = keep(times, |from, to| {
        all_between(from, to, |at| {
            let u = (times[at] - times[from]) / (times[to] - times[from]);
            near(at, mix(values[from], values[to], u), values[at])
        })
    });
    Some(kept.iter().map(|&at| (times[at], values[at])).unzip())
}

#[cfg(test)]
mod tests;
