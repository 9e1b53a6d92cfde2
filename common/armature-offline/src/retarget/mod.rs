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
//! whatever the parent of either is in its file. Vertices may also follow a joint that has no counterpart and is
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
mod carriers;
mod directions;
mod ground;
mod motion;
mod neutral;
mod pairs;
mod report;

use crate::names::{Body, Matching, Role, mark_covered, match_joints};
use armature::{
    animation::{Clip, reduce::Bound},
    math::Transform,
    mesh::{Bounds, SkinnedVertex},
    skeleton::{Pose, Skeleton, local_to_model},
    skin::Skin,
};
use bones::Bone;
use carriers::Carriers;
use directions::Figures;
use glam::{Affine3A, Mat3, Quat, Vec3};
use ground::{Shape, Soles};
pub use motion::PoseMemory;
pub(crate) use neutral::{ELSEWHERE, Posture};
use neutral::{Foot, borrow, has_same_axes, lowest_level};
pub(crate) use pairs::find_pairs;
pub use pairs::{PairError, read_pairs};
pub(crate) use report::Stance;

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
    /// The change from its axes and unit to a world in which y is up.
    pub world_from_model: Affine3A,
    /// Flags of the nodes that are joints; may be empty.
    pub is_joint: &'a [bool],
    /// Joints named by the file, as [`Model::humanoid`](armature::model::Model::humanoid); may be empty.
    pub humanoid: &'a [(usize, String)],
    /// The vertices of its meshes, and what binds them to the skeleton: the soles of its feet are among them. May be
    /// empty: then ankles and toes stand for the soles.
    pub meshes: Vec<(&'a [SkinnedVertex], &'a Skin)>,
}

/// The position and rotation of a joint in the world.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    position: Vec3,
    rotation: Quat,
}

/// All joints of a pose in the world, and the memory for them.
#[derive(Clone, Debug, Default)]
struct World {
    matrices: Vec<Affine3A>,
    /// Rotations are without the scales above them, except for their signs.
    frames: Vec<Frame>,
}

impl World {
    fn set(&mut self, rig: &Rig<'_>, turn: Quat, pose: &Pose) {
        let root = Affine3A::from_quat(turn) * rig.world_from_model;
        self.matrices.resize(rig.skeleton.len(), Affine3A::IDENTITY);
        local_to_model(rig.skeleton, pose, root, &mut self.matrices);
        let root = Transform::from_matrix(&root).rotation;
        self.frames.clear();
        for (index, joint) in rig.skeleton.joints().iter().enumerate() {
            let local = pose.locals[index];
            let above = joint.parent.map_or(root, |parent| self.frames[parent].rotation);
            let rotation = (above * local.rotation * turn_of_signs(local.scale)).normalize();
            self.frames.push(Frame { position: self.matrices[index].translation.into(), rotation });
        }
    }
}

impl<'a> Rig<'a> {
    /// A rig whose neutral pose is its bind pose, with y up and without meshes. For a loaded figure,
    /// [`Rig::from_model`] finds all of this.
    pub fn new(skeleton: &'a Skeleton) -> Self {
        let neutral = skeleton.bind_pose();
        let world_from_model = Affine3A::IDENTITY;
        Self { skeleton, neutral, is_neutral: true, world_from_model, is_joint: &[], humanoid: &[], meshes: Vec::new() }
    }

    fn frames(&self, turn: Quat, pose: &Pose) -> Vec<Frame> {
        let mut world = World::default();
        world.set(self, turn, pose);
        world.frames
    }

    /// Returns the positions of all joints in the world.
    pub(crate) fn positions(&self, pose: &Pose) -> Vec<Vec3> {
        self.frames(Quat::IDENTITY, pose).iter().map(|frame| frame.position).collect()
    }

