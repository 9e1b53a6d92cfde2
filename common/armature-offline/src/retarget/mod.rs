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
//! Lengths are the target's own. The hips alone, and what nothing carries, are moved in the world:
//!
//! ```text
//! s            length of the target's legs over that of the source's
//! T(t) = T + s (S(t) - S)     S, T: positions in the world
//! ```
//!
//! Each other joint stays where it is on the joint before it in a body: the thigh on the hips, the foot on the shin,
//! whatever is the parent of either in its file. Vertices may also follow a joint that has no counterpart and is
//! not below the hips: it is carried by them, or, where it stands on the ground, goes over the ground with them.
//!
//! Thighs and shins of other proportions would still lift the feet, or sink them. So the hips are moved up or down
//! until the lowest foot is `s` times as high over its height in the neutral pose as the source's lowest foot. Of a
//! figure with a mesh that is the lowest vertex of its feet, which are turned as far as they can be without going into
//! the ground: a long foot rolls less. Of one without, ankles and toes count.
//!
//! The other foot may be a little off the ground, and feet may slide. [`ik::plant`](armature::ik::plant) puts both on it.
//!
//! Sources: the rest poses are those of Unreal's IK Retargeter ("retarget pose") and of Godot's import ("Fix
//! Silhouette", which leaves feet out for the reason above); `s` is the usual hips height (Unity's `humanScale`).

mod bones;
mod directions;
mod ground;
mod neutral;
mod pairs;
mod tree;

use crate::names::{Body, Matching, Role, matching};
use armature::{
    animation::{
        Clip, Cursors, JointTracks,
        reduce::{Bound, reduce},
        resample::{resample, rotation, translation},
        times_and_jumps,
    },
    math::Transform,
    mesh::{Bounds, SkinnedVertex},
    skeleton::{Pose, Skeleton, local_to_model},
    skin::Skin,
};
use bones::{Bone, Both, Foot, Place};
use directions::{FEET, facing_turn, leg_ratio};
use glam::{Affine3A, Mat3, Quat, Vec3};
use ground::{Shape, Soles};
use neutral::{borrow, feet_of, lowest_foot, same_axes};
pub(crate) use pairs::find_pairs;
pub use pairs::{PairError, read_pairs};
use tree::Tree;

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
    /// As [`Model::humanoid`](armature::model::Model::humanoid); may be empty.
    pub humanoid: &'a [(usize, String)],
    /// The vertices of its meshes, and what binds them to the skeleton: the soles of its feet are among them. May be
    /// empty: then ankles and toes stand for the soles.
    pub meshes: Vec<(&'a [SkinnedVertex], &'a Skin)>,
}

impl<'a> Rig<'a> {
    /// With its bind pose as the neutral one, y up, without meshes. For a loaded figure, [`Rig::from_model`] finds all of
    /// this.
    pub fn new(skeleton: &'a Skeleton) -> Self {
        let (neutral, world_from_model) = (skeleton.bind_pose(), Affine3A::IDENTITY);
        Self { skeleton, neutral, is_neutral: true, world_from_model, is_joint: &[], humanoid: &[], meshes: Vec::new() }
    }

    /// Where the joints are in the world in the neutral pose.
    fn places(&self) -> Vec<Vec3> {
        let places = self.world(Quat::IDENTITY, &self.neutral).0;
        places.iter().map(|place| place.translation.into()).collect()
    }

    /// What tells which joint is which; `places` are [those](Self::places) of the neutral pose.
    fn body<'b>(&'b self, places: &'b [Vec3]) -> Body<'b> {
        let Self { is_joint, humanoid, .. } = *self;
        Body { joints: self.skeleton.joints(), is_joint, counts_all: false, humanoid, places }
    }

