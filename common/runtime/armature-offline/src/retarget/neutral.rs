//! Neutral poses: borrowed from another file, and whether a pose is one.

use super::{JointFrame, Rig, Shape, is_hips, turn_of_signs};
use crate::names::{Matching, Role, Side, find_part, match_joints};
use armature::skeleton::{Pose, without_prefix};
use armature::{math::Transform, mesh::Bounds};
use glam::{Affine3A, Quat, Vec3};
use std::collections::HashMap;

/// Returns whether two figures' joints have the same axes: most of the pairs have the same name, and lie in the same
/// direction from their parents. Not all of them do, because the widths of hips and shoulders differ.
pub(super) fn has_same_axes(source: &Rig<'_>, target: &Rig<'_>, counterparts: &[Option<usize>]) -> bool {
    const SAME: f32 = 0.9998; // the cosine of a degree
    let mut same = 0;
    let mut all = 0;
    for (joint, counterpart) in target.skeleton.joints().iter().zip(counterparts) {
        let Some(other) = counterpart.map(|counterpart| &source.skeleton.joints()[counterpart]) else { continue };
        let parent = joint.parent.and_then(|parent| counterparts[parent]);
        if parent.is_some() && parent == other.parent {
            let [a, b] = [joint, other].map(|joint| joint.bind_local.translation);
            let has_name = without_prefix(&joint.name) == without_prefix(&other.name);
            all += 1;
            same += usize::from(has_name && a.dot(b) > SAME * a.length() * b.length());
        }
    }
    2 * same > all
}

/// Copies the neutral pose of `target` to `source`, whose joints have the same axes. `counterparts` are the joints of
/// `source` for each of `target`, and `roles` are the roles of the joints of `source`. Moves the hips of `source` up or
/// down so that its lowest foot is at height `ground`, if that is known.
pub(super) fn copy_neutral(
    source: &mut Rig<'_>,
    target: &Rig<'_>,
    counterparts: &[Option<usize>],
    roles: &[Option<Role>],
    ground: Option<f32>,
) {
    let frames = target.frames(Quat::IDENTITY, &target.neutral);
    let root = Transform::from_matrix(&source.world_from_model).rotation;
    let mut rotations: Vec<Quat> = Vec::with_capacity(source.skeleton.len());
    let mut wanted = vec![None; source.skeleton.len()];
    for (joint, counterpart) in counterparts.iter().enumerate() {
        if let Some(counterpart) = *counterpart {
            wanted[counterpart].get_or_insert(frames[joint].rotation);
        }
    }
    for (index, joint) in source.skeleton.joints().iter().enumerate() {
        let above = joint.parent.map_or(root, |parent| rotations[parent]);
        let local = &mut source.neutral.locals[index];
        let signs = turn_of_signs(local.scale);
        if let Some(wanted) = wanted[index] {
            local.rotation = (above.inverse() * wanted * signs.inverse()).normalize();
        }
        rotations.push((above * local.rotation * signs).normalize());
    }
    source.is_neutral = target.is_neutral;
    let feet = Foot::find_all(roles, &source.frames(Quat::IDENTITY, &source.neutral));
    let hips = roles.iter().position(|role| is_hips(*role));
    if let (Some(hips), Some(ground), Some(lowest)) = (hips, ground, lowest_level(&feet)) {
        source.move_neutral(hips, (ground - lowest) * Vec3::Y);
    }
}

/// A joint in a foot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foot {
    pub(super) joint: usize,
    /// Height in the neutral pose of this joint or its partner on the other side, whichever is lower: the other foot
    /// may be off the ground.
    pub(super) level: f32,
}

impl Foot {
    /// Returns the joints of feet and toes, with their heights in a neutral pose.
    pub(super) fn find_all(roles: &[Option<Role>], neutral: &[JointFrame]) -> Vec<Self> {
        let mut levels: HashMap<&str, f32> = HashMap::new();
        let mut feet = Vec::new();
        for (joint, role) in roles.iter().enumerate() {
            let Some(role) = role.filter(|role| role.is_foot_or_toes()) else { continue };
            let level = levels.entry(role.part).or_insert(f32::INFINITY);
            *level = level.min(neutral[joint].position.y);
            feet.push((joint, role.part));
        }
        feet.into_iter().map(|(joint, part)| Self { joint, level: levels[part] }).collect()
    }
}

/// Returns the height of the lowest foot in the neutral pose.
pub(super) fn lowest_level(feet: &[Foot]) -> Option<f32> {
    feet.iter().map(|foot| foot.level).reduce(f32::min)
}

/// Returns the smallest height of a foot over its level in the neutral pose; 0 without feet.
pub(super) fn lowest_rise(feet: &[Foot], frames: &[JointFrame]) -> f32 {
    feet.iter().map(|foot| frames[foot.joint].position.y - foot.level).reduce(f32::min).unwrap_or(0.0)
}

