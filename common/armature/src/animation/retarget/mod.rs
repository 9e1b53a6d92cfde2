//! Retargeting: a clip of one skeleton for another, whose joints have other names, axes and lengths.
//!
//! ```text
//! F(t), F      world_from_joint of a source joint, rotation only: at time t, and in the source's neutral pose
//! G(t), G      the same of its counterpart in the target
//! d, e         direction of the bone in the neutral pose, in the world: the source's, the target's
//! A            the shortest rotation that takes e to d: an arm that hangs to one that is spread
//! G(t) = F(t) F⁻¹ A G
//! ```
//!
//! So a bone of the target points where the source's points at any time, whatever the axes of either joint are, and
//! whether it stands in a T pose or an A pose. Only arms, legs and fingers are aligned that way. Hips, spine, head
//! and feet turn as the source's do, from the pose in which both stand upright: a foot that is flat there is flat
//! here, however high its ankle is. A joint that has no counterpart rests on its parent.
//!
//! Lengths are the target's own, since nothing is moved in its parent's space but the hips, and what else has no
//! counterpart above it:
//!
//! ```text
//! s            length of the target's legs over that of the source's
//! T(t) = T + s (S(t) - S)     S, T: positions in the world
//! ```
//!
//! Thighs and shins of other proportions would still lift the feet, or sink them. So the hips are moved up or down
//! until the lowest foot is `s` times as high over its height in the neutral pose as the source's lowest foot.
//!
//! That matches joints, not soles: ankles and, where both have them, toes. A foot of another length or with another
//! heel may still dip into the ground where it rolls, and the lift may place the other foot a little off it.
//! [`ik::plant`](crate::ik::plant) puts both on the ground, whatever its shape.
//!
//! Sources: the rest poses are those of Unreal's IK Retargeter ("retarget pose") and of Godot's import ("Fix
//! Silhouette", which leaves feet out for the reason above); `s` is the usual hips height (Unity's `humanScale`).

use super::{
    Clip, Cursors, JointTracks,
    clip::times_and_jumps,
    reduce::{Bound, reduce},
    resample::{resample, rotation, translation},
};
use crate::{
    math::Transform,
    mesh::Bounds,
    skeleton::{
        Pose, Skeleton, local_to_model,
        names::{Role, counterparts, roles, without_prefix},
    },
};
use glam::{Affine3A, Mat3, Quat, Vec3};
use std::f32::consts::FRAC_PI_2;

/// A skeleton as one side of a retargeting.
#[derive(Clone, Debug)]
pub struct Rig<'a> {
    /// Its joints.
    pub skeleton: &'a Skeleton,
    /// The pose that stands for the same posture in both: T or A pose, upright. It has a local for each joint of the
    /// skeleton.
    pub neutral: Pose,
    /// Whether `neutral` is one: a file without a mesh often holds the first pose of its clip instead. Then feet,
    /// hips and head are matched by the directions of bones as well.
    pub is_neutral: bool,
    /// From its axes and unit to a world in which y is up.
    pub world_from_model: Affine3A,
    /// For each node, whether it is a joint; may be empty.
    pub is_joint: &'a [bool],
}

impl<'a> Rig<'a> {
    /// With its bind pose as the neutral one, y up.
    pub fn new(skeleton: &'a Skeleton) -> Self {
        let (neutral, world_from_model) = (skeleton.bind_pose(), Affine3A::IDENTITY);
        Self { skeleton, neutral, is_neutral: true, world_from_model, is_joint: &[] }
    }

    /// Where all joints are in the world, and how they are turned, without the scales above them.
    fn world(&self, turn: Quat, pose: &Pose) -> (Vec<Affine3A>, Vec<Quat>) {
        let root = Affine3A::from_quat(turn) * self.world_from_model;
        let mut places = vec![Affine3A::IDENTITY; self.skeleton.len()];
        local_to_model(self.skeleton, pose, root, &mut places);
        let root = Transform::from_matrix(&root).rotation;
        let mut turns: Vec<Quat> = Vec::with_capacity(places.len());
        for (joint, local) in self.skeleton.joints().iter().zip(&pose.locals) {
            let above = joint.parent.map_or(root, |parent| turns[parent]);
            turns.push((above * local.rotation).normalize());
        }
        (places, turns)
    }
}

