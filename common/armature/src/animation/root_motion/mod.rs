//! Root motion: how far a clip carries its figure, taken out of the clip and given to whoever places the figure in
//! the world.
//!
//! A recorded walk moves its root joint (hips, or a bone between the feet) across the ground. Played in a loop it
//! snaps back at each end, and a collider beside the figure does not come along. So the clip is split in two, at every
//! time `t`, all in model space:
//!
//! ```text
//! model_from_joint(t) = root(t) * in_place(t)
//! ```
//!
//! `root(t)` is rigid and upright: a turn about the up axis, and a translation. The turn is the twist about `up` of the
//! joint's rotation since the reference pose, `M(t) M_ref^-1` (swing-twist decomposition: of a quaternion `(v, w)` it
//! is the angle `2 atan2(v . up, w)`); the translation leaves the joint, in place, above where it is in the
//! reference pose. What is not asked for (usually the height, so that hips bob and jumps rise) stays in the pose.
//!
//! Where the figure is after whole rounds of a loop and a part of one is `round^n * at(t)`: no sum of steps, so no
//! drift. Steps from frame to frame, for blending, telescope to the same.
//!
//! Sources: the settings "bake into pose" of Unity's clips (what stays in the pose, by axis), ozz-animation's
//! `MotionExtractor` (axes, reference, loop) and `MotionBlendingJob`.

use super::{
    Clip, JointTracks, Mask, Player, RotationTrack, Track, clip::times_and_jumps, interpolate_rotation, reduce,
    resample::refined,
};
use crate::{
    math::{Similarity, Transform, shortest},
    skeleton::{Pose, Skeleton},
};
use glam::{Affine3A, DQuat, DVec3, Mat3A, Quat, Vec3};
use std::{f32::consts::TAU, f64};

/// Largest distance of pose and motion together from the clip, between keys, as a fraction of the distance from the
/// root joint to its farthest descendant: 0.1 mm at a metre.
const BOUND: f32 = 1e-4;
/// The part of it that is used where it is looked at: at three places between keys.
const AIMED: f32 = 0.8 * BOUND;
/// A chain of more joints times key times has keys at some of these times only, and none between: three hundred joints
/// above each other with thirty thousand keys at times of their own would take minutes. Pose and motion together are
/// then the clip at these keys, but may be off between them.
const MAX_SAMPLED: usize = 1 << 20;
/// Tilted this far from upright (cosine of half the angle: 157 degrees), a joint has no heading: the last one holds.
const UPRIGHT: f32 = 0.2;

/// The axes that root motion takes out of the pose. The default is the turn and the way along the ground, since the
/// start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // each is one answer
pub struct RootAxes {
    /// The translation at a right angle to up.
    pub ground: bool,
    /// The translation along up: for stairs and ladders. Off, hips bob and jumps rise in the pose.
    pub height: bool,
    /// The turn about up. Off, the figure never turns: for a walk straight ahead that is a degree off at its end.
    pub turn: bool,
    /// Count from the bind pose instead of the clip's start: in place, all clips then stand where the bind pose does
    /// and look where it looks, so that one can fade to another that was recorded elsewhere, in another direction.
    pub from_bind: bool,
}

impl Default for RootAxes {
    fn default() -> Self {
        Self { ground: true, height: false, turn: true, from_bind: false }
    }
}

impl RootAxes {
    /// Returns the part of a position that root motion takes out.
    fn moved_part(self, position: Vec3, up: Vec3) -> Vec3 {
        let height = up * position.dot(up);
        let ground = if self.ground { position - height } else { Vec3::ZERO };
        ground + if self.height { height } else { Vec3::ZERO }
    }
}

/// A turn about the up axis and a translation: by how much a figure has moved, in its own frame before it did.
///
/// `world_from_figure * delta.to_affine()` is where it is then. The unit is the clip's model space's; in a
/// [`Model`](crate::model::Model) whose file has another unit or up axis the figure is placed by
/// `world_from_start * world_from_model * delta.to_affine()`, with what has accumulated since the start.
///
/// In f64: summed up in f32, the rounding of many small steps has one direction, and after a hundred rounds at 200
/// frames a second it shows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RootDelta {
    /// New position of the figure's origin.
    pub translation: DVec3,
    /// The up axis times the angle, in radians.
    pub turn: DVec3,
}

