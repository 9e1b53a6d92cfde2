//! Key reduction: fewer keys, every pose within a stated distance of the clip's own.
//!
//! A key can be left out where interpolation between its neighbours gives nearly the same value. How large an error may
//! be depends on what the joint moves: a milliradian in a finger moves a point 3 cm away by 0.03 mm, in the hips it
//! moves a hand by a millimetre; and the errors of all joints above a hand add up. So the bound is one in model space:
//! no point at [`Bound::shell`] from a joint is off by more than [`Bound::distance`].
//!
//! 1. Each track drops keys as if no other joint had an error.
//! 2. Whole poses are compared, at the clip's keys and at three times between them. If a joint is off by more than the
//!    bound, its tracks and those of all joints above it get a smaller bound. Repeat until none is.
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
const MAX_COMPARED: usize = 1 << 23;

/// Fraction of the bound that is used at the compared times; the rest is for the times between them.
const AIMED: f32 = 0.97;

/// Fractions of the way between two key times at which poses are compared.
const BETWEEN: [f32; 3] = [0.25, 0.5, 0.75];

/// Factor by which a limit shrinks more than its error asks for, so that few rounds are enough.
const TIGHTENING: f32 = 0.97;

/// Number of rounds after which the clip is left as it is. Few clips need twenty.
const MAX_ROUNDS: usize = 40;

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
/// The keys that are kept do not change, bit for bit. A clip that is too large to be compared (8 million joints times key times), or
/// that moves something to infinity, is returned as it is; so is a clip where the bound is near a ten-millionth of the
/// figure's size, which an `f32` does not resolve.
///
/// # Panics
/// If a track moves a joint that the skeleton does not have.
pub fn reduce(skeleton: &Skeleton, clip: &Clip, bound: Bound) -> Clip {
    let key_times = key_times(clip);
    if key_times.len().saturating_mul(skeleton.len()) > MAX_COMPARED {
        return clip.clone();
    }
    let mut times = Vec::new();
    for (key, &time) in key_times.iter().enumerate() {
        times.push(time);
        if let Some(next) = key_times.get(key + 1) {
            times.extend(BETWEEN.map(|u| time + u * (next - time)));
        }
    }
    let shells = shell_radii(skeleton, bound.shell);
    let mut exact = ClipSampler::new(skeleton, clip);
    let scales = error_scales(&mut exact, &shells, &key_times);
    // Largest error that the tracks of each joint may make.
    let mut limits = vec![AIMED * bound.distance; skeleton.len()];
    for _ in 0..MAX_ROUNDS {
        let mut tracks = Vec::new();
        for joint_tracks in &clip.tracks {
            let joint = joint_tracks.joint;
            let rest = skeleton.joints()[joint].bind_local;
            tracks.push(reduce_tracks(joint_tracks, rest, scales[joint], limits[joint]));
        }
        tracks.retain(|tracks| tracks.key_count() > 0);
        let reduced = Clip { tracks, ..clip.clone() };
        let errors = largest_errors(&mut exact, &mut ClipSampler::new(skeleton, &reduced), &shells, &times);
        let mut is_near = true;
        for (limit, error) in limits.iter_mut().zip(errors) {
            let is_within = error <= AIMED * bound.distance; // not for NaN
            if !is_within {
                // The square root, because the limits of the joints above shrink as well.
                *limit *= (AIMED * bound.distance / error).max(0.01).sqrt() * TIGHTENING;
                is_near = false;
            }
        }
        if is_near {
            return reduced;
        }
    }
    clip.clone()
}

/// A clip on a skeleton, and the memory for sampling it.
pub(super) struct ClipSampler<'a> {
    skeleton: &'a Skeleton,
    clip: &'a Clip,
    bind: Pose,
    cursors: Cursors,
    /// The pose that was sampled last.
    pub(super) pose: Pose,
    model: Vec<Affine3A>,
}

impl<'a> ClipSampler<'a> {
    pub(super) fn new(skeleton: &'a Skeleton, clip: &'a Clip) -> Self {
        let model = vec![Affine3A::IDENTITY; skeleton.len()];
        let cursors = Cursors::default();
        let pose = Pose::default();
        Self { skeleton, clip, bind: skeleton.bind_pose(), cursors, pose, model }
    }

    /// Returns the matrix of each joint at `time`.
    pub(super) fn model_from_joint(&mut self, time: f32) -> &[Affine3A] {
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

/// Returns, for each joint, the largest error of the joint and its descendants at `times`, or NaN.
fn largest_errors(
    exact: &mut ClipSampler<'_>,
    reduced: &mut ClipSampler<'_>,
    shells: &[f32],
    times: &[f32],
) -> Vec<f32> {
    let mut largest = vec![0.0f32; shells.len()];
    for &time in times {
        let models = exact.model_from_joint(time).iter().zip(reduced.model_from_joint(time));
        for ((largest, (a, b)), shell) in largest.iter_mut().zip(models).zip(shells) {
            let error = shell_distance(a, b, *shell);
            // NaN must not be lost.
            if !(largest.is_nan() || error <= *largest) {
                *largest = error;
            }
        }
    }
    for (index, joint) in exact.skeleton.joints().iter().enumerate().rev() {
        if let Some(parent) = joint.parent
            && !(largest[parent].is_nan() || largest[index] <= largest[parent])
        {
            largest[parent] = largest[index];
        }
    }
    largest
}

/// Returns the tracks of one joint with fewer keys, each with an error of `limit` at most.
fn reduce_tracks(tracks: &JointTracks, rest: crate::math::Transform, scales: ErrorScale, limit: f32) -> JointTracks {
    let [translation, scale] =
        [(&tracks.translation, rest.translation, scales.translation), (&tracks.scale, rest.scale, scales.rotation)]
            .map(|(track, rest, error_scale)| {
                let track = track.as_ref()?;
                let (times, values) =
                    keep_keys(track, rest, |a, b, u| a + (b - a) * u, |a, b| a.distance(b) * error_scale <= limit)?;
                Some(Track::new(times, values).expect("some of a track's keys"))
            });
    let rotation = tracks.rotation.as_ref().and_then(|track| {
        let (times, values) = keep_keys(track.track(), rest.rotation, interpolate_rotation, |a, b| {
            let a = Vec4::from(a);
            let b = Vec4::from(b);
            2.0 * a.distance(b).min(a.distance(-b)) * scales.rotation <= limit
        })?;
        Some(RotationTrack::from_unit_keys(times, values).expect("some of a track's keys"))
    });
    JointTracks { joint: tracks.joint, translation, rotation, scale, shear: tracks.shear.clone() }
}

/// Returns times and values of the keys to keep, or `None` if all are near the bind pose's value `rest`.
/// `is_near(a, b)` returns whether two values are within the limit.
fn keep_keys<T: Copy>(
    track: &Track<T>,
    rest: T,
    mix: impl Fn(T, T, f32) -> T,
    is_near: impl Fn(T, T) -> bool,
) -> Option<(Vec<f32>, Vec<T>)> {
    let times = track.times();
    let values = track.values();
    let [is_at_rest, is_constant] =
        [rest, values[0]].map(|constant| values.iter().all(|value| is_near(*value, constant)));
    if is_at_rest {
        return None;
    }
    if is_constant {
        return Some((vec![times[0]], vec![values[0]]));
    }
    let kept = keep(times, |from, to| {
        all_between(from, to, |key| {
            let u = (times[key] - times[from]) / (times[to] - times[from]);
            is_near(mix(values[from], values[to], u), values[key])
        })
    });
    Some(kept.iter().map(|&key| (times[key], values[key])).unzip())
}

#[cfg(test)]
mod tests;