/// How clips of one skeleton become clips of another. See the [module](self).
#[derive(Clone, Debug)]
pub struct Retarget<'a> {
    from: Rig<'a>,
    to: Rig<'a>,
    /// About the vertical, from the source's world to the target's.
    turn: Quat,
    scale: Option<f32>,
    /// For each joint of the target.
    bones: Vec<Option<Bone>>,
    feet: Vec<Foot>,
    bound: Bound,
}

/// A joint of the target that has a counterpart.
#[derive(Clone, Copy, Debug)]
struct Bone {
    from: usize,
    /// `F⁻¹ A G`.
    joint_from_joint: Quat,
    /// Positions in the neutral pose of a joint that is moved as well: the source's, its own.
    moved: Option<[Vec3; 2]>,
    /// Whether a joint below it is moved, which then carries the figure.
    carries: bool,
}

/// Of feet and toes.
#[derive(Clone, Copy, Debug)]
struct Foot {
    joint: usize,
    from: usize,
    /// Over the world's ground in the neutral pose: the source's, its own.
    heights: [f32; 2],
}

/// How far a clip may be from the computed motion, as a part of the figure's size.
const PRECISION: f32 = 1e-4;

impl<'a> Retarget<'a> {
    /// Matches the joints of both, by name or by what they are in a body.
    ///
    /// # Panics
    /// If the neutral pose of either has fewer locals than its skeleton has joints.
    pub fn new(mut from: Rig<'a>, to: Rig<'a>) -> Self {
        let [here, there] = [&to, &from].map(|rig| (rig.skeleton.joints(), rig.is_joint));
        let found = counterparts(here, there);
        let roles = roles(here);
        if !from.is_neutral && same_axes(&from, &to, &found) {
            borrow_neutral(&mut from, &to, &found);
        }
        let neutral = from.is_neutral && to.is_neutral;
        let ours = to.world(Quat::IDENTITY, &to.neutral);
        let theirs = from.world(Quat::IDENTITY, &from.neutral);
        let turn = quarter_turn(&found, &theirs.0, &ours.0);
        let theirs = from.world(turn, &from.neutral);

        let above = matched_above(to.skeleton, &found);
        let below = only_below(&above);
        let trunk = trunk(&roles, &found, [&theirs.0, &ours.0]);
        let scale = leg_ratio(&found, &above, &theirs.0, &ours.0);
        let mut aligned = vec![Quat::IDENTITY; found.len()];
        let mut bones = vec![None; found.len()];
        for (joint, from) in found.iter().enumerate() {
            let Some(from) = *from else { continue };
            let parent = above[joint].map_or(Quat::IDENTITY, |above| aligned[above]);
            let bone = below[joint].and_then(|below| {
                let ours = position(&ours.0, below) - position(&ours.0, joint);
                let theirs = position(&theirs.0, found[below]?) - position(&theirs.0, from);
                Some((parent * ours.try_normalize()?, theirs.try_normalize()?))
            });
            let role = roles[joint].map_or("", |role| role.0);
            aligned[joint] = match bone {
                _ if neutral && (TRUNK.contains(&role) || FEET.contains(&role)) => Quat::IDENTITY,
                _ if TRUNK.contains(&role) => {
                    let turn = trunk.iter().find(|(of, _)| *of == joint);
                    turn.map_or(parent, |(_, turn)| *turn)
                }
                Some((ours, theirs)) => Quat::from_rotation_arc(ours, theirs) * parent,
                None => parent,
            };
            let joint_from_joint = (theirs.1[from].inverse() * aligned[joint] * ours.1[joint]).normalize();
            let moved = (role == "hips" || above[joint].is_none())
                .then(|| [position(&theirs.0, from), position(&ours.0, joint)]);
            let moved = moved.filter(|[a, b]| a.is_finite() && b.is_finite());
            if let (Some(_), Some(above)) = (moved, above[joint]) {
                let above: Option<&mut Bone> = bones[above].as_mut();
                if let Some(bone) = above {
                    bone.carries = true;
                }
            }
            bones[joint] = Some(Bone { from, joint_from_joint, moved, carries: false });
        }
        // The lower of the two sides, should one be off the ground.
        let height = |(name, _, number): Role, places: &[Affine3A], theirs: bool| {
            let same = roles
                .iter()
                .enumerate()
                .filter(|(_, role)| role.is_some_and(|role| (role.0, role.2) == (name, number)));
            let joints = same.filter_map(|(joint, _)| found[joint].map(|from| if theirs { from } else { joint }));
            joints.map(|joint| position(places, joint).y).fold(f32::INFINITY, f32::min)
        };
        let foot = |(joint, role): (usize, &Option<Role>)| {
            let (role, from) = (role.filter(|role| FEET.contains(&role.0))?, found[joint]?);
            let heights = [height(role, &theirs.0, true), height(role, &ours.0, false)];
            Some(Foot { joint, from, heights })
        };
        let feet = roles.iter().enumerate().filter_map(foot).collect();
        let joints = to.skeleton.model_from_joint(&to.neutral);
        let bounds = Bounds::from_points(joints.iter().map(|joint| joint.translation.into()));
        let size = bounds.map_or(0.0, |bounds| bounds.size().max_element());
        let size = if size.is_finite() && size > 0.0 { size } else { 1.0 };
        let bound = Bound { distance: PRECISION * size, shell: 0.02 * size };
        Self { from, to, turn, scale, bones, feet, bound }
    }

