//! Root motion: the motion of a figure across the ground, separated from its clip, for a game that places the figure in
//! the world.
//!
//! A recorded walk moves its root joint (hips, or a bone between the feet) across the ground. Played in a loop it jumps
//! back at each end, and the game's collider does not follow it. So the clip is split in two, at every time `t`, all in
//! model space:
//!
//! ```text
//! model_from_joint(t) = root(t) * in_place(t)
//! ```
//!
//! `root(t)` is rigid and upright: a turn about the up axis, and a translation. The turn is the twist about `up` of the
//! joint's rotation since the clip's start, `M(t) M(start)^-1` (swing-twist decomposition: the angle of a quaternion
//! `(v, w)` is `2 atan2(v . up, w)`); the translation is chosen so that the joint in `in_place(t)` is above its
//! position at the clip's start. Axes that are not taken out (usually the height, so that hips bob and jumps rise)
//! stay in the pose.
//!
//! After `n` cycles of a loop and the time `t`, the figure is at `cycle^n * at(t)`, without a sum of steps that could
//! drift. The product of the steps from frame to frame, which are for blending, is the same.
//!
//! Sources: the settings "bake into pose" of Unity's clips (what stays in the pose, by axis), ozz-animation's
//! `MotionExtractor` (axes, reference, loop) and `MotionBlendingJob`.

use super::reduce::ClipSampler;
use super::{Clip, JointTracks, Mask, Playback, RotationTrack, Track};
use super::{clip::times_and_jumps, interpolate_rotation, sample_adaptively};
use crate::math::{Similarity, largest_scale, shortest};
use crate::skeleton::Skeleton;
use glam::{Affine3A, DQuat, DVec3, Quat, Vec3};
use std::{f32::consts::TAU, f64};

/// Largest distance of pose and motion together from the clip at the times compared, as a fraction of the distance from
/// the root joint to its farthest descendant: 0.1 mm at a metre, less two fifths for the times between.
const BOUND: f32 = 0.6e-4;
/// Largest number of joints times key times. Above it, some key times are left out.
const MAX_SAMPLED: usize = 1 << 20;
/// Smallest cosine of half the tilt at which a joint has a heading (157 degrees). Beyond, the last heading is kept.
const UPRIGHT: f32 = 0.2;

/// Parts of the motion that root motion takes out of the pose, beside the translation on the ground. The default is the
/// turn alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootAxes {
    /// Translation along up, for stairs and ladders. Without it, hips bob and jumps rise in the pose.
    pub height: bool,
    /// Turn about up. Without it, the figure never turns, which keeps a walk straight that ends a degree off.
    pub turn: bool,
}

impl Default for RootAxes {
    fn default() -> Self {
        Self { height: false, turn: true }
    }
}

/// Movement of a figure, relative to its frame before: a turn about the up axis and a translation.
///
/// A figure at `world_from_figure` is moved to `world_from_figure * delta.to_affine()`. The unit is that of the clip's
/// model space. A figure of a [`Model`](crate::model::Model) with another unit or up axis is placed by
/// `world_from_start * world_from_model * delta.to_affine()`, where `delta` is the whole movement since the start.
///
/// In f64, because the rounding errors of many small f32 steps add up: they show after a hundred rounds at 200 frames a
/// second.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RootDelta {
    /// New position of the figure's origin.
    pub translation: DVec3,
    /// Up axis of unit length times the angle, in radians.
    pub turn: DVec3,
}

impl RootDelta {
    /// The identity.
    pub const IDENTITY: RootDelta = RootDelta { translation: DVec3::ZERO, turn: DVec3::ZERO };

    /// Returns the movement by `self` and then by `next`: `a_from_b.compose(b_from_c)` is `a_from_c`. The angle is kept
    /// within half a turn either way, so that it stays exact for hours.
    #[must_use]
    pub fn compose(&self, next: &RootDelta) -> RootDelta {
        let turn = self.turn + next.turn;
        let angle = turn.length();
        let turns = (angle / f64::consts::TAU).round();
        let turn = if turns > 0.0 { turn * (1.0 - f64::consts::TAU * turns / angle) } else { turn };
        RootDelta { translation: self.translation + self.rotation() * next.translation, turn }
    }

    /// Returns the movement back.
    #[must_use]
    pub fn inverse(&self) -> RootDelta {
        let turn = -self.turn;
        RootDelta { translation: DQuat::from_scaled_axis(turn) * -self.translation, turn }
    }

    /// Returns the movement `times` times over, back if negative.
    #[must_use]
    pub fn repeat(&self, times: i32) -> RootDelta {
        // Exponentiation by squaring.
        let mut power = if times < 0 { self.inverse() } else { *self };
        let mut exponent = times.unsigned_abs();
        let mut result = Self::IDENTITY;
        while exponent > 0 {
            if exponent % 2 == 1 {
                result = result.compose(&power);
            }
            power = power.compose(&power);
            exponent /= 2;
        }
        result
    }

