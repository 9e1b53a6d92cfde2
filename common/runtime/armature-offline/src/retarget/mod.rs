//! Retargeting of clips to another skeleton, whose joints have other names, axes and lengths.
//!
//! ```text
//! F(t), F      world_from_joint of a source joint, rotation only: at time t, and in the source's neutral pose
//! G(t), G      the same of its counterpart in the target
//! d, e         direction of the bone in the neutral pose, in the world: the source's, the target's
//! A            the shortest rotation from e to d, for example from a hanging arm to a spread one
//! G(t) = F(t) F⁻¹ A G
//! ```
//!
//! So a bone of the target has the direction of the source's bone at any time, whatever the axes of the joints are,
//! from a T pose or an A pose. Only arms, legs and fingers are aligned in this way. Hips, spine, head and feet turn as
//! the source's do from the pose in which both stand upright, so that a flat foot is flat, however high the ankle is. A
//! joint without counterpart rests on its parent.
//!
//! Lengths are the target's own. Only the hips and joints without a carrier are moved in the world:
//!
//! ```text
//! s            ratio of the length of the target's legs to that of the source's
//! T(t) = T + s (S(t) - S)     S, T: positions in the world
//! ```
//!
//! All other joints keep their position relative to their carrier, the joint before in a body: the thigh on the hips,
//! the foot on the shin, whatever their parents in the file are. A joint without counterpart that vertices follow and
//! that is not below the hips is carried by the hips, or moves along the ground with them if it stands on the ground.
//!
//! With thighs and shins of other proportions, feet would be above or below the ground. So the hips are moved up or
//! down until the height of the lowest foot, over its height in the neutral pose, is `s` times that of the source's
//! lowest foot. The lowest foot of a figure with a mesh is the lowest vertex of its feet, and a foot is turned only as
//! far as it stays above the ground, so that a long foot rolls less. Without a mesh, ankles and toes count.
//!
//! The other foot may be a little off the ground, and feet may slide. [`ik::plant`](armature::ik::plant) puts both on
//! the ground.
//!
//! Sources: neutral poses are those of Unreal's IK Retargeter ("retarget pose") and of Godot's import ("Fix
//! Silhouette", which leaves out feet for the reason above); `s` is the usual ratio of hips heights (Unity's
//! `humanScale`).

mod bones;
mod carriers;
mod directions;
mod ground;
mod motion;
mod neutral;
mod pairs;
mod report;

use crate::names::{Body, Found, Matching, Role, has_limb_name, is_limb, mark_covered, match_joints};
use armature::animation::{Clip, reduce::Bound};
use armature::mesh::{Bounds, SkinnedVertex};
use armature::skeleton::{Pose, Skeleton, local_to_model};
use armature::{math::Transform, skin::Skin};
use bones::Bone;
use carriers::Carriers;
use directions::Figures;
use glam::{Affine3A, Mat3, Quat, Vec3};
use ground::{Shape, Soles};
pub use motion::PoseMemory;
use neutral::{Foot, copy_neutral, has_same_axes, lowest_level};
pub(crate) use neutral::{MAX_GAP_TO_GROUND, Posture};
pub(crate) use pairs::find_pairs;
pub use pairs::{PairError, read_pairs};
pub(crate) use report::Stance;

/// A skeleton as one side of a retargeting.
#[derive(Clone, Debug)]
pub struct Rig<'a> {
    /// Joints.
    pub skeleton: &'a Skeleton,
    /// Upright T or A pose, in which source and target have the same posture.
    pub neutral: Pose,
    /// Whether `neutral` is a T or A pose. A file without a mesh often has the first pose of its clip instead; then
    /// feet, hips and head are also aligned by the directions of bones.
    pub is_neutral: bool,
    /// Transform from the file's axes and unit to a world in which y is up.
    pub world_from_model: Affine3A,
    /// Whether each node is a joint; may be empty.
    pub is_joint: &'a [bool],
    /// Whether clips move each node; may be empty. Without meshes, nodes that no clip moves are a control rig.
    pub is_moved: Vec<bool>,
    /// Joints with the parts of a body that the file gives them, as in
    /// [`Model::humanoid`](armature::model::Model::humanoid); may be empty.
    pub humanoid: &'a [(usize, String)],
    /// Vertices of the meshes with their skins, which have the soles of the feet. If empty, ankles and toes are used.
    pub meshes: Vec<(&'a [SkinnedVertex], &'a Skin)>,
}