    /// For each joint of the target its counterpart in the source.
    pub fn counterparts(&self) -> impl Iterator<Item = Option<usize>> + '_ {
        self.bones.iter().map(|bone| bone.map(|bone| bone.from))
    }

    /// `s` of the [module](self)'s formula, both lengths in the world's unit. `None` where no bones have lengths to
    /// compare: then it is 1.
    pub fn scale(&self) -> Option<f32> {
        self.scale
    }

    /// The clip for the target, with keys where its motion needs them: within a ten-thousandth of the figure's size.
    ///
    /// Scale, shear, and translation below the hips are left out.
    ///
    /// # Panics
    /// If a track's joint is beyond the source's skeleton.
    pub fn clip(&self, clip: &Clip) -> Clip {
        let times = self.times(clip);
        let (bind, mut cursors) = (self.from.skeleton.bind_pose(), Cursors::default());
        let mut source = Pose::default();
        let poses = resample(self.to.skeleton, &times, self.bound, |time| {
            clip.sample(time, &bind, &mut cursors, &mut source);
            self.pose(&source)
        });
        let bones = self.bones.iter().enumerate();
        let tracks = bones.filter_map(|(joint, bone)| {
            let moved = (*bone)?.moved.and_then(|_| translation(&poses, joint));
            let rotation = rotation(&poses, joint);
            Some(JointTracks { joint, translation: moved, rotation, ..JointTracks::default() })
        });
        let tracks = tracks.collect();
        let full = Clip { tracks, file_keys: Vec::new(), ..clip.clone() };
        reduce(self.to.skeleton, &full, self.bound)
    }

    /// Start, end, and where joints that have a counterpart, or are above one, have keys; twice where they jump.
    fn times(&self, clip: &Clip) -> Vec<f32> {
        let mut needed = vec![false; self.from.skeleton.len()];
        self.bones.iter().flatten().for_each(|bone| needed[bone.from] = true);
        self.from.skeleton.mark_ancestors(&mut needed);
        let tracks = clip.tracks.iter().filter(|tracks| needed[tracks.joint]);
        times_and_jumps(tracks, (clip.start, clip.end))
    }

    /// The target's pose for one of the source.
    ///
    /// # Panics
    /// If `pose` is not one of the source.
    pub fn pose(&self, pose: &Pose) -> Pose {
        let theirs = self.from.world(self.turn, pose);
        let mut result = self.to.skeleton.bind_pose();
        self.apply(&theirs, 0.0, &mut result);
        let ours = self.to.world(Quat::IDENTITY, &result).0;
        // Over the heights in the neutral poses; 0 for a figure without feet.
        let lowest = |heights: Vec<f32>| heights.into_iter().reduce(f32::min).unwrap_or(0.0);
        let feet = || self.feet.iter();
        let wanted = feet().map(|foot| position(&theirs.0, foot.from).y - foot.heights[0]);
        let got = feet().map(|foot| position(&ours, foot.joint).y - foot.heights[1]);
        let [wanted, got] = [lowest(wanted.collect()), lowest(got.collect())];
        let lift = self.scale.unwrap_or(1.0) * wanted - got;
        if lift.is_finite() && lift != 0.0 {
            self.apply(&theirs, lift, &mut result);
        }
        result
    }

    /// Writes the locals of all joints that have a counterpart. `lift`: what is added to the height of the lowest
    /// joints that are moved.
    fn apply(&self, (places, turns): &(Vec<Affine3A>, Vec<Quat>), lift: f32, pose: &mut Pose) {
        let root = self.to.world_from_model;
        let root_turn = Transform::from_matrix(&root).rotation;
        let mut world: Vec<(Affine3A, Quat)> = Vec::with_capacity(self.bones.len());
        for (joint, of) in self.to.skeleton.joints().iter().enumerate() {
            let (above, above_turn) = of.parent.map_or((root, root_turn), |parent| world[parent]);
            let local = &mut pose.locals[joint];
            if let Some(bone) = self.bones[joint] {
                let turn = above_turn.inverse() * turns[bone.from] * bone.joint_from_joint;
                if turn.is_finite() {
                    local.rotation = turn.normalize();
                }
                if let Some([theirs, ours]) = bone.moved {
                    let step = self.scale.unwrap_or(1.0) * (position(places, bone.from) - theirs);
                    let lift = if bone.carries { Vec3::ZERO } else { lift * Vec3::Y };
                    let at = above.inverse().transform_point3(ours + step + lift);
                    if at.is_finite() {
                        local.translation = at;
                    }
                }
            }
            let turn = (above_turn * pose.locals[joint].rotation).normalize();
            world.push((above * pose.local(joint), turn));
        }
    }
}