    /// Returns what tells which joint is which, by positions in a pose.
    fn body<'b>(&'b self, positions: &'b [Vec3]) -> Body<'b> {
        let Self { is_joint, humanoid, .. } = *self;
        Body { joints: self.skeleton.joints(), is_joint, counts_all: false, humanoid, positions }
    }
}

/// The way clips of one skeleton become clips of another. See the [module](self).
#[derive(Clone, Debug)]
pub struct Retarget<'a> {
    source: Rig<'a>,
    target: Rig<'a>,
    /// The turn about the vertical from the source's world to the target's.
    turn: Quat,
    scale: Option<f32>,
    matching: Matching,
    /// The bone of each joint of the target that is moved.
    bones: Vec<Option<Bone>>,
    /// The joints that have a bone, each after what carries it.
    order: Vec<usize>,
    hips: Option<usize>,
    /// The source, turned, and the target in their neutral poses.
    source_rest: Vec<Frame>,
    rest: Vec<Frame>,
    /// The joints in the feet of the target, their counterparts, and all in the feet of the source.
    feet: Vec<Foot>,
    matched_feet: Vec<Foot>,
    source_feet: Vec<Foot>,
    source_soles: Option<Soles>,
    soles: Option<Soles>,
    /// Flags of the target's joints that vertices follow; empty where it has no mesh.
    has_vertices: Vec<bool>,
    bound: Bound,
    /// The longest side of the box around the target's joints.
    size: f32,
    /// Whether the source's neutral pose is the target's.
    is_borrowed: bool,
}

/// The precision of a clip, as a part of the figure's size.
const PRECISION: f32 = 1e-4;