impl RootDelta {
    /// The identity.
    pub const IDENTITY: RootDelta = RootDelta { translation: DVec3::ZERO, turn: DVec3::ZERO };

    /// `a_from_b.compose(b_from_c)` is `a_from_c`: first `self`, then `next`, from where `self` has led. The turn is
    /// kept between half a turn either way, so that it stays exact for hours.
    #[must_use]
    pub fn compose(&self, next: &RootDelta) -> RootDelta {
        let turn = self.turn + next.turn;
        let angle = turn.length();
        let turns = (angle / f64::consts::TAU).round();
        let turn = if turns > 0.0 { turn * (1.0 - f64::consts::TAU * turns / angle) } else { turn };
        RootDelta { translation: self.translation + self.rotation() * next.translation, turn }
    }

    /// The way back.
    #[must_use]
    pub fn inverse(&self) -> RootDelta {
        let turn = -self.turn;
        RootDelta { translation: DQuat::from_scaled_axis(turn) * -self.translation, turn }
    }

    /// Repeats the motion; a negative `times` goes back.
    #[must_use]
    pub fn repeat(&self, times: i32) -> RootDelta {
        let mut square = if times < 0 { self.inverse() } else { *self };
        let mut left = times.unsigned_abs();
        let mut all = Self::IDENTITY;
        while left > 0 {
            if left % 2 == 1 {
                all = all.compose(&square);
            }
            square = square.compose(&square);
            left /= 2;
        }
        all
    }

    /// The weighted mean of the steps of several clips in one frame: the weights are those of their poses, the sum
    /// need not be 1. Without a weight above 0 nothing moves. For steps, which turn by less than half a turn.
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

    /// A fraction of a step, or from a speed a step.
    pub(super) fn scaled(&self, by: f64) -> RootDelta {
        RootDelta { translation: self.translation * by, turn: self.turn * by }
    }

    /// The turn.
    pub fn rotation(&self) -> DQuat {
        DQuat::from_scaled_axis(self.turn)
    }

    /// Returns the motion as a matrix.
    pub fn to_affine(&self) -> Affine3A {
        Affine3A::from_rotation_translation(self.rotation().as_quat(), self.translation.as_vec3())
    }
}

/// The motion of a figure by a clip.
///
/// ```
/// use armature::animation::{Player, RootAxes, RootDelta, RootMotion, root_joint};
/// use armature::model::{Model, ModelInstance};
///
/// # fn play(mut model: Model) -> Option<()> {
/// let index = model.clip_index("walk")?;
/// let (skeleton, clip) = (&model.skeleton, &model.clips[index]);
/// let hips = root_joint(skeleton, clip)?;
/// let motion = RootMotion::new(skeleton, clip, hips, model.up(), RootAxes::default());
/// // What is sampled for the pose.
/// model.clips[index] = motion.without(skeleton, clip);
///
/// let mut figure = ModelInstance::new(&model);
/// let mut player = Player::for_clip(&model.clips[index]);
/// let mut model_from_figure = RootDelta::IDENTITY;
/// // In every frame:
/// let before = player.clone();
/// player.advance(1.0 / 60.0);
/// model_from_figure = model_from_figure.compose(&motion.step(&before, &player));
/// figure.pose_at(&model, Some(index), player.time());
/// let world_from_figure = model.world_from_model * model_from_figure.to_affine();
/// # Some(())
/// # }
/// ```
///
/// A clip that was recorded or made to walk on the spot has no such motion: [`words`](Self::words) says that it stays
/// in place.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMotion {
    joint: usize,
    axes: RootAxes,
    up: Vec3,
    /// Position of the joint, as far as that is taken out, and its angle about up since the reference pose.
    keys: Track<(Vec3, f32)>,
    /// Position in the reference pose, as far as that is taken out.
    reference: Vec3,
    /// The clip's start and end.
    span: (f32, f32),
    /// Distance from the joint to its farthest descendant at rest.
    reach: f32,
}