/// A clip for another skeleton: joints matched by name or by what they are in a body, both in a neutral pose (T or A)
/// at rest and with y up. For files, [`merge_clips`](crate::model::merge_clips) finds the neutral poses.
///
/// ```
/// use armature::{animation::{Clip, JointTracks, RotationTrack, retarget::retarget}, math::Transform};
/// use armature::skeleton::{Joint, Skeleton};
/// use glam::{Quat, Vec3};
///
/// // Hips, and a leg that is as long as they are high.
/// let figure = |names: [&str; 2], height: f32| {
///     let joint = |name: &str, parent, y| Joint {
///         name: name.into(),
///         parent,
///         bind_local: Transform::from_translation(Vec3::new(0.0, y, 0.0)),
///     };
///     Skeleton::new(vec![joint(names[0], None, height), joint(names[1], Some(0), -height)])
/// };
/// let (tall, short) = (figure(["mixamorig:Hips", "LeftFoot"], 1.0)?, figure(["pelvis", "foot_l"], 0.5)?);
/// let keys = vec![Quat::IDENTITY, Quat::from_rotation_x(0.5)];
/// let rotation = Some(RotationTrack::new(vec![0.0, 1.0], keys)?);
/// let bow = Clip::of_tracks("bow", vec![JointTracks { joint: 0, rotation, ..Default::default() }]);
/// let bow = retarget(&tall, &bow, &short);
/// assert_eq!((bow.tracks[0].joint, bow.end), (0, 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If a track's joint is beyond the source's skeleton.
pub fn retarget(from: &Skeleton, clip: &Clip, to: &Skeleton) -> Clip {
    Retarget::new(Rig::new(from), Rig::new(to)).clip(clip)
}