/// Largest depth in the ground at which a clip still counts as standing on it, as a part of the figure's size.
const GROUND_TOLERANCE: f32 = 0.05;

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

    /// Matches joints that names do not tell by `pairs` of a joint of the source and one of the target, by name. All
    /// others are matched as in [`new`](Self::new), but not with a joint of the source that is in a pair. A joint of the
    /// source may be in several pairs, one of the target in one only.
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

    /// Matches by `pairs` of different joints of the target.
    pub(crate) fn matched(mut source: Rig<'a>, target: Rig<'a>, pairs: &[(usize, usize)]) -> Self {
        let [from, to] = [&source, &target].map(|rig| rig.positions(&rig.neutral));
        let matching = match_joints(&source.body(&from), &target.body(&to), pairs);
        let Matching { counterparts, target_roles: roles, source_roles, leaders } = &matching;
        let is_borrowed = !source.is_neutral && has_same_axes(&source, &target, counterparts);
        if is_borrowed {
            let feet = Foot::of(source_roles, &source.frames(Quat::IDENTITY, &source.neutral));
            borrow(&mut source, &target, counterparts, source_roles, lowest_level(&feet));
        }
        let is_neutral = source.is_neutral && target.is_neutral;
        let rest = target.frames(Quat::IDENTITY, &target.neutral);
        let unturned = source.frames(Quat::IDENTITY, &source.neutral);
        let mut figures = Figures { counterparts, roles, source: &unturned, target: &rest };
        let turn = figures.facing_turn(is_neutral);
        let source_rest = source.frames(turn, &source.neutral);
        figures.source = &source_rest;
        let carriers = Carriers::new(source.skeleton, target.skeleton, roles, counterparts);
        let scale = figures.leg_ratio(&carriers);
        let source_shape = Shape::new(&source);
        let shape = Shape::new(&target);
        let (bones, order) =
            bones::build(&figures, &carriers, target.skeleton, is_neutral, &shape.has_vertices, leaders);
        let mut matched_roles = vec![None; roles.len()];
        let mut matched_source_roles = vec![None; source_roles.len()];
        for (joint, counterpart) in counterparts.iter().enumerate() {
            if let Some(counterpart) = *counterpart {
                matched_roles[joint] = roles[joint];
                matched_source_roles[counterpart] = roles[joint].or(matched_source_roles[counterpart]);
            }
        }
        let bounds = Bounds::from_points(
            target.skeleton.model_from_joint(&target.neutral).iter().map(|joint| joint.translation.into()),
        );
        let size = bounds.map_or(0.0, |bounds| bounds.size().max_element());
        let size = if size.is_finite() && size > 0.0 { size } else { 1.0 };
        let parents: Vec<Option<usize>> = source.skeleton.joints().iter().map(|joint| joint.parent).collect();
        let source_soles = Soles::new(source.skeleton, &source_shape, source_roles, &unturned, &parents, |_| true);
        let soles = Soles::new(target.skeleton, &shape, roles, &rest, &carriers.parent, |joint| bones[joint].is_some());
        Self {
            turn,
            scale,
            hips: carriers.order.iter().copied().find(|joint| is_hips(roles[*joint])),
            feet: Foot::of(&matched_roles, &rest),
            matched_feet: Foot::of(&matched_source_roles, &source_rest),
            source_feet: Foot::of(source_roles, &source_rest),
            bones,
            order,
            source_rest,
            rest,
            source_soles,
            soles,
            has_vertices: shape.has_vertices,
            bound: Bound { distance: PRECISION * size, shell: 0.02 * size },
            size,
            is_borrowed,
            source,
            target,
            matching,
        }
    }

    /// Returns for each joint of the target its counterpart in the source.
    pub fn counterparts(&self) -> &[Option<usize>] {
        &self.matching.counterparts
    }

    /// Returns the joints of the target that rest: no counterpart moves them, nor a joint of their name, nor those around
    /// them. Nodes that are not joints, and that no vertices follow, are left out.
    pub fn at_rest(&self) -> Vec<usize> {
        let joints = self.target.skeleton.joints();
        let is_matched: Vec<bool> = self.counterparts().iter().map(Option::is_some).collect();
        let is_covered = mark_covered(joints, &self.matching.target_roles, &is_matched);
        let mut at_rest = Vec::new();
        for joint in (0..joints.len()).filter(|joint| !is_covered[*joint]) {
            let has_leader = self.matching.leaders[joint].is_some() && self.bones[joint].is_some();
            if !has_leader && (self.target.is_joint.get(joint) == Some(&true) || self.has_vertices(joint)) {
                at_rest.push(joint);
            }
        }
        at_rest
    }

    /// Returns whether vertices of the target follow a joint.
    pub fn has_vertices(&self, joint: usize) -> bool {
        self.has_vertices.get(joint) == Some(&true)
    }

    /// Returns the roles of the source's joints, and of the target's.
    pub(crate) fn roles(&self) -> [&[Option<Role>]; 2] {
        [&self.matching.source_roles, &self.matching.target_roles]
    }

    /// Returns whether the source, which has no neutral pose of its own, was given the target's, whose axes are the same.
    pub fn is_borrowed(&self) -> bool {
        self.is_borrowed
    }

    /// Returns `s` of the [module](self)'s formula, both lengths in the world's unit. `None` where no bones have lengths
    /// to compare: then it is 1.
    pub fn scale(&self) -> Option<f32> {
        self.scale
    }
}

/// Returns a clip for another skeleton: joints matched by name or by what they are in a body, both in a neutral pose (T
/// or A) at rest and with y up. For files, [`merge_clips`](crate::merge::merge_clips) finds the neutral poses, and the soles.
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

/// Returns what the signs of a scale do to directions: a limb may be mirrored by them. An odd number of them reflects all
/// three axes besides, which changes no rotation, whether it comes before or after.
fn turn_of_signs(scale: Vec3) -> Quat {
    let signs = Vec3::ONE.copysign(scale);
    Quat::from_mat3(&Mat3::from_diagonal(signs * signs.x * signs.y * signs.z))
}

fn is_hips(role: Option<Role>) -> bool {
    role.is_some_and(|role| role.part == "hips")
}

#[cfg(test)]
mod tests;