    /// Where all joints are in the world, and how they are turned, without the scales above them but for their signs.
    fn world(&self, turn: Quat, pose: &Pose) -> (Vec<Affine3A>, Vec<Quat>) {
        let root = Affine3A::from_quat(turn) * self.world_from_model;
        let mut places = vec![Affine3A::IDENTITY; self.skeleton.len()];
        local_to_model(self.skeleton, pose, root, &mut places);
        let root = Transform::from_matrix(&root).rotation;
        let mut turns: Vec<Quat> = Vec::with_capacity(places.len());
        for (joint, local) in self.skeleton.joints().iter().zip(&pose.locals) {
            let above = joint.parent.map_or(root, |parent| turns[parent]);
            turns.push((above * local.rotation * turn_of_signs(local.scale)).normalize());
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
    /// For each joint of the target its counterpart, and what it is in a body.
    found: Vec<Option<usize>>,
    roles: Vec<Option<Role>>,
    their_roles: Vec<Option<Role>>,
    /// For each joint of the target.
    bones: Vec<Option<Bone>>,
    /// The joints that have one, each after what carries it.
    order: Vec<usize>,
    hips: Option<usize>,
    /// How the joints are turned in the neutral pose, in the world.
    rest_turns: Vec<Quat>,
    feet: Vec<Foot>,
    /// What of the source and of the target touches the ground, where that is known.
    soles: [Option<Soles>; 2],
    /// For each joint of the target, whether vertices follow it; empty where it has no mesh.
    has_vertices: Vec<bool>,
    /// Joints in the source's feet, and their heights in the neutral pose.
    source_feet: Vec<(usize, f32)>,
    bound: Bound,
    /// The longest side of the box around the target's joints.
    size: f32,
    /// Whether the source's neutral pose is the target's.
    is_borrowed: bool,
}

/// How far a clip may be from the computed motion, as a part of the figure's size.
const PRECISION: f32 = 1e-4;
/// How deep a clip may dip into the ground, likewise, without meaning it.
const SLACK: f32 = 0.05;
/// How far a bone may change its length, likewise, before the figure counts as torn.
const TORN: f32 = 0.01;
/// How far apart two grounds are, likewise, that are not the same one.
const FAR: f32 = 0.25;

/// How near to the ground the soles come in most clips, likewise.
const OFF: f32 = 0.02;
/// As a part of its height in the neutral pose: how tall a figure is at some time in a clip in which it stands.
const LOW: f32 = 0.8;
/// In radians: how far from its neutral pose a figure may look aside when a clip begins.
const TURNED: f32 = std::f32::consts::FRAC_PI_4;

/// What of a clip may surprise, as far as a figure stands and looks ahead at rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stance {
    /// Its soles never come to within a fiftieth of its size of the ground, or go below it by more than a twentieth.
    pub(crate) is_off_ground: bool,
    /// It is never four fifths as tall as at rest.
    pub(crate) is_low: bool,
    /// It begins turned by more than 45 degrees.
    pub(crate) is_turned: bool,
}

/// Times at which a clip is looked at as a whole.
fn moments(clip: &Clip) -> impl Iterator<Item = f32> {
    const MOMENTS: u8 = 32;
    let (start, duration) = (clip.start, clip.duration());
    (0..=MOMENTS).map(move |moment| start + duration * f32::from(moment) / f32::from(MOMENTS))
}

impl<'a> Retarget<'a> {
    /// Matches the joints of both, by name or by what they are in a body. With the rigs that
    /// [`Rig::from_model`] makes of two models, `Rig::from_model(&model).0`, the clips are those of
    /// [`merge_clips`](crate::merge::merge_clips).
    ///
    /// # Panics
    /// If the neutral pose of either has fewer locals than its skeleton has joints, or a mesh or a skin names a joint
    /// that is not there.
    pub fn new(from: Rig<'a>, to: Rig<'a>) -> Self {
        Self::matched(from, to, &[])
    }

    /// The same where names do not tell which joints are the same: `pairs` of a joint of the source and one of the
    /// target, by name. All others are matched as in [`new`](Self::new), but not with a joint of the source that is in
    /// a pair. A joint of the source may be in several pairs, one of the target in one only.
    ///
    /// # Errors
    /// If there is no joint of a name, or one of the target is in two pairs.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    pub fn with_pairs(from: Rig<'a>, to: Rig<'a>, pairs: &[(&str, &str)]) -> Result<Self, PairError> {
        let [source, target] = [&from, &to].map(|rig| (rig.skeleton, rig.is_joint));
        let pairs = find_pairs(source, target, pairs)?;
        Ok(Self::matched(from, to, &pairs))
    }

