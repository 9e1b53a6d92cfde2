//! Neutral poses: borrowed from another file, and whether a pose is one.

use super::{Rig, directions::FEET, position, turn_of_signs};
use crate::names::{Matching, Role, matching};
use armature::{
    math::Transform,
    skeleton::{Pose, without_prefix},
};
use glam::{Affine3A, Quat, Vec3};

/// Whether the joints of both have the same axes: most have the same name and lie in the same direction from their
/// parent (limbs do; the widths of hips and shoulders differ).
pub(super) fn same_axes(from: &Rig<'_>, to: &Rig<'_>, found: &[Option<usize>]) -> bool {
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

/// Gives joints of the same axes the neutral pose of their counterparts; `found` has one of `from` for joints of `to`.
///
/// `roles` are those of the joints of `from`. Its hips come to stand so high that the lowest foot is at `ground`, if
/// that is known.
pub(super) fn borrow(
    from: &mut Rig<'_>,
    to: &Rig<'_>,
    found: &[Option<usize>],
    (roles, ground): (&[Option<Role>], Option<f32>),
) {
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
        let signs = turn_of_signs(local.scale);
        if let Some(here) = here_of[joint] {
            local.rotation = (above.inverse() * ours[here] * signs.inverse()).normalize();
        }
        turns.push((above * local.rotation * signs).normalize());
    }
    from.is_neutral = to.is_neutral;
    let Some(hips) = roles.iter().position(|role| role.is_some_and(|role| role.0 == "hips")) else { return };
    let places = from.world(Quat::IDENTITY, &from.neutral).0;
    if let (Some(ground), Some(lowest)) = (ground, lowest_foot(roles, &places)) {
        let parent = from.skeleton.joints()[hips].parent;
        let above = parent.map_or(from.world_from_model, |parent| places[parent]);
        let at = above.inverse().transform_point3(position(&places, hips) + (ground - lowest) * Vec3::Y);
        if at.is_finite() {
            from.neutral.locals[hips].translation = at;
        }
    }
}

/// Joints in feet, and how high each kind is on the lower side, should one be off the ground.
pub(super) fn feet_of(roles: &[Option<Role>], places: &[Affine3A]) -> Vec<(usize, f32)> {
    let feet = || roles.iter().enumerate().filter_map(|(joint, role)| Some((joint, (*role)?)));
    let feet = || feet().filter(|(_, role)| FEET.contains(&role.0));
    let height = |name: &str| {
        let same = feet().filter(|(_, role)| role.0 == name);
        same.map(|(joint, _)| position(places, joint).y).fold(f32::INFINITY, f32::min)
    };
    feet().map(|(joint, role)| (joint, height(role.0))).collect()
}

/// The height of the lowest joint in a foot.
pub(super) fn lowest_foot(roles: &[Option<Role>], places: &[Affine3A]) -> Option<f32> {
    feet_of(roles, places).into_iter().map(|(_, height)| height).reduce(f32::min)
}

impl Rig<'_> {
    /// Takes over the neutral pose of another file of the same joints, with the same axes: of a clip that rests in
    /// the middle of a step, the same figure's T pose. Whether the joints are the same.
    pub fn borrow_neutral(&mut self, of: &Rig<'_>) -> bool {
        let [here, there] = [of, &*self].map(Rig::places);
        let Matching { found, roles, their_roles, .. } = matching(&of.body(&here), &self.body(&there), &[]);
        let mut shared: Vec<usize> = found.iter().flatten().copied().collect();
        shared.sort_unstable();
        shared.dedup();
        let is_same = 2 * shared.len() > self.skeleton.len() && same_axes(self, of, &found);
        if is_same {
            let ground = lowest_foot(&roles, &of.world(Quat::IDENTITY, &of.neutral).0);
            borrow(self, of, &found, (&their_roles, ground));
        }
        is_same
    }

    /// Whether a body could be in this pose for a T or A pose, as far as the names of its joints say what they are:
    /// upright, on straight legs of one height, its arms straight and beside it. Of what is no body nothing is asked.
    ///
    /// # Panics
    /// If the pose has fewer locals than the skeleton has joints.
    pub fn stands(&self, pose: &Pose) -> bool {
        Posture::new(self, pose).stands()
    }

    /// Whether its arms hang down in this pose, as they do at rest in life.
    ///
    /// # Panics
    /// If the pose has fewer locals than the skeleton has joints.
    pub fn arms_hang(&self, pose: &Pose) -> bool {
        let posture = Posture::new(self, pose);
        [1, 2].into_iter().any(|side| posture.way("upper arm", "hand", side).is_some_and(|way| way.y < HANGING))
    }
}

