//! One side of a retargeting, and the pose in which it is compared with the other.

use super::{JointFrame, turn_of_signs};
use crate::bound::bound_pose;
use crate::names::{Body, LIMBS, Role, Side, find_part, partners};
use armature::animation::Clip;
use armature::math::Transform;
use armature::mesh::Bounds;
use armature::model::Model;
use armature::skeleton::{Pose, Skeleton, local_to_model, without_prefix};
use glam::{Affine3A, Quat, Vec3};
use std::collections::HashMap;

/// A skeleton as one side of a retargeting.
#[derive(Clone, Debug)]
pub struct Rig<'a> {
    /// Joints.
    pub skeleton: &'a Skeleton,
    /// Upright T or A pose, in which source and target have the same posture.
    pub neutral: Pose,
    /// Transform from the file's axes and unit to a world in which y is up.
    pub world_from_model: Affine3A,
    /// Whether vertices follow each joint, or in a file without meshes whether clips move it; if empty, all count. The
    /// others may belong to a control rig.
    pub is_used: Vec<bool>,
    /// Joints with the parts of a body that the file gives them, as in
    /// [`Model::humanoid`](armature::model::Model::humanoid); may be empty.
    pub humanoid: &'a [(usize, String)],
}

impl<'a> Rig<'a> {
    /// Makes a rig whose neutral pose is its bind pose, with y up. For a loaded figure, use [`Rig::from_model`].
    pub fn new(skeleton: &'a Skeleton) -> Self {
        let neutral = skeleton.bind_pose();
        Self { skeleton, neutral, world_from_model: Affine3A::IDENTITY, is_used: Vec::new(), humanoid: &[] }
    }

    /// Makes a rig of a loaded figure. Its neutral pose is the one in which its skin was bound, if the figure
    /// [stands](Self::stands) in it, or else that of its nodes.
    ///
    /// # Panics
    /// If a part has a skin that the model does not have.
    pub fn from_model(model: &'a Model) -> Self {
        let skeleton = &model.skeleton;
        let resting = Self {
            world_from_model: model.world_from_model,
            is_used: find_used(model),
            humanoid: &model.humanoid,
            ..Self::new(skeleton)
        };
        let Some(bound) = bound_pose(skeleton, &model.skins, &partners(skeleton.joints())) else { return resting };
        let mut rig = Self { neutral: bound, ..resting.clone() };
        if !rig.stands() || !has_usual_bones(skeleton, &rig.neutral) {
            return resting;
        }
        rig.put_on_ground(resting.lowest_joint());
        rig
    }

    /// Returns whether the neutral pose could be a T or A pose: upright, on straight legs of one height, with straight arms
    /// at its sides. Parts that are not found are not checked, so the answer is true for what is not a body.
    pub fn stands(&self) -> bool {
        Stance { roles: self.roles(), positions: self.positions() }.is_upright()
    }

    fn roles(&self) -> Vec<Option<Role>> {
        self.body(&self.positions()).find_roles(&[]).of_joints
    }

    /// Returns the roles of joints, and the direction to the left of the figure in its neutral pose, in the world.
    pub(crate) fn roles_and_left(&self) -> (Vec<Option<Role>>, Option<Vec3>) {
        let roles = self.roles();
        let positions = self.positions();
        let left = left_of(&roles, |joint| Some(positions[joint]));
        (roles, left)
    }

    /// Returns the data for finding roles, with the positions of joints in the neutral pose.
    pub(super) fn body<'b>(&'b self, positions: &'b [Vec3]) -> Body<'b> {
        Body { joints: self.skeleton.joints(), is_used: &self.is_used, humanoid: self.humanoid, positions }
    }

    /// Returns the joints of a pose in the world. Of the scales of their ancestors, rotations have only the signs.
    pub(super) fn frames(&self, pose: &Pose) -> Vec<JointFrame> {
        let mut matrices = vec![Affine3A::IDENTITY; self.skeleton.len()];
        local_to_model(self.skeleton, pose, self.world_from_model, &mut matrices);
        let root = Transform::from_matrix(&self.world_from_model).rotation;
        let mut frames: Vec<JointFrame> = Vec::with_capacity(matrices.len());
        for (index, joint) in self.skeleton.joints().iter().enumerate() {
            let local = pose.locals[index];
            let above = joint.parent.map_or(root, |parent| frames[parent].rotation);
            let rotation = (above * local.rotation * turn_of_signs(local.scale)).normalize();
            frames.push(JointFrame { position: matrices[index].translation.into(), rotation });
        }
        frames
    }

    /// Returns the positions of all joints in the neutral pose, in the world.
    pub(super) fn positions(&self) -> Vec<Vec3> {
        self.frames(&self.neutral).iter().map(|frame| frame.position).collect()
    }