/// Position and rotation of a joint in the world.
#[derive(Clone, Copy, Debug, Default)]
struct JointFrame {
    position: Vec3,
    rotation: Quat,
}

/// All joints of a pose in the world.
#[derive(Clone, Debug, Default)]
struct World {
    matrices: Vec<Affine3A>,
    /// Frames of the joints. Of the scales of their ancestors, rotations have only the signs.
    frames: Vec<JointFrame>,
}

impl World {
    /// Sets all joints to those of a pose, with the rig's world turned by `turn`.
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
            self.frames.push(JointFrame { position: self.matrices[index].translation.into(), rotation });
        }
    }
}

impl<'a> Rig<'a> {
    /// Makes a rig whose neutral pose is its bind pose, with y up and without meshes. For a loaded figure, use
    /// [`Rig::from_model`].
    pub fn new(skeleton: &'a Skeleton) -> Self {
        let neutral = skeleton.bind_pose();
        let world_from_model = Affine3A::IDENTITY;
        Self {
            skeleton,
            neutral,
            is_neutral: true,
            world_from_model,
            is_joint: &[],
            is_moved: Vec::new(),
            humanoid: &[],
            meshes: Vec::new(),
        }
    }

    fn frames(&self, turn: Quat, pose: &Pose) -> Vec<JointFrame> {
        let mut world = World::default();
        world.set(self, turn, pose);
        world.frames
    }

    /// Returns the positions of all joints in the world.
    pub(crate) fn positions(&self, pose: &Pose) -> Vec<Vec3> {
        self.frames(Quat::IDENTITY, pose).iter().map(|frame| frame.position).collect()
    }

    /// Returns the role of each joint that has one, and the direction that the figure faces in the world.
    pub(crate) fn find_roles(&self) -> Found {
        let positions = self.positions(&self.neutral);
        self.body(&positions, &Shape::new(self)).find_roles(&[])
    }

    /// Returns the data for finding roles, with the positions of joints and the boxes around their vertices in a pose.
    fn body<'b>(&'b self, positions: &'b [Vec3], shape: &'b Shape) -> Body<'b> {
        let Self { is_joint, humanoid, .. } = *self;
        let Shape { boxes: vertices, is_control, .. } = shape;
        Body { joints: self.skeleton.joints(), is_joint, is_control, counts_all: false, humanoid, positions, vertices }
    }
}

/// Retargeting of clips and poses of one skeleton to another. See the [module](self).
#[derive(Clone, Debug)]
pub struct Retarget<'a> {
    source: Rig<'a>,
    target: Rig<'a>,
    /// Turn about the vertical from the source's world to the target's.
    turn: Quat,
    scale: Option<f32>,
    matching: Matching,
    /// Bone of each joint of the target that moves.
    bones: Vec<Option<Bone>>,
    /// Joints with a bone, each after its carrier.
    order: Vec<usize>,
    hips: Option<usize>,
    /// Source in its neutral pose, turned.
    source_rest: Vec<JointFrame>,
    /// Target in its neutral pose.
    rest: Vec<JointFrame>,
    /// Matched joints in the feet of the target.
    feet: Vec<Foot>,
    /// Counterparts of these joints.
    matched_feet: Vec<Foot>,
    /// All joints in the feet of the source.
    source_feet: Vec<Foot>,
    source_soles: Option<Soles>,
    soles: Option<Soles>,
    /// Whether vertices follow each joint of the target; empty without meshes.
    has_vertices: Vec<bool>,
    bound: Bound,
    /// Longest side of the box around the target's joints.
    size: f32,
    /// Whether the source's neutral pose is the target's.
    is_borrowed: bool,
}

/// Precision of a retargeted clip, as a fraction of the figure's size.
const PRECISION: f32 = 1e-4;

/// Largest depth below the ground at which a clip counts as standing on the ground, as a fraction of the figure's size.
const GROUND_TOLERANCE: f32 = 0.05;