impl Rig<'_> {
    /// Copies the neutral pose of another file if that has the same joints with the same axes, and returns whether it
    /// has. A clip whose figure rests in the middle of a step gets the T pose of the same figure in this way.
    pub fn borrow_neutral(&mut self, of: &Rig<'_>) -> bool {
        let [own, other] = [&*self, of].map(|rig| rig.positions(&rig.neutral));
        let matching = match_joints(&self.body(&own, &Shape::default()), &of.body(&other, &Shape::default()), &[]);
        let Matching { counterparts, target_roles, source_roles, .. } = matching;
        let mut shared: Vec<usize> = counterparts.iter().flatten().copied().collect();
        shared.sort_unstable();
        shared.dedup();
        let is_same = 2 * shared.len() > self.skeleton.len() && has_same_axes(self, of, &counterparts);
        if is_same {
            let feet = Foot::find_all(&target_roles, &of.frames(Quat::IDENTITY, &of.neutral));
            copy_neutral(self, of, &counterparts, &source_roles, lowest_level(&feet));
        }
        is_same
    }

    /// Returns the transform from a joint's parent to the world in a pose.
    fn world_from_parent(&self, joint: usize, pose: &Pose) -> Affine3A {
        let parent = self.skeleton.joints()[joint].parent;
        let above = parent.map_or(Affine3A::IDENTITY, |parent| self.skeleton.model_from_joint(pose)[parent]);
        self.world_from_model * above
    }

    /// Moves a joint in the neutral pose by a vector that is given in the world.
    pub(crate) fn move_neutral(&mut self, joint: usize, step: Vec3) {
        let step = self.world_from_parent(joint, &self.neutral).inverse().transform_vector3(step);
        if step.is_finite() {
            self.neutral.locals[joint].translation += step;
        }
    }

    /// Returns the rotation of the world that puts a body upright that lies in its neutral pose, stands on its head, or
    /// leans as a whole. Returns `None` for a body that is already upright, and for one that is not straight from head
    /// to foot.
    pub(crate) fn turn_to_upright(&self) -> Option<Quat> {
        const SNAPPED: f32 = 0.94;
        const MIN_STRAIGHT_LEAN: f32 = 0.99;
        let posture = Posture::new(self, &self.neutral);
        let trunk = posture.trunk()?;
        let [left, right] = Side::BOTH.map(|side| posture.direction("thigh", "foot", side));
        let legs = [-left?, -right?];
        let leg = (legs[0] + legs[1]).try_normalize()?;
        let is_straight = legs.iter().all(|leg| leg.dot(trunk) > MIN_UPRIGHT);
        let leans = trunk.y < MAX_LEAN && leg.y < MAX_LEAN && leg.dot(trunk) > MIN_STRAIGHT_LEAN;
        if !is_straight || trunk.y > MIN_UPRIGHT && !leans {
            return None;
        }
        // The file as a whole is turned. The body is upright in it but for a head that is not straight over the hips,
        // so an axis of the file is taken in place of the trunk.
        let hips = find_part(&posture.roles, "hips", Side::Middle)?;
        let turn = Transform::from_matrix(&self.world_from_parent(hips, &self.neutral)).rotation;
        let axes = [Vec3::X, Vec3::Y, Vec3::Z].into_iter().flat_map(|axis| [turn * axis, turn * -axis]);
        let mut axes = axes.filter(|axis| axis.y < MAX_LEAN && axis.dot(trunk) > SNAPPED);
        let up = axes.next().or((trunk + leg).try_normalize())?;
        Some(Quat::from_rotation_arc(up, Vec3::Y))
    }

    /// Turns feet that are tilted with legs that stand apart, so that their soles are flat, as those of other figures are.
    pub(crate) fn flatten_feet(&mut self) {
        const MAX_LEAN: f32 = 0.99; // the cosine of 8 degrees
        let posture = Posture::new(self, &self.neutral);
        let [Some(left), Some(right)] = Side::BOTH.map(|side| posture.position("thigh", side)) else { return };
        let Some(across) = (left - right).with_y(0.0).try_normalize() else { return };
        let ahead = across.cross(Vec3::Y);
        let mut shape = None;
        for side in Side::BOTH {
            let Some(foot) = find_part(&posture.roles, "foot", side) else { continue };
            let leg = posture.direction("foot", "thigh", side).unwrap_or_default();
            let leg = leg.reject_from_normalized(ahead).normalize_or_zero();
            if !(0.1..MAX_LEAN).contains(&leg.y) {
                continue;
            }
            let shape = shape.get_or_insert_with(|| Shape::new(self));
            let mut joints: Vec<usize> = (0..self.skeleton.len()).collect();
            joints.retain(|joint| self.skeleton.path_to_root(*joint).any(|above| above == foot));
            let turn = Quat::from_rotation_arc(leg, Vec3::Y);
            if shape.footprint(&joints, across, turn) > 2.0 * shape.footprint(&joints, across, Quat::IDENTITY) {
                let frames = self.frames(Quat::IDENTITY, &self.neutral);
                let parent = self.skeleton.joints()[foot].parent;
                let above = parent.map_or(Quat::IDENTITY, |parent| frames[parent].rotation);
                let local = &mut self.neutral.locals[foot];
                let signs = turn_of_signs(local.scale);
                local.rotation = (above.inverse() * turn * frames[foot].rotation * signs.inverse()).normalize();
            }
        }
    }

    /// Turns the neutral pose about the world's origin. If the figure is then far from the ground, puts it on the
    /// ground.
    pub(crate) fn turn_neutral(&mut self, turn: Quat) {
        let Posture { roles, positions } = Posture::new(self, &self.neutral);
        let Some(hips) = find_part(&roles, "hips", Side::Middle) else { return };
        let root = self.skeleton.path_to_root(hips).last().unwrap_or(hips);
        let turned = self.world_from_model.inverse() * Affine3A::from_quat(turn) * self.world_from_model;
        self.neutral.locals[root] = Transform::from_matrix(&(turned * self.neutral.local(root)));
        let Some(bounds) = Bounds::from_points(positions.into_iter().map(|position| turn * position)) else { return };
        if bounds.min.y.abs() > MAX_GAP_TO_GROUND * bounds.size().y {
            self.move_neutral(root, -bounds.min.y * Vec3::Y);
        }
    }
}