    pub(super) fn lowest_joint(&self) -> Option<f32> {
        let positions = self.positions();
        let used = (0..positions.len()).filter(|joint| self.is_used.get(*joint) != Some(&false));
        Bounds::from_points(used.map(|joint| positions[joint])).map(|bounds| bounds.min.y)
    }

    /// Moves the hips of the neutral pose up or down until the lowest joint is at a height.
    fn put_on_ground(&mut self, height: Option<f32>) {
        let hips = find_part(&self.roles(), "hips", Side::Middle);
        let (Some(hips), Some(height), Some(lowest)) = (hips, height, self.lowest_joint()) else { return };
        let parent = self.skeleton.joints()[hips].parent;
        let above = parent.map_or(Affine3A::IDENTITY, |it| self.skeleton.model_from_joint(&self.neutral)[it]);
        let step = (self.world_from_model * above).inverse().transform_vector3((height - lowest) * Vec3::Y);
        if step.is_finite() {
            self.neutral.locals[hips].translation += step;
        }
    }

    /// Takes the neutral pose of another file, if that has the same joints with the same axes, and returns whether it
    /// has. A clip whose figure rests in the middle of a step gets the T pose of the same figure in this way.
    pub(crate) fn borrow_neutral(&mut self, of: &Rig<'_>) -> bool {
        self.borrow(of, of.lowest_joint())
    }

    /// As [`borrow_neutral`](Self::borrow_neutral), with the lowest joint at the height `ground`.
    pub(super) fn borrow(&mut self, of: &Rig<'_>, ground: Option<f32>) -> bool {
        const SAME: f32 = 0.9998; // the cosine of a degree
        let mut by_name = HashMap::new();
        for (index, joint) in of.skeleton.joints().iter().enumerate() {
            by_name.entry(without_prefix(&joint.name)).or_insert(index);
        }
        let names = self.skeleton.joints().iter().map(|joint| without_prefix(&joint.name));
        let twins: Vec<Option<usize>> = names.map(|name| by_name.get(&name).copied()).collect();
        let mut all = 0;
        let mut same = 0;
        for (joint, twin) in self.skeleton.joints().iter().zip(&twins) {
            let Some(parent) = joint.parent else { continue };
            all += 1;
            // The directions of bones, because the widths of hips and shoulders differ.
            let Some(twin) = twin.map(|twin| &of.skeleton.joints()[twin]) else { continue };
            let [a, b] = [joint, twin].map(|joint| joint.bind_local.translation);
            let is_same = twin.parent == twins[parent] && a.dot(b) > SAME * a.length() * b.length();
            same += usize::from(is_same && twin.parent.is_some());
        }
        if 2 * same <= all {
            return false;
        }
        let wanted = of.frames(&of.neutral);
        let root = Transform::from_matrix(&self.world_from_model).rotation;
        let mut rotations: Vec<Quat> = Vec::with_capacity(twins.len());
        for (index, joint) in self.skeleton.joints().iter().enumerate() {
            let above = joint.parent.map_or(root, |parent| rotations[parent]);
            let local = &mut self.neutral.locals[index];
            let signs = turn_of_signs(local.scale);
            if let Some(twin) = twins[index] {
                local.rotation = (above.inverse() * wanted[twin].rotation * signs.inverse()).normalize();
            }
            rotations.push((above * local.rotation * signs).normalize());
        }
        self.put_on_ground(ground);
        true
    }

    /// Sets the scales of the neutral pose to those that all clips give a joint all the time: a file of centimetres may
    /// be scaled by a key instead of a node.
    pub(crate) fn take_played_scales(&mut self, clips: &[Clip]) {
        for (joint, local) in self.neutral.locals.iter_mut().enumerate() {
            let mut played = None;
            let is_constant = clips.iter().all(|clip| {
                let tracks = clip.tracks.iter().find(|tracks| tracks.joint == joint);
                let Some(scale) = tracks.and_then(|tracks| tracks.scale.as_ref()) else { return false };
                scale.values().iter().all(|value| value == played.get_or_insert(*value))
            });
            local.scale = played.filter(|_| is_constant).unwrap_or(local.scale);
        }
    }
}

