//! The joints of the target as they follow the source: their rotations, and what carries them.

use super::{
    carriers::Carriers,
    directions::{Figures, about_up},
    is_hips,
};
use crate::names::Role;
use armature::skeleton::Skeleton;
use glam::{Quat, Vec3};

/// A joint of the target that the source moves.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)]
pub(super) struct Bone {
    pub(super) source: usize,
    pub(super) rotation: Rotation,
    pub(super) position: Position,
    /// Whether its parent does not keep it in place, so that it is moved in its parent's space.
    pub(super) is_free: bool,
    /// Whether it goes up and down with the figure.
    pub(super) is_lifted: bool,
    pub(super) is_foot: bool,
    /// Whether a foot carries it.
    pub(super) is_on_foot: bool,
}

/// The rotation of a joint in the world.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rotation {
    /// `F⁻¹ A G`, after the counterpart's.
    OfSource(Quat),
    /// Rotation in the axes of the joint that carries it.
    OfCarrier(Quat),
    /// The one in the neutral pose.
    Kept,
}

/// The position of a joint in the world.
#[derive(Clone, Copy, Debug)]
pub(super) enum Position {
    /// Moved as the counterpart is, from both positions in the neutral pose; over the ground only, if it is level.
    Moved { source: Vec3, target: Vec3, is_level: bool },
    /// Carried by a joint, in whose axes it has an offset.
    Carried { by: usize, offset: Vec3 },
}

/// A joint of a foot, or of toes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foot {
    pub(super) joint: usize,
    pub(super) source: usize,
    /// Heights in the neutral poses over the world's ground: the source's, its own.
    pub(super) heights: [f32; 2],
}

/// A joint that is lower than this part of the hips' height stands on the ground.
const LOW: f32 = 0.25;

/// Returns a bone for each joint that is moved, and these joints, each after what carries it.
///
/// Joints without a counterpart move with another of their name. Those that vertices follow, and that are not below the
/// hips, are carried by the hips or go over the ground with them.
pub(super) fn build(
    figures: &Figures<'_>,
    carriers: &Carriers,
    target: &Skeleton,
    is_neutral: bool,
    has_vertices: &[bool],
    leaders: &[Option<usize>],
) -> (Vec<Option<Bone>>, Vec<usize>) {
    let hips = carriers.order.iter().copied().find(|joint| is_hips(figures.roles[*joint]));
    let aligned = figures.align(carriers, is_neutral);
    let mut bones: Vec<Option<Bone>> = vec![None; target.len()];
    let mut order = carriers.order.clone();
    for &joint in &carriers.order {
        let Some(source) = figures.counterparts[joint] else { continue };
        let source_rotation = figures.source[source].rotation;
        let turn = (source_rotation.inverse() * aligned[joint] * figures.target[joint].rotation).normalize();
        let position = match carriers.parent[joint].filter(|_| Some(joint) != hips) {
            Some(carrier) => figures.carry(joint, carrier),
            None => figures.move_along(joint, source, false),
        };
        bones[joint] = Some(Bone::new(source, Rotation::OfSource(turn), position, figures.roles[joint]));
    }
    if let Some((hips, bone)) = hips.and_then(|hips| Some((hips, bones[hips]?))) {
        let matched = carriers.order.iter().map(|joint| figures.target[*joint].position.y);
        let ground = matched.fold(f32::INFINITY, f32::min);
        let low = ground + LOW * (figures.target[hips].position.y - ground);
        let mut is_carried = vec![false; target.len()];
        for (joint, of) in target.joints().iter().enumerate() {
            is_carried[joint] = of.parent.is_some_and(|parent| is_carried[parent]);
            if figures.counterparts[joint].is_some() {
                is_carried[joint] = figures.roles[joint].is_some() || carriers.path(joint).any(|above| above == hips);
                continue;
            }
            let leader = leaders[joint].filter(|leader| bones[*leader].is_some());
            let is_low = figures.target[joint].position.y < low;
            let carrier = if leader.is_some() {
                leader
            } else if is_carried[joint] || has_vertices.get(joint) != Some(&true) {
                continue;
            } else {
                Some(hips).filter(|_| !is_low || target.path_to_root(hips).all(|above| above != joint))
            };
            is_carried[joint] |= carrier.is_some();
            let mut rotation = Rotation::Kept;
            let mut position = figures.move_along(joint, bone.source, true);
            if let Some(carrier) = carrier {
                let turn = figures.target[carrier].rotation.inverse() * figures.target[joint].rotation;
                rotation = Rotation::OfCarrier(turn.normalize());
                position = figures.carry(joint, carrier);
            }
            bones[joint] = Some(Bone::new(bone.source, rotation, position, figures.roles[joint]));
            order.push(joint);
        }
    }
    for &joint in &order {
        let Some(mut bone) = bones[joint] else { continue };
        match bone.position {
            Position::Carried { by, .. } => {
                let above = target.path_to_root(joint).skip(1).find(|above| bones[*above].is_some());
                bone.is_free = above != Some(by) || leaders[joint].is_some();
                bone.is_lifted = bones[by].is_some_and(|by| by.is_lifted);
                bone.is_on_foot = bones[by].is_some_and(|by| by.is_foot || by.is_on_foot);
            }
            // The hips are lifted, not what they are on.
            Position::Moved { is_level, .. } => {
                let carries_hips = hips.is_some_and(|hips| carriers.path(hips).any(|above| above == joint));
                bone.is_lifted = !is_level && (Some(joint) == hips || !carries_hips);
            }
        }
        bones[joint] = Some(bone);
    }
    (bones, order)
}