    /// `pairs` are of different joints of the target.
    pub(crate) fn matched(mut from: Rig<'a>, to: Rig<'a>, pairs: &[(usize, usize)]) -> Self {
        let [here, there] = [&to, &from].map(Rig::places);
        let Matching { found, roles, their_roles, twins } = matching(&to.body(&here), &from.body(&there), pairs);
        let is_borrowed = !from.is_neutral && same_axes(&from, &to, &found);
        if is_borrowed {
            let ground = lowest_foot(&their_roles, &from.world(Quat::IDENTITY, &from.neutral).0);
            borrow(&mut from, &to, &found, (&their_roles, ground));
        }
        let ours = to.world(Quat::IDENTITY, &to.neutral);
        let unturned = from.world(Quat::IDENTITY, &from.neutral);
        let turn = facing_turn((&found, &roles), from.is_neutral && to.is_neutral, &unturned.0, &ours.0);
        let theirs = from.world(turn, &from.neutral);
        let tree = Tree::new(from.skeleton, to.skeleton, &roles, &found);
        let scale = leg_ratio((&found, &roles), &tree, &theirs.0, &ours.0);
        let shapes = [&from, &to].map(Shape::new);
        let has_vertices = &shapes[1].has_vertices;
        let both = Both {
            found: &found,
            roles: &roles,
            tree: &tree,
            theirs: &theirs,
            ours: &ours,
            has_vertices,
            twins: &twins,
        };
        let hips = both.hips();
        let (bones, order) = both.bones(&to, from.is_neutral && to.is_neutral);
        let feet = both.feet();
        let joints = to.skeleton.model_from_joint(&to.neutral);
        let bounds = Bounds::from_points(joints.iter().map(|joint| joint.translation.into()));
        let size = bounds.map_or(0.0, |bounds| bounds.size().max_element());
        let size = if size.is_finite() && size > 0.0 { size } else { 1.0 };
        let bound = Bound { distance: PRECISION * size, shell: 0.02 * size };
        let [source, target] = [&from, &to].map(|rig| rig.skeleton);
        let soles = [
            Soles::new(
                source,
                &shapes[0],
                &their_roles,
                &unturned,
                |_| true,
                |foot| source.path_to_root(foot).collect(),
            ),
            Soles::new(
                target,
                &shapes[1],
                &roles,
                &ours,
                |joint| bones[joint].is_some(),
                |foot| tree.path(foot).collect(),
            ),
        ];
        let source_feet = feet_of(&their_roles, &theirs.0);
        let rest_turns = ours.1;
        let [_, Shape { has_vertices, .. }] = shapes;
        Self {
            from,
            to,
            turn,
            scale,
            found,
            roles,
            their_roles,
            bones,
            order,
            hips,
            rest_turns,
            feet,
            soles,
            has_vertices,
            source_feet,
            bound,
            size,
            is_borrowed,
        }
    }

    /// For each joint of the target its counterpart in the source.
    pub fn counterparts(&self) -> &[Option<usize>] {
        &self.found
    }

    /// Whether a joint of the target moves with another one of its name.
    pub(crate) fn has_twin(&self, joint: usize) -> bool {
        matches!(self.bones[joint], Some(Bone { place: Place::With(..), .. }))
    }

    /// Whether vertices of the target follow a joint.
    pub(crate) fn has_vertices(&self, joint: usize) -> bool {
        self.has_vertices.get(joint) == Some(&true)
    }

    /// For each joint of the target what it is in a body.
    pub(crate) fn roles(&self) -> &[Option<Role>] {
        &self.roles
    }

    /// For each joint of the source what it is in a body.
    pub(crate) fn their_roles(&self) -> &[Option<Role>] {
        &self.their_roles
    }