/// Returns whether vertices follow each joint, or in a model without meshes whether clips move it. In a file with joints,
/// other nodes are not used: a mesh may be called `Head`.
fn find_used(model: &Model) -> Vec<bool> {
    let mut is_used = vec![false; model.skeleton.len()];
    for part in &model.parts {
        let bindings = &model.skins[part.skin].bindings;
        for vertex in &part.mesh.vertices {
            for (slot, weight) in vertex.joints.iter().zip(vertex.weights) {
                let joint = bindings.get(usize::from(*slot)).and_then(|binding| binding.joint);
                if let Some(joint) = joint.filter(|_| weight > 0.0) {
                    is_used[joint] = true;
                }
            }
        }
    }
    if model.parts.is_empty() {
        for tracks in model.clips.iter().flat_map(|clip| &clip.tracks) {
            is_used[tracks.joint] = true;
        }
    }
    let has_joints = model.is_joint.contains(&true);
    for (is_used, is_joint) in is_used.iter_mut().zip(&model.is_joint) {
        *is_used &= *is_joint || !has_joints;
    }
    if is_used.contains(&true) { is_used } else { Vec::new() }
}

/// Returns whether the bones of a pose are about as long as in the bind pose, and scaled as there: retargeted clips do not
/// scale joints. The inverse bind matrices of some files are all the identity.
fn has_usual_bones(skeleton: &Skeleton, pose: &Pose) -> bool {
    let mut length = 0.0;
    let mut rest_length = 0.0;
    for (joint, local) in skeleton.joints().iter().zip(&pose.locals) {
        let rest = joint.bind_local;
        length += local.translation.length();
        rest_length += rest.translation.length();
        if (local.scale - rest.scale).abs().max_element() > 0.01 * rest.scale.abs().max_element() {
            return false;
        }
    }
    (0.7 * rest_length..=rest_length / 0.7).contains(&length)
}

/// A body in a pose.
struct Stance {
    roles: Vec<Option<Role>>,
    positions: Vec<Vec3>,
}

impl Stance {
    fn is_upright(&self) -> bool {
        /// Largest angle between the trunk, or a leg, and the vertical, as a cosine.
        const MIN_UPRIGHT: f32 = 0.85;
        /// Largest bend of a knee or an elbow, as a cosine.
        const MIN_STRAIGHT: f32 = 0.8;
        /// Largest angles of an arm over the horizontal, and forward or back, as sines.
        const MAX_RAISED: f32 = 0.6;
        const MAX_FORWARD: f32 = 0.7;
        /// Largest difference between the heights of the feet, as a part of the leg.
        const MAX_UNEVEN: f32 = 0.05;
        if self.direction("hips", "head", [Side::Middle; 2]).is_some_and(|trunk| trunk.y < MIN_UPRIGHT) {
            return false;
        }
        let across = self.direction("thigh", "thigh", [Side::Right, Side::Left]);
        for side in Side::BOTH {
            for [upper, lower, end] in LIMBS {
                let bones = self.direction(upper, lower, [side; 2]).zip(self.direction(lower, end, [side; 2]));
                if bones.is_some_and(|(upper, lower)| upper.dot(lower) < MIN_STRAIGHT) {
                    return false;
                }
            }
            let leg = self.direction("thigh", "foot", [side; 2]);
            let arm = self.direction("upper arm", "hand", [side; 2]).zip(across);
            if leg.is_some_and(|leg| -leg.y < MIN_UPRIGHT)
                || arm.is_some_and(|(arm, across)| arm.y > MAX_RAISED || arm.cross(across).y.abs() > MAX_FORWARD)
            {
                return false;
            }
        }
        let [left, right] = Side::BOTH.map(|side| self.position("foot", side));
        let (Some(left), Some(right), Some(thigh)) = (left, right, self.position("thigh", Side::Left)) else {
            return true;
        };
        (left.y - right.y).abs() <= MAX_UNEVEN * thigh.distance(left)
    }

    fn position(&self, part: &str, side: Side) -> Option<Vec3> {
        find_part(&self.roles, part, side).map(|joint| self.positions[joint])
    }

    fn direction(&self, from: &str, to: &str, sides: [Side; 2]) -> Option<Vec3> {
        (self.position(to, sides[1])? - self.position(from, sides[0])?).try_normalize()
    }
}

/// Returns the direction from the right side of a body to its left, horizontally: the sum over all pairs of joints.
pub(super) fn left_of(roles: &[Option<Role>], position: impl Fn(usize) -> Option<Vec3>) -> Option<Vec3> {
    let mut left = Vec3::ZERO;
    for (joint, role) in roles.iter().enumerate() {
        let Some(role) = role.filter(|role| role.side == Side::Left) else { continue };
        let right = roles.iter().position(|other| *other == Some(Role { side: Side::Right, ..role }));
        if let (Some(own), Some(other)) = (position(joint), right.and_then(&position)) {
            left += own - other;
        }
    }
    left.with_y(0.0).try_normalize()
}

/// Returns the rotation about the vertical from one horizontal direction to another.
pub(super) fn turn_between(from: Vec3, to: Vec3) -> Quat {
    Quat::from_rotation_y(from.cross(to).y.atan2(from.dot(to)))
}