/// A figure that is farther off the ground than this part of its height does not stand on it.
pub(crate) const MAX_GAP_TO_GROUND: f32 = 0.1;
/// Largest angle between the trunk, or a leg, and the vertical, as a cosine.
const MIN_UPRIGHT: f32 = 0.85;
/// Smallest angle to the vertical at which a straight body leans, as a cosine: about 10 degrees.
const MAX_LEAN: f32 = 0.985;
/// Largest bend of a knee or an elbow, as a cosine.
const MIN_STRAIGHT: f32 = 0.8;
/// Largest angle of an arm over the horizontal, as a sine.
const MAX_RAISED: f32 = 0.6;
/// Largest angle of an arm forward or back, as a sine.
const MAX_FORWARD: f32 = 0.7;
/// An arm whose direction has a smaller y than this hangs.
const MAX_HANGING: f32 = -0.85;
/// Largest difference between the heights of the feet, as a part of the leg.
const MAX_UNEVEN: f32 = 0.05;

/// The joints of a body in a pose, and which parts of the body they are.
pub(crate) struct Posture {
    roles: Vec<Option<Role>>,
    positions: Vec<Vec3>,
}

impl Posture {
    /// Finds the parts of a figure's body in a pose.
    pub(crate) fn new(rig: &Rig<'_>, pose: &Pose) -> Self {
        let positions = rig.positions(pose);
        Self { roles: rig.body(&positions, &Shape::default()).roles(), positions }
    }

    /// Returns whether this could be a T or A pose: upright, on straight legs of one height, with straight arms at its
    /// sides. Parts that are not found are not checked, so the answer is true for what is not a body.
    pub(crate) fn is_standing(&self) -> bool {
        if self.trunk().is_some_and(|trunk| trunk.y < MIN_UPRIGHT) {
            return false;
        }
        let [left, right] = Side::BOTH.map(|side| self.position("thigh", side));
        let across = left.zip(right).and_then(|(left, right)| (left - right).try_normalize());
        for side in Side::BOTH {
            let arm = self.direction("upper arm", "hand", side).zip(across);
            if self.is_bent(["thigh", "shin", "foot"], side)
                || self.is_bent(["upper arm", "forearm", "hand"], side)
                || self.direction("thigh", "foot", side).is_some_and(|leg| -leg.y < MIN_UPRIGHT)
                || arm.is_some_and(|(arm, across)| arm.y > MAX_RAISED || arm.cross(across).y.abs() > MAX_FORWARD)
            {
                return false;
            }
        }
        let [foot, other] = Side::BOTH.map(|side| self.position("foot", side));
        let (Some(thigh), Some(foot), Some(other)) = (left, foot, other) else { return true };
        let is_uneven = (foot.y - other.y).abs() > MAX_UNEVEN * thigh.distance(foot);
        !is_uneven
    }

    /// Returns whether the arms hang down, as they do at rest in life.
    pub(crate) fn arms_hang(&self) -> bool {
        Side::BOTH
            .into_iter()
            .any(|side| self.direction("upper arm", "hand", side).is_some_and(|arm| arm.y < MAX_HANGING))
    }

    /// Returns the direction from the hips to the head, or to the neck without a head.
    pub(crate) fn trunk(&self) -> Option<Vec3> {
        let neck = self.direction("hips", "neck", Side::Middle);
        self.direction("hips", "head", Side::Middle).or(neck)
    }

    /// Returns the position of a part of the body.
    fn position(&self, part: &str, side: Side) -> Option<Vec3> {
        find_part(&self.roles, part, side).map(|joint| self.positions[joint])
    }

    /// Returns the direction from one joint to another of the same side.
    fn direction(&self, from: &str, to: &str, side: Side) -> Option<Vec3> {
        (self.position(to, side)? - self.position(from, side)?).try_normalize()
    }

    /// Returns whether a chain of three joints on one side is bent at the second.
    fn is_bent(&self, [first, second, third]: [&str; 3], side: Side) -> bool {
        let bones = self.direction(first, second, side).zip(self.direction(second, third, side));
        bones.is_some_and(|(upper, lower)| upper.dot(lower) < MIN_STRAIGHT)
    }
}