impl RootMotion {
    /// Extracts the motion of `joint` and the joints above it from the clip. `up` is a direction in model space of any
    /// length: [`Model::up`](crate::model::Model::up). y is taken if its length is zero or not finite.
    ///
    /// # Panics
    /// If there is no such joint. May panic, or be another motion, if the clip is another skeleton's.
    pub fn new(skeleton: &Skeleton, clip: &Clip, joint: usize, up: Vec3, axes: RootAxes) -> Self {
        let up = up.normalize_or(Vec3::Y);
        let mut chain = Chain::new(skeleton, clip, joint);
        let (_, first) = if axes.from_bind {
            Chain::new(skeleton, &Clip::of_tracks("", Vec::new()), joint).at(0.0)
        } else {
            chain.at(span(clip).0)
        };
        let unturned = rotation(&first).conjugate();
        let times = chain.times(clip);
        let most = chain.most();
        let reach = reach(skeleton, joint);
        let sampled = refined(
            &times,
            f32::INFINITY,
            most,
            |time| {
                let (_, model) = chain.at(time);
                let q = rotation(&model) * unturned;
                let twist = q.xyz().dot(up);
                let is_upright = twist.hypot(q.w) > UPRIGHT;
                let angle = if axes.turn { 2.0 * twist.atan2(q.w) } else { 0.0 };
                (axes.moved_part(model.translation.into(), up), is_upright.then_some(angle))
            },
            |[a, b], u, at| {
                let moved = a.0.lerp(b.0, u).distance(at.0) / (AIMED * reach);
                let angles = a.1.zip(b.1).zip(at.1);
                let turned =
                    angles.map_or(0.0, |((from, to), at)| short_way(from + u * short_way(to - from) - at).abs());
                moved.max(turned / AIMED)
            },
        );
        // Whole turns are kept: each angle is the one nearest to that before it.
        let mut heading = 0.0;
        let values = sampled.iter().map(|(_, (at, angle))| {
            heading += angle.map_or(0.0, |angle| short_way(angle - heading));
            (*at, heading)
        });
        let values = values.collect();
        let times = sampled.iter().map(|(time, _)| *time).collect();
        let keys = Track::new(times, values).expect("times in order");
        let reference = axes.moved_part(first.translation.into(), up);
        Self { joint, axes, up, keys, reference, span: span(clip), reach }
    }

    /// Returns the motion that ends a round at its start: the difference is spread evenly over the round, and lost. For
    /// a loop that should stay in place, such as a breath, and was not recorded so.
    #[must_use]
    pub fn closed(&self) -> Self {
        let (start, end) = self.span;
        let first = self.key(start);
        let last = self.key(end);
        let missing = (last.0 - first.0, last.1 - first.1);
        let keys = self.keys.times().iter().zip(self.keys.values());
        let values = keys.map(|(time, (at, angle))| {
            let fraction = if end > start { (time - start) / (end - start) } else { 0.0 };
            (*at - missing.0 * fraction, angle - missing.1 * fraction)
        });
        let keys = Track::new(self.keys.times().to_vec(), values.collect());
        Self { keys: keys.unwrap_or_else(|_| self.keys.clone()), ..self.clone() }
    }