    /// Returns the weighted mean of the steps of several clips in one frame, with the weights of the clips' poses,
    /// whose sum need not be 1. Without a weight above 0 it is the identity. Steps must turn by less than half a turn.
    pub fn blend(weighted: impl IntoIterator<Item = (RootDelta, f32)>) -> RootDelta {
        let mut mean = Self::IDENTITY;
        let mut sum = 0.0;
        for (delta, weight) in weighted {
            if weight > 0.0 && weight.is_finite() {
                let weight = f64::from(weight);
                mean.translation += delta.translation * weight;
                mean.turn += delta.turn * weight;
                sum += weight;
            }
        }
        if sum > 0.0 { mean.scaled(1.0 / sum) } else { mean }
    }

    /// Returns the movement times a factor, for small turns.
    fn scaled(&self, factor: f64) -> RootDelta {
        RootDelta { translation: self.translation * factor, turn: self.turn * factor }
    }

    /// Returns the turn as a quaternion.
    pub fn rotation(&self) -> DQuat {
        DQuat::from_scaled_axis(self.turn)
    }

    /// Returns the movement as a matrix.
    pub fn to_affine(&self) -> Affine3A {
        Affine3A::from_rotation_translation(self.rotation().as_quat(), self.translation.as_vec3())
    }
}

/// Motion of a figure by a clip.
///
/// ```
/// use armature::animation::{Playback, RootAxes, RootDelta, RootMotion, root_joint};
/// use armature::model::{Model, ModelInstance};
///
/// # fn play(mut model: Model) -> Option<()> {
/// let index = model.clip_index("walk")?;
/// let (skeleton, clip) = (&model.skeleton, &model.clips[index]);
/// let hips = root_joint(skeleton, clip)?;
/// let motion = RootMotion::new(skeleton, clip, hips, model.up(), RootAxes::default());
/// model.clips[index] = motion.without(skeleton, clip); // for the pose
///
/// let mut figure = ModelInstance::new(&model);
/// let mut playback = Playback::for_clip(&model.clips[index]);
/// let mut model_from_figure = RootDelta::IDENTITY;
/// // In every frame:
/// let before = playback.clone();
/// playback.advance(1.0 / 60.0);
/// model_from_figure = model_from_figure.compose(&motion.step(&before, &playback));
/// figure.sample_clip(&model, Some(index), playback.time());
/// let world_from_figure = model.world_from_model * model_from_figure.to_affine();
/// # Some(())
/// # }
/// ```
///
/// A clip of walking on the spot has no such motion: its [`words`](Self::words) are "stays in place".
#[derive(Clone, Debug, PartialEq)]
pub struct RootMotion {
    joint: usize,
    axes: RootAxes,
    up: Vec3,
    /// Part of the joint's position that is taken out, and the joint's angle about up since the clip's start.
    keys: Track<(Vec3, f32)>,
    /// The clip's start and end.
    span: (f32, f32),
    /// Distance from the joint to its farthest descendant in the bind pose.
    reach: f32,
}

impl RootMotion {
    /// Extracts the motion of `joint` and the joints above it from the clip. `up` is a direction in model space of any
    /// length, such as [`Model::up`](crate::model::Model::up); if its length is zero or not finite, it is y.
    ///
    /// # Panics
    /// If there is no such joint. May panic, or return a wrong motion, if the clip is another skeleton's.
    pub fn new(skeleton: &Skeleton, clip: &Clip, joint: usize, up: Vec3, axes: RootAxes) -> Self {
        let up = up.normalize_or(Vec3::Y);
        let is_finite = (clip.end - clip.start).is_finite();
        let span = if is_finite { (clip.start, clip.end.max(clip.start)) } else { (0.0, 0.0) };
        let mut is_above = vec![false; skeleton.len()];
        skeleton.path_to_root(joint).for_each(|joint| is_above[joint] = true);
        let times = times_and_jumps(clip.tracks.iter().filter(|tracks| is_above[tracks.joint]), span);
        let reach = reach(skeleton, joint);
        let mut sampler = ClipSampler::new(skeleton, clip);
        let first = nearest_rotation(&sampler.model_from_joint(span.0)[joint]);
        // Positions and angles; no angle where the joint has no heading.
        let sampled = sample_adaptively(
            &times,
            max_samples(skeleton, times.len()),
            |time| {
                let model_from_joint = sampler.model_from_joint(time)[joint];
                let position = Vec3::from(model_from_joint.translation);
                let taken = if axes.height { position } else { position - up * position.dot(up) };
                let q = nearest_rotation(&model_from_joint) * first.conjugate();
                let twist = q.xyz().dot(up);
                let is_upright = twist.hypot(q.w) > UPRIGHT;
                (taken, is_upright.then_some(if axes.turn { 2.0 * twist.atan2(q.w) } else { 0.0 }))
            },
            |[a, b], u, exact| {
                let distance = a.0.lerp(b.0, u).distance(exact.0) / (BOUND * reach);
                let angle = match (a.1, b.1, exact.1) {
                    (Some(from), Some(to), Some(exact)) => short_way(from + u * short_way(to - from) - exact).abs(),
                    _ => 0.0,
                };
                distance.max(angle / BOUND)
            },
        );
        // Whole turns count: each angle is the one nearest to that before.
        let mut heading = 0.0;
        let mut times = Vec::new();
        let mut values = Vec::new();
        for (time, (position, angle)) in sampled {
            heading += angle.map_or(0.0, |angle| short_way(angle - heading));
            times.push(time);
            values.push((position, heading));
        }
        let keys = Track::of_any(times, values).expect("times in order");
        Self { joint, axes, up, keys, span, reach }
    }