fn position(model_from_joint: &[Affine3A], joint: usize) -> Vec3 {
    model_from_joint[joint].translation.into()
}

/// Roles whose bones differ in direction from figure to figure: they are not aligned.
const TRUNK: [&str; 5] = ["hips", "spine", "neck", "head", "collarbone"];
/// Nor are these, where it is known how they look when they are flat on the ground.
const FEET: [&str; 2] = ["foot", "toes"];

/// For hips and chest, `A` where no neutral pose is known: from the target's trunk to the source's, by the lines
/// between the two thighs and the two upper arms.
fn trunk(roles: &[Option<Role>], found: &[Option<usize>], places: [&[Affine3A]; 2]) -> Vec<(usize, Quat)> {
    let with = |name: &str, side: u8| {
        let is = |role: &Option<Role>| role.is_some_and(|role| (role.0, role.1) == (name, side));
        roles.iter().rposition(is)
    };
    let basis = |across: Vec3, up: Vec3| {
        let y = up.try_normalize()?;
        let x = across.reject_from_normalized(y).try_normalize()?;
        Some(Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y))))
    };
    let of = |joint: usize, name: &str| {
        let limbs = [("thigh", 1), ("thigh", 2), ("upper arm", 1), ("upper arm", 2)];
        let [theirs, ours] = [0, 1].map(|figure| {
            let mut at = [Vec3::ZERO; 4];
            for ((name, side), at) in limbs.into_iter().zip(&mut at) {
                let here = with(name, side)?;
                let joint = if figure == 0 { found[here]? } else { here };
                *at = position(places[figure], joint);
            }
            let up = at[2] + at[3] - at[0] - at[1];
            basis(if name == "hips" { at[0] - at[1] } else { at[2] - at[3] }, up)
        });
        Some((joint, theirs? * ours?.inverse()))
    };
    ["hips", "spine"].into_iter().filter_map(|name| of(with(name, 0)?, name)).collect()
}

/// For each joint the nearest one above it that has a counterpart.
fn matched_above(skeleton: &Skeleton, found: &[Option<usize>]) -> Vec<Option<usize>> {
    let mut above: Vec<Option<usize>> = Vec::with_capacity(found.len());
    for joint in skeleton.joints() {
        above.push(joint.parent.and_then(|parent| found[parent].map(|_| parent).or(above[parent])));
    }
    // Of joints without a counterpart nothing is asked.
    above.iter_mut().zip(found).for_each(|(above, found)| *above = found.and(*above));
    above
}

/// For each joint the one below it with a counterpart, if there is one only.
fn only_below(above: &[Option<usize>]) -> Vec<Option<usize>> {
    let mut below = vec![(None, 0); above.len()];
    for (joint, above) in above.iter().enumerate().filter_map(|(joint, at)| Some((joint, (*at)?))) {
        below[above] = (Some(joint), below[above].1 + 1);
    }
    below.into_iter().map(|(joint, count)| joint.filter(|_| count == 1)).collect()
}

/// How far the target's lowest joint is from its hips along the bones, over how far its counterpart is: the leg,
/// without the hips' half width. Where that has no length, all bones.
fn leg_ratio(found: &[Option<usize>], above: &[Option<usize>], theirs: &[Affine3A], ours: &[Affine3A]) -> Option<f32> {
    let lengths = |joint: usize| {
        let parent = above[joint]?;
        let bones = [(ours, joint, parent), (theirs, found[joint]?, found[parent]?)];
        Some(bones.map(|(places, a, b)| position(places, a).distance(position(places, b))))
    };
    let height = |joint: &usize| position(ours, *joint).y;
    let matched = (0..found.len()).filter(|joint| found[*joint].is_some());
    let lowest = matched.min_by(|a, b| height(a).total_cmp(&height(b)));
    let chain = std::iter::successors(lowest, |joint| above[*joint]);
    let mut leg: Vec<[f32; 2]> = chain.filter_map(lengths).collect();
    if leg.len() > 1 {
        leg.pop();
    }
    let all = (0..found.len()).filter_map(lengths).collect();
    let ratio = |bones: Vec<[f32; 2]>| {
        let sum = |side: usize| bones.iter().map(|bone| bone[side]).sum::<f32>();
        Some(sum(0) / sum(1)).filter(|ratio| ratio.is_finite() && *ratio > 0.0)
    };
    ratio(leg).or_else(|| ratio(all))
}