    /// Whether the source, which has no neutral pose of its own, was given the target's, whose axes are the same.
    pub fn is_borrowed(&self) -> bool {
        self.is_borrowed
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
        let raised = self.raised(clip);
        let (bind, mut cursors) = (self.from.skeleton.bind_pose(), Cursors::default());
        let mut source = Pose::default();
        let poses = resample(self.to.skeleton, &times, self.bound, |time| {
            clip.sample(time, &bind, &mut cursors, &mut source);
            self.pose_above(raised, &source)
        });
        let bones = self.bones.iter().zip(&self.to.neutral.locals).zip(self.to.skeleton.joints()).enumerate();
        let tracks = bones.filter_map(|(joint, ((bone, neutral), rest))| {
            // Where the figure does not rest in its neutral pose, that is a key.
            let is_moved = neutral.translation != rest.bind_local.translation;
            let is_turned = neutral.rotation != rest.bind_local.rotation;
            let translation = (is_moved || bone.is_some_and(|bone| bone.is_free)).then(|| translation(&poses, joint));
            let rotation = (is_turned || bone.is_some()).then(|| rotation(&poses, joint));
            let (translation, rotation) = (translation.flatten(), rotation.flatten());
            let has_keys = translation.is_some() || rotation.is_some();
            has_keys.then_some(JointTracks { joint, translation, rotation, ..JointTracks::default() })
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

    /// Joints of the target whose distance from the joint that carries them changes in a retargeted clip by more than
    /// a hundredth of the figure: there the figure comes apart.
    pub fn torn(&self, clip: &Clip) -> Vec<usize> {
        let has_vertices = |joint: usize| self.has_vertices.get(joint) != Some(&false);
        // What nothing carries should keep with the hips, or else the first of its kind.
        let is_lifted = |joint: &usize| {
            matches!(self.bones[*joint], Some(Bone { place: Place::Moved { is_lifted: true, .. }, .. }))
        };
        let first = self.hips.or_else(|| self.order.iter().copied().find(is_lifted));
        let pairs = self.order.iter().filter_map(|joint| match self.bones[*joint]?.place {
            Place::On(carrier, _) | Place::With(carrier, ..) => Some((*joint, carrier)),
            Place::Moved { is_lifted: true, .. } => Some((*joint, first?)).filter(|_| has_vertices(*joint)),
            Place::Moved { .. } | Place::Grounded { .. } => None,
        });
        let pairs: Vec<(usize, usize)> = pairs.collect();
        let lengths = |pose: &Pose| -> Vec<f32> {
            let places = self.to.skeleton.model_from_joint(pose);
            pairs.iter().map(|(a, b)| position(&places, *a).distance(position(&places, *b))).collect()
        };
        let (bind, mut pose, mut cursors) = (self.to.skeleton.bind_pose(), Pose::default(), Cursors::default());
        let neutral = lengths(&self.to.neutral);
        let mut is_torn = vec![false; pairs.len()];
        for time in moments(clip) {
            clip.sample(time, &bind, &mut cursors, &mut pose);
            for ((is_torn, now), then) in is_torn.iter_mut().zip(lengths(&pose)).zip(&neutral) {
                *is_torn |= (now - then).abs() > TORN * self.size;
            }
        }
        pairs.iter().zip(is_torn).filter(|(_, is_torn)| *is_torn).map(|((joint, _), _)| *joint).collect()
    }

    /// How the target stands in a retargeted clip, by how it stands in its neutral pose.
    pub(crate) fn stance(&self, clip: &Clip) -> Stance {
        let height = |(places, _): &(Vec<Affine3A>, Vec<Quat>)| {
            let moved = self.order.iter().map(|joint| position(places, *joint).y);
            let (low, high) = moved.fold((f32::MAX, f32::MIN), |(low, high), y| (low.min(y), high.max(y)));
            high - low
        };
        let thighs = [1, 2].map(|side| self.roles.iter().position(|role| *role == Some(("thigh", side, 0))));
        let across = |(places, _): &(Vec<Affine3A>, Vec<Quat>)| {
            let [left, right] = thighs.map(|thigh| thigh.map(|thigh| position(places, thigh)));
            ((left? - right?) * Vec3::new(1.0, 0.0, 1.0)).try_normalize()
        };
        let neutral = self.to.world(Quat::IDENTITY, &self.to.neutral);
        let (mut lowest, mut highest, mut first) = (f32::MAX, 0.0f32, None);
        let (bind, mut pose, mut cursors) = (self.to.skeleton.bind_pose(), Pose::default(), Cursors::default());
        for time in moments(clip) {
            clip.sample(time, &bind, &mut cursors, &mut pose);
            let now = self.to.world(Quat::IDENTITY, &pose);
            let feet = self.feet.iter().map(|foot| position(&now.0, foot.joint).y - foot.heights[1]);
            let low = match &self.soles[1] {
                Some(soles) => soles.lowest(|joint| (position(&now.0, joint), now.1[joint])) - soles.level,
                None => feet.reduce(f32::min).unwrap_or(0.0),
            };
            lowest = lowest.min(low);
            highest = highest.max(height(&now));
            first = first.or_else(|| across(&now));
        }
        let turned = first.zip(across(&neutral)).map_or(0.0, |(now, then)| now.angle_between(then));
        Stance {
            is_off_ground: !(-SLACK..=OFF).contains(&(lowest / self.size)),
            is_low: highest < LOW * height(&neutral),
            is_turned: turned > TURNED,
        }
    }

    /// The target's pose for one of the source.
    ///
    /// # Panics
    /// If `pose` is not one of the source.
    pub fn pose(&self, pose: &Pose) -> Pose {
        self.pose_above(0.0, pose)
    }

    /// `raised` as [that](Self::raised) of the pose's clip.
    fn pose_above(&self, raised: f32, pose: &Pose) -> Pose {
        let theirs = self.from.world(self.turn, pose);
        let mut result = self.to.neutral.clone();
        let (lift, ground) = self.lift(&theirs, raised);
        self.apply(&theirs, lift, ground, &mut result);
        result
    }

    /// The height of the ground that a clip is on, over the one that the source's neutral pose stands on. Files of motion
    /// capture rest with the hips at the origin, and have keys that are heights over the world's ground. So there are two
    /// grounds, the source's and the world's, on which the target stands: where they are far apart, the nearer one to the
    /// clip's lowest foot is meant.
    fn raised(&self, clip: &Clip) -> f32 {
        let lowest = |heights: &mut dyn Iterator<Item = f32>| heights.reduce(f32::min);
        let levels = match &self.soles {
            [Some(source), Some(target)] => Some([source.level, target.level]),
            _ => lowest(&mut self.source_feet.iter().map(|foot| foot.1))
                .zip(lowest(&mut self.feet.iter().map(|foot| foot.heights[1])))
                .map(|(source, target)| [source, target]),
        };
        let Some([source, target]) = levels else { return 0.0 };
        let scale = self.scale.unwrap_or(1.0);
        let raised = target / scale - source;
        let is_far = scale * raised.abs() > FAR * self.size;
        if !is_far {
            return 0.0;
        }
        let (bind, mut pose, mut cursors) = (self.from.skeleton.bind_pose(), Pose::default(), Cursors::default());
        let mut risen = f32::INFINITY;
        for time in moments(clip) {
            clip.sample(time, &bind, &mut cursors, &mut pose);
            risen = risen.min(self.risen(&self.from.world(self.turn, &pose)));
        }
        if (risen - raised).abs() < risen.abs() { raised } else { 0.0 }
    }

    /// The height of the source's lowest foot over that in its neutral pose.
    fn risen(&self, theirs: &(Vec<Affine3A>, Vec<Quat>)) -> f32 {
        let feet = self.source_feet.iter().map(|(joint, height)| position(&theirs.0, *joint).y - height);
        let of_feet = feet.reduce(f32::min).unwrap_or(0.0);
        let Some(soles) = &self.soles[0] else { return of_feet };
        let of_soles = soles.lowest(|joint| (position(&theirs.0, joint), theirs.1[joint])) - soles.level;
        // Where a foot bends, vertices are not as deep as if it were stiff.
        if of_soles < 0.0 { of_feet.clamp(of_soles, 0.0) } else { of_soles }
    }

    /// How much higher the hips are than they would be as a part of the source's height, and the ground's height.
    /// `raised` as [that](Self::raised) of a clip.
    fn lift(&self, theirs: &(Vec<Affine3A>, Vec<Quat>), raised: f32) -> (f32, f32) {
        let scale = self.scale.unwrap_or(1.0);
        let below_all = f32::NEG_INFINITY;
        let placed = self.places(theirs, 0.0, below_all);
        // Over the heights in the neutral poses; 0 for a figure without feet.
        let lowest = |heights: &mut dyn Iterator<Item = f32>| heights.reduce(f32::min).unwrap_or(0.0);
        let feet = || self.feet.iter();
        let wanted = lowest(&mut feet().map(|foot| position(&theirs.0, foot.from).y - foot.heights[0])) - raised;
        let got = lowest(&mut feet().map(|foot| placed[foot.joint].0.y - foot.heights[1]));
        let lift = Some(scale * wanted - got).filter(|lift| lift.is_finite()).unwrap_or(0.0);
        let Some(soles) = &self.soles[1] else { return (lift, below_all) };
        let height = self.risen(theirs) - raised;
        // Clips dip into the ground a little: not here. What goes below it, down a stair, does so here.
        let slack = SLACK * self.size;
        let height = if height > 0.0 { scale * height } else { (scale * height + slack).min(0.0) };
        let ground = soles.level + height.min(0.0);
        let placed = self.places(theirs, lift, ground);
        let more = soles.level + height - soles.lowest(|joint| placed[joint]);
        if more.is_finite() { (lift + more, ground + more) } else { (lift, ground) }
    }

    /// Writes the locals of all joints that are moved; `lift` and `ground` as of [`places`](Self::places).
    fn apply(&self, theirs: &(Vec<Affine3A>, Vec<Quat>), lift: f32, ground: f32, pose: &mut Pose) {
        let placed = self.places(theirs, lift, ground);
        let root = self.to.world_from_model;
        let root_turn = Transform::from_matrix(&root).rotation;
        let mut world: Vec<(Affine3A, Quat)> = Vec::with_capacity(self.bones.len());
        for (joint, of) in self.to.skeleton.joints().iter().enumerate() {
            let (above, above_turn) = of.parent.map_or((root, root_turn), |parent| world[parent]);
            let local = &mut pose.locals[joint];
            if let Some(bone) = self.bones[joint] {
                let (at, turn) = placed[joint];
                let turn = above_turn.inverse() * turn * turn_of_signs(local.scale).inverse();
                if turn.is_finite() {
                    local.rotation = turn.normalize();
                }
                let at = above.inverse().transform_point3(at);
                if bone.is_free && at.is_finite() {
                    local.translation = at;
                }
            }
            let local = &pose.locals[joint];
            let turn = (above_turn * local.rotation * turn_of_signs(local.scale)).normalize();
            world.push((above * pose.local(joint), turn));
        }
    }

    /// Where the joints that are moved are in the world, and how they are turned. `lift` is added to the height of the
    /// figure; feet that would be in the `ground` then are turned until they are not.
    fn places(&self, (places, turns): &(Vec<Affine3A>, Vec<Quat>), lift: f32, ground: f32) -> Vec<(Vec3, Quat)> {
        let scale = self.scale.unwrap_or(1.0);
        let mut placed = vec![(Vec3::ZERO, Quat::IDENTITY); self.bones.len()];
        for joint in &self.order {
            let Some(Bone { from, joint_from_joint, place, .. }) = self.bones[*joint] else { continue };
            let step = |theirs: Vec3| scale * (position(places, from) - theirs);
            let at = match place {
                Place::Moved { from: [theirs, ours], is_lifted } => {
                    ours + step(theirs) + if is_lifted { lift * Vec3::Y } else { Vec3::ZERO }
                }
                Place::Grounded { from: [theirs, ours] } => ours + step(theirs) * Vec3::new(1.0, 0.0, 1.0),
                Place::On(carrier, offset) => placed[carrier].0 + placed[carrier].1 * offset,
                Place::With(twin, offset, turn) => {
                    let (at, twin_turn) = placed[twin];
                    placed[*joint] = (at + twin_turn * offset, twin_turn * turn);
                    continue;
                }
            };
            let flat = self.rest_turns[*joint];
            let turn = joint_from_joint.map_or(flat, |turn| turns[from] * turn);
            let is_foot = self.roles[*joint].is_some_and(|role| FEET.contains(&role.0));
            let soles = self.soles[1].as_ref().filter(|_| is_foot);
            let turn =
                soles.map_or(turn, |soles| soles.above_ground(*joint, (at, turn), flat, ground, |joint| placed[joint]));
            placed[*joint] = (at, turn);
        }
        placed
    }
}

/// A clip for another skeleton: joints matched by name or by what they are in a body, both in a neutral pose (T or A)
/// at rest and with y up. For files, [`merge_clips`](crate::merge::merge_clips) finds the neutral poses, and the soles.
///
/// ```
/// use armature::{animation::{Clip, JointTracks, RotationTrack}, math::Transform};
/// use armature_offline::retarget::retarget;
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

/// What the signs of a scale do to directions: a limb may be mirrored by them. An odd number of them reflects all three
/// axes besides, which changes no rotation, whether it comes before or after.
fn turn_of_signs(scale: Vec3) -> Quat {
    let signs = Vec3::ONE.copysign(scale);
    Quat::from_mat3(&Mat3::from_diagonal(signs * signs.x * signs.y * signs.z))
}

fn position(model_from_joint: &[Affine3A], joint: usize) -> Vec3 {
    model_from_joint[joint].translation.into()
}

#[cfg(test)]
mod tests;