    /// The clip without the motion: in place. Its root joint has keys at the times of its own and of those above it, and
    /// between these where 0.1 mm at a metre asks for more.
    ///
    /// A joint above it that scales unevenly lets no rigid motion through: a little of it stays.
    ///
    /// # Panics
    /// If the skeleton lacks the joint. May panic, or be another clip than meant, if clip or motion are another
    /// skeleton's.
    #[must_use]
    pub fn without(&self, skeleton: &Skeleton, clip: &Clip) -> Clip {
        let mut chain = Chain::new(skeleton, clip, self.joint);
        let reach = self.reach;
        // Those of the joint and of all above it are among them.
        let times = self.keys.times();
        let most = chain.most().max(times.len());
        let sampled = refined(
            times,
            f32::INFINITY,
            most,
            |time: f32| {
                let (parent, model) = chain.at(time);
                let root = self.root(time);
                let Transform { translation, rotation: own, .. } = chain.pose.locals[self.joint];
                let at = (parent.inverse() * root.inverse().to_affine() * model).translation;
                let turned = rotation(&parent);
                let turn = turned.conjugate() * root.rotation().as_quat().conjugate() * turned * own;
                let is_finite = at.is_finite() && turn.is_finite();
                let (at, turn) = if is_finite { (at.into(), turn.normalize()) } else { (translation, own) };
                let scale = Mat3A::from_quat(own.conjugate()) * chain.pose.local(self.joint).matrix3;
                InPlace { at, turn, scale, model_from_parent: root.to_affine() * parent, model }
            },
            |[a, b], u, exact| {
                let at = a.at.lerp(b.at, u);
                let turn = interpolate_rotation(a.turn, shortest(a.turn, b.turn), u);
                let local = Affine3A { matrix3: Mat3A::from_quat(turn) * exact.scale, translation: at.into() };
                let size = exact.model.matrix3.x_axis.length().max(1e-9);
                let model = exact.model_from_parent * local;
                reduce::apart(&model, &exact.model, reach / size) / (AIMED * reach)
            },
        );
        let mut clip = clip.clone();
        if !clip.tracks.iter().any(|tracks| tracks.joint == self.joint) {
            clip.tracks.push(JointTracks { joint: self.joint, ..JointTracks::default() });
        }
        let times: Vec<f32> = sampled.iter().map(|(time, _)| *time).collect();
        for tracks in clip.tracks.iter_mut().filter(|tracks| tracks.joint == self.joint) {
            let at = sampled.iter().map(|(_, value)| value.at).collect();
            tracks.translation = Track::new(times.clone(), at).ok();
            if self.axes.turn {
                let turns = sampled.iter().map(|(_, value)| value.turn).collect();
                tracks.rotation = RotationTrack::new(times.clone(), turns).ok();
            }
        }
        clip
    }

    /// The motion from the clip's start to a time on its clock.
    pub fn at(&self, time: f32) -> RootDelta {
        self.origin().inverse().compose(&self.root(time))
    }

    /// The motion of a whole round, from the clip's start to its end.
    pub fn round(&self) -> RootDelta {
        self.at(self.span.1)
    }

    /// The motion since the start after so many rounds and a part of one.
    pub fn after(&self, rounds: i32, time: f32) -> RootDelta {
        self.round().repeat(rounds).compose(&self.at(time))
    }

    /// The motion between two moments of a player of the clip, in the figure's frame at the first; in any loop mode,
    /// at any speed, backwards too. A jump by [`seek`](Player::seek) between them counts.
    pub fn step(&self, before: &Player, after: &Player) -> RootDelta {
        let rounds = after.rounds().wrapping_sub(before.rounds());
        self.at(before.time()).inverse().compose(&self.after(rounds, after.time()))
    }

    /// Returns the motion's start: `model_from_joint = origin * at(time) * in_place`. The identity, unless it is
    /// counted from the bind pose.
    pub fn origin(&self) -> RootDelta {
        self.root(self.span.0)
    }

    /// The angle of a whole round about up, in radians: whole turns count.
    pub fn turn(&self) -> f32 {
        self.key(self.span.1).1 - self.key(self.span.0).1
    }

    /// The joint that it was taken from.
    pub fn joint(&self) -> usize {
        self.joint
    }

    /// Returns the joint's position above the ground, in model space, as far as it is taken out: the path to draw.
    pub fn position(&self, time: f32) -> Vec3 {
        self.key(time).0
    }