/// The quarter turn about the vertical that brings the source's joints nearest to where the target's are: some files'
/// figures look along x.
fn quarter_turn(found: &[Option<usize>], theirs: &[Affine3A], ours: &[Affine3A]) -> Quat {
    let pairs: Vec<[Vec3; 2]> = (found.iter().enumerate())
        .filter_map(|(joint, from)| Some([position(theirs, (*from)?), position(ours, joint)]))
        .collect();
    let mean = |side: usize| pairs.iter().map(|pair| pair[side]).sum::<Vec3>() / pairs.len() as f32;
    let middle = [mean(0), mean(1)];
    let (mut along, mut across, mut most) = (0.0, 0.0, 0.0);
    for [a, b] in &pairs {
        let (a, b) = ((a - middle[0]) * Vec3::new(1.0, 0.0, 1.0), (b - middle[1]));
        along += a.dot(b);
        across += a.cross(b).y;
        most += a.length() * b.length();
    }
    let is_clear = f32::hypot(along, across) > 0.3 * most;
    let quarters = if is_clear { (across.atan2(along) / FRAC_PI_2).round() } else { 0.0 };
    Quat::from_rotation_y(quarters * FRAC_PI_2)
}

/// Whether the joints of both have the same axes: most have the same name and lie in the same direction from their
/// parent (limbs do; the widths of hips and shoulders differ).
fn same_axes(from: &Rig<'_>, to: &Rig<'_>, found: &[Option<usize>]) -> bool {
    const SAME: f32 = 0.9998; // the cosine of a degree
    let (mut same, mut all) = (0, 0);
    for (here, from_joint) in to.skeleton.joints().iter().zip(found) {
        let Some(from_joint) = *from_joint else { continue };
        let there = &from.skeleton.joints()[from_joint];
        let parent = here.parent.and_then(|parent| found[parent]);
        if parent.is_some() && parent == there.parent {
            let [a, b] = [here, there].map(|joint| joint.bind_local.translation);
            let is_called = without_prefix(&here.name) == without_prefix(&there.name);
            all += 1;
            same += usize::from(is_called && a.dot(b) > SAME * a.length() * b.length());
        }
    }
    2 * same > all
}

/// Gives joints of the same axes the neutral pose of their counterparts.
fn borrow_neutral(from: &mut Rig<'_>, to: &Rig<'_>, found: &[Option<usize>]) {
    let ours = to.world(Quat::IDENTITY, &to.neutral).1;
    let root = Transform::from_matrix(&from.world_from_model).rotation;
    let mut here_of = vec![None; from.skeleton.len()];
    for (here, joint) in found.iter().enumerate().rev() {
        if let Some(joint) = *joint {
            here_of[joint] = Some(here);
        }
    }
    let mut turns: Vec<Quat> = Vec::with_capacity(from.skeleton.len());
    for (joint, of) in from.skeleton.joints().iter().enumerate() {
        let above = of.parent.map_or(root, |parent| turns[parent]);
        let local = &mut from.neutral.locals[joint];
        if let Some(here) = here_of[joint] {
            local.rotation = (above.inverse() * ours[here]).normalize();
        }
        turns.push((above * local.rotation).normalize());
    }
    from.is_neutral = to.is_neutral;
}

#[cfg(test)]
mod tests;