    /// Returns the clip without the motion: in place. Its root joint has keys at the key times of the joint and the
    /// joints above it, and between them as many as the bound of 0.1 mm at a metre needs.
    ///
    /// If a joint above the root joint scales unevenly, a little of the motion stays, since the rest is not rigid.
    ///
    /// # Panics
    /// If the skeleton does not have the joint. May panic, or return a wrong clip, if clip or motion are another
    /// skeleton's.
    #[must_use]
    pub fn without(&self, skeleton: &Skeleton, clip: &Clip) -> Clip {
        let mut sampler = ClipSampler::new(skeleton, clip);
        let parent = skeleton.joints()[self.joint].parent;
        // The key times of the joint and of all joints above it are among these.
        let times = self.keys.times();
        // Translation and rotation, and the length of a unit of the parent's space.
        let sampled = sample_adaptively(
            times,
            max_samples(skeleton, times.len()).max(times.len()),
            |time| {
                let model = sampler.model_from_joint(time);
                let model_from_parent = parent.map_or(Affine3A::IDENTITY, |parent| model[parent]);
                let back = model_from_parent.inverse() * self.at(time).inverse().to_affine() * model_from_parent;
                let local = sampler.pose.locals[self.joint];
                let translation = back.transform_point3(local.translation);
                let rotation = nearest_rotation(&back) * local.rotation;
                if translation.is_finite() && rotation.is_finite() {
                    (translation, rotation.normalize(), largest_scale(&model_from_parent))
                } else {
                    (local.translation, local.rotation, 0.0)
                }
            },
            |[a, b], u, exact| {
                let rotation = interpolate_rotation(a.1, shortest(a.1, b.1), u);
                let turned = 2.0 * (rotation - shortest(rotation, exact.1)).length();
                let error = (a.0.lerp(b.0, u).distance(exact.0) * exact.2 / self.reach + turned) / BOUND;
                error.max(0.0) // NaN counts as 0: a motion to infinity has no other keys
            },
        );
        let mut clip = clip.clone();
        if !clip.tracks.iter().any(|tracks| tracks.joint == self.joint) {
            clip.tracks.push(JointTracks { joint: self.joint, ..JointTracks::default() });
        }
        let times: Vec<f32> = sampled.iter().map(|(time, _)| *time).collect();
        for tracks in clip.tracks.iter_mut().filter(|tracks| tracks.joint == self.joint) {
            let translations = sampled.iter().map(|(_, value)| value.0).collect();
            tracks.translation = Track::new(times.clone(), translations).ok();
            if self.axes.turn {
                let rotations = sampled.iter().map(|(_, value)| value.1).collect();
                tracks.rotation = RotationTrack::new(times.clone(), rotations).ok();
            }
        }
        clip
    }

    /// Returns the motion from the clip's start to a time on the clip's clock, in seconds.
    pub fn at(&self, time: f32) -> RootDelta {
        let (position, angle) = self.key(time);
        let turn = self.up.as_dvec3() * f64::from(short_way(angle));
        let turned_start = DQuat::from_scaled_axis(turn) * self.position(self.span.0).as_dvec3();
        RootDelta { translation: position.as_dvec3() - turned_start, turn }
    }

    /// Returns the motion of a whole cycle, from the clip's start to its end.
    pub fn cycle(&self) -> RootDelta {
        self.at(self.span.1)
    }

    /// Returns the motion of `cycles` whole cycles and of another one up to `time`, on the clip's clock.
    pub fn after(&self, cycles: i32, time: f32) -> RootDelta {
        self.cycle().repeat(cycles).compose(&self.at(time))
    }