impl Rig<'_> {
    /// The rotation of the world in which a body that lies in this pose, or stands on its head, is upright; `None` for one
    /// that is, and for one that is not straight from head to foot.
    ///
    /// # Panics
    /// If the pose has fewer locals than the skeleton has joints.
    pub(crate) fn turn_to_upright(&self, pose: &Pose) -> Option<Quat> {
        const SNAPPED: f32 = 0.94;
        let posture = Posture::new(self, pose);
        let trunk = posture.trunk()?;
        let legs = [1, 2].map(|side| posture.way("thigh", "foot", side));
        let is_straight = legs.into_iter().all(|leg| leg.is_some_and(|leg| -leg.dot(trunk) > UPRIGHT));
        if trunk.y > UPRIGHT || !is_straight {
            return None;
        }
        // The file is turned, and the body in it is upright but for the hang of its head.
        let hips = posture.role("hips", 0)?;
        let above = self.skeleton.joints()[hips].parent.map_or(self.world_from_model, |parent| posture.places[parent]);
        let turn = Transform::from_matrix(&above).rotation;
        let axes = [Vec3::X, Vec3::Y, Vec3::Z].into_iter().flat_map(|axis| [turn * axis, turn * -axis]);
        let up = axes.chain([trunk]).find(|axis| axis.dot(trunk) > SNAPPED)?;
        Some(Quat::from_rotation_arc(up, Vec3::Y))
    }

    /// How far up the trunk points in a pose: 1 where it is upright, -1 where it is upside down.
    ///
    /// # Panics
    /// If the pose has fewer locals than the skeleton has joints.
    pub(crate) fn uprightness(&self, pose: &Pose) -> Option<f32> {
        Posture::new(self, pose).trunk().map(|trunk| trunk.y)
    }

    /// Turns the neutral pose about the world's origin by its root, and puts it on the ground if it is elsewhere then.
    pub(crate) fn turn_neutral(&mut self, turn: Quat) {
        let places = self.places();
        let Some(hips) = self.body(&places).roles().iter().position(|role| role.is_some_and(|role| role.0 == "hips"))
        else {
            return;
        };
        let root = self.skeleton.path_to_root(hips).last().unwrap_or(hips);
        let heights = places.iter().map(|place| (turn * *place).y);
        let (low, high) = heights.fold((f32::MAX, f32::MIN), |(low, high), y| (low.min(y), high.max(y)));
        let is_elsewhere = low.abs() > ELSEWHERE * (high - low);
        let step = if is_elsewhere { -low } else { 0.0 };
        let world = Affine3A::from_rotation_translation(turn, step * Vec3::Y);
        let local = self.neutral.local(root);
        let turned = self.world_from_model.inverse() * world * self.world_from_model * local;
        self.neutral.locals[root] = Transform::from_matrix(&turned);
    }
}

/// A figure this part of its height off the ground is elsewhere.
const ELSEWHERE: f32 = 0.1;
/// As cosines of angles: how far the trunk and the legs may be from the vertical, how far a knee or an elbow may
/// bend, how far forward an arm may reach.
const UPRIGHT: f32 = 0.85;
const STRAIGHT: f32 = 0.8;
/// As sines: how far above the horizontal an arm may be, how far forward or back.
const RAISED: f32 = 0.6;
const FORWARD: f32 = 0.7;
/// An arm lower than this hangs.
const HANGING: f32 = -0.85;
/// How much higher one foot may be than the other, as a part of the leg.
const UNEVEN: f32 = 0.05;

/// Where the joints of a body are in a pose.
struct Posture {
    roles: Vec<Option<Role>>,
    places: Vec<Affine3A>,
}

impl Posture {
    fn new(rig: &Rig<'_>, pose: &Pose) -> Self {
        let places = rig.world(Quat::IDENTITY, pose).0;
        let at: Vec<Vec3> = places.iter().map(|place| place.translation.into()).collect();
        Self { roles: rig.body(&at).roles(), places }
    }

    fn role(&self, name: &str, side: u8) -> Option<usize> {
        self.roles.iter().position(|role| role.is_some_and(|role| (role.0, role.1) == (name, side)))
    }

    fn at(&self, name: &str, side: u8) -> Option<Vec3> {
        self.role(name, side).map(|joint| position(&self.places, joint))
    }

    /// From the hips to the head.
    fn trunk(&self) -> Option<Vec3> {
        self.way("hips", "head", 0).or_else(|| self.way("hips", "neck", 0))
    }

    /// The direction from one joint to another of the same side.
    fn way(&self, from: &str, to: &str, side: u8) -> Option<Vec3> {
        (self.at(to, side)? - self.at(from, side)?).try_normalize()
    }

    fn is_bent(&self, [first, second, third]: [&str; 3], side: u8) -> bool {
        let ways = [self.way(first, second, side), self.way(second, third, side)];
        matches!(ways, [Some(a), Some(b)] if a.dot(b) < STRAIGHT)
    }

    fn stands(&self) -> bool {
        let is_off = |way: Option<Vec3>, up: f32| way.is_some_and(|way| way.y * up < UPRIGHT);
        let across = self.at("thigh", 1).zip(self.at("thigh", 2)).map(|(left, right)| left - right);
        let [left, right] = [1, 2].map(|side| {
            let bends = [["thigh", "shin", "foot"], ["upper arm", "forearm", "hand"]];
            let is_bent = bends.into_iter().any(|joints| self.is_bent(joints, side));
            let arm = self.way("upper arm", "hand", side).zip(across.and_then(Vec3::try_normalize));
            let is_reaching = arm.is_some_and(|(arm, across)| arm.y > RAISED || arm.cross(across).y.abs() > FORWARD);
            is_bent || is_reaching || is_off(self.way("thigh", "foot", side), -1.0)
        });
        let trunk = self.trunk();
        let feet = self.at("foot", 1).zip(self.at("foot", 2)).zip(self.at("thigh", 1));
        let is_uneven = feet.is_some_and(|((a, b), thigh)| (a.y - b.y).abs() > UNEVEN * thigh.distance(a));
        !(left || right || is_uneven || is_off(trunk, 1.0))
    }
}