impl Bone {
    fn new(source: usize, rotation: Rotation, position: Position, role: Option<Role>) -> Self {
        let is_foot = role.is_some_and(Role::is_foot);
        Self { source, rotation, position, is_free: true, is_lifted: false, is_foot, is_on_foot: false }
    }
}

impl Figures<'_> {
    fn carry(&self, joint: usize, carrier: usize) -> Position {
        let step = self.target[joint].position - self.target[carrier].position;
        Position::Carried { by: carrier, offset: self.target[carrier].rotation.inverse() * step }
    }

    fn move_along(&self, joint: usize, source: usize, is_level: bool) -> Position {
        let [source, target] = [self.source[source].position, self.target[joint].position];
        Position::Moved { source, target, is_level }
    }

    /// Returns `A` of each joint.
    fn align(&self, carriers: &Carriers, is_neutral: bool) -> Vec<Quat> {
        let only_child = carriers.only_children();
        let spine = self.roles.iter().rposition(|role| role.is_some_and(|role| role.part == "spine"));
        let mut aligned = vec![Quat::IDENTITY; self.roles.len()];
        for &joint in &carriers.order {
            let above = carriers.parent[joint].map_or(Quat::IDENTITY, |above| aligned[above]);
            aligned[joint] = match self.roles[joint] {
                Some(role) if is_neutral && (is_trunk(role) || role.is_foot()) => Quat::IDENTITY,
                // Whatever the trunk does, people look ahead.
                Some(role) if role.part == "head" => about_up(above),
                Some(role) if role.part == "hips" || Some(joint) == spine => {
                    self.trunk_turn(role.part).unwrap_or(above)
                }
                Some(role) if is_trunk(role) => above,
                _ => {
                    let bone = only_child[joint].and_then(|child| self.bone(joint, child));
                    bone.map_or(above, |[source, target]| Quat::from_rotation_arc(above * target, source) * above)
                }
            };
        }
        aligned
    }

    /// Returns the directions from a joint to another one, in the source and in the target.
    fn bone(&self, joint: usize, child: usize) -> Option<[Vec3; 2]> {
        let from = self.positions(joint)?;
        let to = self.positions(child)?;
        Some([(to[0] - from[0]).try_normalize()?, (to[1] - from[1]).try_normalize()?])
    }

    /// Returns the target's feet and toes, with their heights: of the two sides the lower one, should one be off the
    /// ground.
    pub(super) fn feet(&self) -> Vec<Foot> {
        let mut feet = Vec::new();
        for (joint, role) in self.roles.iter().enumerate() {
            let (Some(role), Some(source)) = (role.filter(|role| role.is_foot()), self.counterparts[joint]) else {
                continue;
            };
            let mut heights = [f32::INFINITY; 2];
            for (other, of) in self.roles.iter().enumerate() {
                if let (true, Some(positions)) = (of.is_some_and(|of| of.part == role.part), self.positions(other)) {
                    heights = [0, 1].map(|figure| heights[figure].min(positions[figure].y));
                }
            }
            feet.push(Foot { joint, source, heights });
        }
        feet
    }
}

/// Returns whether bones of a part differ in direction from figure to figure: they are not aligned.
fn is_trunk(role: Role) -> bool {
    ["hips", "spine", "neck", "head", "collarbone"].contains(&role.part)
}