    /// "travels 1.44 m a round and turns 90 degrees to the left": `metres` is the length of the clip's unit
    /// ([`Model::metres_per_unit`](crate::model::Model::metres_per_unit)). What is
    /// not a tenth of the figure's reach away from its start at any time, stays in place: hips sway.
    pub fn words(&self, metres: f32) -> String {
        let start = self.position(self.span.0);
        let farthest = self.keys.values().iter().map(|(at, _)| at.distance(start)).fold(0.0, f32::max);
        let travel = self.position(self.span.1).distance(start);
        let way = if farthest < 0.1 * self.reach {
            "stays in place".to_owned()
        } else if travel < 0.02 * farthest {
            format!("moves {:.2} m away and returns", farthest * metres)
        } else {
            format!("travels {:.2} m a round", travel * metres)
        };
        let degrees = self.turn().to_degrees();
        let side = if degrees > 0.0 { "left" } else { "right" };
        match degrees.abs().round() {
            turned if turned >= 1.0 => format!("{way} and turns {turned} degrees to the {side}"),
            _ => way,
        }
    }

    fn key(&self, time: f32) -> (Vec3, f32) {
        self.keys.sample(time, &mut 0, |a, b, u| (a.0.lerp(b.0, u), a.1 + (b.1 - a.1) * u))
    }

    /// Since the reference pose.
    fn root(&self, time: f32) -> RootDelta {
        let (at, angle) = self.key(time);
        let turn = self.up.as_dvec3() * f64::from(angle);
        let from_reference = DQuat::from_scaled_axis(turn) * self.reference.as_dvec3();
        RootDelta { translation: at.as_dvec3() - from_reference, turn }
    }
}

/// The joint that carries the figure in a clip: of those whose translation moves, by more than a thousandth of what
/// the one does that moves most, the one with the most descendants. `None` where none does.
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

/// A joint's local translation and rotation without the motion, and what they were made of.
struct InPlace {
    at: Vec3,
    turn: Quat,
    /// The joint's own scale and shear, which stay.
    scale: Mat3A,
    /// The motion is in it.
    model_from_parent: Affine3A,
    /// Transform of the joint in the clip.
    model: Affine3A,
}

/// A joint and those above it, in a clip.
struct Chain<'a> {
    tracks: Vec<(&'a JointTracks, [u32; 4])>,
    /// The topmost first.
    joints: Vec<usize>,
    pose: Pose,
}

impl<'a> Chain<'a> {
    fn new(skeleton: &Skeleton, clip: &'a Clip, joint: usize) -> Self {
        let mut joints: Vec<usize> = skeleton.path_to_root(joint).collect();
        joints.reverse();
        let mut is_here = vec![false; skeleton.len()];
        for joint in &joints {
            is_here[*joint] = true;
        }
        let tracks = clip.tracks.iter().filter(|tracks| is_here[tracks.joint]);
        let tracks = tracks.map(|tracks| (tracks, [0; 4])).collect();
        Self { tracks, joints, pose: skeleton.bind_pose() }
    }

    /// `model_from_parent` and `model_from_joint` of the last.
    fn at(&mut self, time: f32) -> (Affine3A, Affine3A) {
        for (tracks, keys) in &mut self.tracks {
            tracks.sample(time, keys, &mut self.pose);
        }
        let models = self
            .joints
            .iter()
            .fold([Affine3A::IDENTITY; 2], |[_, parent], joint| [parent, parent * self.pose.local(*joint)]);
        models.into()
    }

    /// Returns the largest number of times at which it may be sampled.
    fn most(&self) -> usize {
        (MAX_SAMPLED / self.joints.len()).max(2)
    }

    /// Its key times within the clip, and the clip's ends; twice where it jumps.
    fn times(&self, clip: &Clip) -> Vec<f32> {
        times_and_jumps(self.tracks.iter().map(|(tracks, _)| *tracks), span(clip))
    }
}

/// When a clip starts and ends.
fn span(clip: &Clip) -> (f32, f32) {
    if (clip.end - clip.start).is_finite() { (clip.start, clip.end.max(clip.start)) } else { (0.0, 0.0) }
}

/// Returns the same angle, at most half a turn either way.
fn short_way(angle: f32) -> f32 {
    angle - TAU * (angle / TAU).round()
}

/// The nearest rotation, whatever a matrix scales.
fn rotation(matrix: &Affine3A) -> Quat {
    Similarity::nearest(matrix).motion.real
}

/// Returns the distance from a joint to its farthest descendant in the bind pose, in model space; 1 if it has none.
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