impl<'a> Retarget<'a> {
    /// Makes the retargeting between two rigs, and matches their joints by name or by their roles in a body. Between
    /// the rigs of two models, by [`Rig::from_model`], the clips are those of
    /// [`merge_clips`](crate::merge::merge_clips), which also tells whether they are
    /// [usable](crate::merge::Adopted::is_usable). Here joints without a counterpart stay at rest, however many they are:
    /// [`at_rest`](Self::at_rest) and [`limbs_at_rest`](Self::limbs_at_rest) have them.
    ///
    /// # Panics
    /// If a neutral pose has fewer transforms than its skeleton has joints, or a mesh or a skin has a joint that does
    /// not exist.
    pub fn new(from: Rig<'a>, to: Rig<'a>) -> Self {
        Self::matched(from, to, &[])
    }

    /// Makes the retargeting, and matches joints by `pairs` of the names of a joint of the source and a joint of the
    /// target. All other joints are matched as by [`new`](Self::new), but not with joints of the source in pairs. A
    /// joint of the source may be in several pairs, a joint of the target only in one.
    ///
    /// # Errors
    /// If a joint of a pair does not exist, or a joint of the target is in two pairs.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    pub fn with_pairs(from: Rig<'a>, to: Rig<'a>, pairs: &[(&str, &str)]) -> Result<Self, PairError> {
        let [source, target] = [&from, &to].map(|rig| (rig.skeleton, rig.is_joint));
        let pairs = find_pairs(source, target, pairs)?;
        Ok(Self::matched(from, to, &pairs))
    }

    /// Makes the retargeting with `pairs` (source, target), each of another joint of the target.
    pub(crate) fn matched(mut source: Rig<'a>, target: Rig<'a>, pairs: &[(usize, usize)]) -> Self {
        let [from, to] = [&source, &target].map(|rig| rig.positions(&rig.neutral));
        let mut source_shape = Shape::new(&source);
        let shape = Shape::new(&target);
        let matching = match_joints(&source.body(&from, &source_shape), &target.body(&to, &shape), pairs);
        let Matching { counterparts, target_roles: roles, source_roles, leaders, .. } = &matching;
        let is_borrowed = !source.is_neutral && has_same_axes(&source, &target, counterparts);
        if is_borrowed {
            let feet = Foot::find_all(source_roles, &source.frames(Quat::IDENTITY, &source.neutral));
            copy_neutral(&mut source, &target, counterparts, source_roles, lowest_level(&feet));
            source_shape = Shape::new(&source);
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
        let (bones, order) =
            bones::build_bones(&figures, &carriers, target.skeleton, is_neutral, &shape.has_vertices, leaders);
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
        let no_leaders = vec![None; parents.len()];
        let source_carriers = (parents.as_slice(), no_leaders.as_slice());
        let source_soles =
            Soles::new(source.skeleton, &source_shape, source_roles, &unturned, source_carriers, |_| true);
        let target_carriers = (carriers.parent.as_slice(), leaders.as_slice());
        let soles = Soles::new(target.skeleton, &shape, roles, &rest, target_carriers, |joint| bones[joint].is_some());
        Self {
            turn,
            scale,
            hips: carriers.order.iter().copied().find(|joint| is_hips(roles[*joint])),
            feet: Foot::find_all(&matched_roles, &rest),
            matched_feet: Foot::find_all(&matched_source_roles, &source_rest),
            source_feet: Foot::find_all(source_roles, &source_rest),
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

    /// Returns, for each joint of the target, its counterpart in the source.
    pub fn counterparts(&self) -> &[Option<usize>] {
        &self.matching.counterparts
    }

    /// Returns the joints of the target that no retargeted clip moves. Nodes that are not joints and that no vertices
    /// follow are left out.
    pub fn at_rest(&self) -> Vec<usize> {
        let joints = self.target.skeleton.joints();
        let is_matched: Vec<bool> = self.counterparts().iter().map(Option::is_some).collect();
        let is_covered = mark_covered(joints, &self.matching.target_roles, &is_matched);
        let mut at_rest = Vec::new();
        for joint in (0..joints.len()).filter(|joint| !is_covered[*joint]) {
            if self.leader(joint).is_none()
                && (self.target.is_joint.get(joint) == Some(&true) || self.has_vertices(joint))
            {
                at_rest.push(joint);
            }
        }
        at_rest
    }

    /// Returns the joints of legs and arms among [`at_rest`](Self::at_rest) that vertices follow, and that no matched
    /// joint of the limb carries.
    pub fn limbs_at_rest(&self) -> Vec<usize> {
        let roles = &self.matching.target_roles;
        let is_matched_limb = |joint: usize| self.counterparts()[joint].and(roles[joint]).is_some_and(is_limb);
        let mut joints = self.at_rest();
        joints.retain(|joint| {
            let name = &self.target.skeleton.joints()[*joint].name;
            // The name of a mesh says nothing.
            let is_named = self.target.is_joint.get(*joint) != Some(&false) && has_limb_name(name);
            let is_limb = roles[*joint].map_or(is_named, is_limb);
            is_limb && self.has_vertices(*joint) && !self.target.skeleton.path_to_root(*joint).any(is_matched_limb)
        });
        joints
    }

    /// Returns another joint of the target with which a joint moves that has no counterpart, because it is at the same
    /// place and has the same name or carries its vertices.
    pub fn leader(&self, joint: usize) -> Option<usize> {
        self.matching.leaders[joint].filter(|_| self.bones[joint].is_some())
    }

    /// Returns whether vertices of the target follow a joint.
    pub fn has_vertices(&self, joint: usize) -> bool {
        self.has_vertices.get(joint) == Some(&true)
    }

    /// Returns the roles of the source's joints, and of the target's.
    pub(crate) fn roles(&self) -> [&[Option<Role>]; 2] {
        [&self.matching.source_roles, &self.matching.target_roles]
    }

    /// Returns doubts about the source and about the target, which have these names, as sentences without a period: the
    /// front, if clues contradict each other or are missing, and the arms, if other limbs may be arms, too.
    pub fn doubts(&self, names: [&str; 2]) -> [Vec<String>; 2] {
        [0, 1].map(|figure| {
            let doubts = self.matching.doubts[figure].iter();
            doubts.map(|(beginning, end)| format!("{beginning} {} {end}", names[figure])).collect()
        })
    }

    /// Returns whether the source has no neutral pose of its own and uses that of the target, whose joints have the
    /// same axes.
    pub fn is_borrowed(&self) -> bool {
        self.is_borrowed
    }

    /// Returns `s` of the [module](self)'s formula, for lengths in the world's unit; `None`, which counts as 1, if no
    /// bones have lengths to compare.
    pub fn scale(&self) -> Option<f32> {
        self.scale
    }
}

/// Returns a clip retargeted to another skeleton. Joints are matched by name or by their roles in a body; both
/// skeletons must rest in a T or A pose with y up, or the figure lies on its back.
///
/// A loaded figure often has z up, or rests otherwise: [`merge_clips`](crate::merge::merge_clips), or a [`Retarget`] of
/// [`Rig::from_model`], finds that, and the soles of the feet.
///
/// ```
/// use armature::{animation::{Clip, JointTracks, RotationTrack}, math::Transform};
/// use armature_offline::retarget::retarget;
/// use armature::skeleton::{Joint, Skeleton};
/// use glam::{Quat, Vec3};
///
/// // Hips, and a leg down to the ground.
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
/// If a track moves a joint that the source does not have.
pub fn retarget(from: &Skeleton, clip: &Clip, to: &Skeleton) -> Clip {
    Retarget::new(Rig::new(from), Rig::new(to)).clip(clip)
}

/// Returns the rotation by the signs of a scale, which may mirror a limb: two negative signs are half a turn. An odd
/// number of negative signs is such a rotation and a reflection of all three axes, which commutes with every rotation
/// and is left out.
fn turn_of_signs(scale: Vec3) -> Quat {
    let signs = Vec3::ONE.copysign(scale);
    Quat::from_mat3(&Mat3::from_diagonal(signs * signs.x * signs.y * signs.z))
}

fn is_hips(role: Option<Role>) -> bool {
    role.is_some_and(|role| role.part == "hips")
}

#[cfg(test)]
mod tests;