    /// Returns the motion between two states of a playback of the clip, in the figure's frame at the first; in any loop
    /// mode, at any speed, also backwards. A jump by [`seek`](Playback::seek) in between counts as motion.
    pub fn step(&self, before: &Playback, after: &Playback) -> RootDelta {
        let cycles = after.cycles().wrapping_sub(before.cycles());
        self.at(before.time()).inverse().compose(&self.after(cycles, after.time()))
    }

    /// Returns the part of the joint's position that is taken out, in model space, at a time on the clip's clock.
    pub fn position(&self, time: f32) -> Vec3 {
        self.key(time).0
    }

    /// Returns a description such as "travels 1.44 m a cycle and turns 90 degrees to the left", for a clip whose unit
    /// has the length [`metres_per_unit`](crate::model::Model::metres_per_unit). A motion that never leads farther than
    /// a tenth of the distance from the joint to its farthest descendant "stays in place", since hips sway.
    pub fn words(&self, metres_per_unit: f32) -> String {
        let start = self.position(self.span.0);
        let farthest = self.keys.values().iter().map(|(at, _)| at.distance(start)).fold(0.0, f32::max);
        let (end, angle) = self.key(self.span.1);
        let travel = end.distance(start);
        let mut words = if farthest < 0.1 * self.reach {
            "stays in place".to_owned()
        } else if travel < 0.02 * farthest {
            format!("moves {:.2} m away and returns", farthest * metres_per_unit)
        } else {
            format!("travels {:.2} m a cycle", travel * metres_per_unit)
        };
        let degrees = angle.to_degrees().round();
        if degrees != 0.0 {
            let side = if degrees > 0.0 { "left" } else { "right" };
            words += &format!(" and turns {} degrees to the {side}", degrees.abs());
        }
        words
    }

    /// Returns the interpolated key at `time`: position and angle.
    fn key(&self, time: f32) -> (Vec3, f32) {
        self.keys.sample(time, &mut 0, |a, b, u| (a.0.lerp(b.0, u), a.1 + (b.1 - a.1) * u))
    }
}

/// Returns the joint that carries the figure in a clip: the one with the most descendants of those that are translated
/// by more than a thousandth of the largest extent of a translation. `None` if no joint is translated.
pub fn root_joint(skeleton: &Skeleton, clip: &Clip) -> Option<usize> {
    let mut extents = Vec::new();
    for tracks in &clip.tracks {
        let Some(track) = &tracks.translation else { continue };
        let values = track.values().iter().copied();
        let low = values.clone().reduce(Vec3::min).unwrap_or_default();
        let extent = values.reduce(Vec3::max).unwrap_or_default().distance(low);
        if extent > 0.0 {
            extents.push((tracks.joint, extent));
        }
    }
    let largest = extents.iter().map(|(_, extent)| *extent).fold(0.0, f32::max);
    let mut descendants = vec![0; skeleton.len()];
    for (index, joint) in skeleton.joints().iter().enumerate().rev() {
        if let Some(parent) = joint.parent {
            descendants[parent] += descendants[index] + 1;
        }
    }
    let moving = extents.into_iter().filter(|(_, extent)| *extent > 1e-3 * largest);
    moving.map(|(joint, _)| joint).max_by_key(|joint| (descendants[*joint], usize::MAX - joint))
}

/// Returns the largest number of times at which a skeleton is sampled, of a clip with keys at `times` times.
fn max_samples(skeleton: &Skeleton, times: usize) -> usize {
    (MAX_SAMPLED / skeleton.len().max(1)).max(2).min(1024 * times + 4096)
}

/// Returns an angle without whole turns, within half a turn either way.
fn short_way(angle: f32) -> f32 {
    angle - TAU * (angle / TAU).round()
}

/// Returns the rotation nearest to a matrix, without its scale and shear.
fn nearest_rotation(matrix: &Affine3A) -> Quat {
    Similarity::nearest(matrix).motion.real
}

/// Returns the distance from a joint to its farthest descendant in the bind pose, in model space; 1 without
/// descendants.
fn reach(skeleton: &Skeleton, joint: usize) -> f32 {
    let model = skeleton.model_from_joint(&skeleton.bind_pose());
    let descendants = Mask::descendants(skeleton, joint);
    let below = model.iter().zip(descendants.weights()).filter(|(_, weight)| **weight > 0.0);
    let far = below.map(|(below, _)| below.translation.distance(model[joint].translation));
    let reach = far.fold(0.0, f32::max);
    if reach > 0.0 && reach.is_finite() { reach } else { 1.0 }
}

#[cfg(test)]
mod tests;
