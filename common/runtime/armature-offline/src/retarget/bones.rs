//! Data by which joints of the target follow the source: carriers, directions and lengths of bones.

use super::JointFrame;
use crate::names::{ARM, FINGERS, HEAD, LEG, LIMBS, Role, Side};
use armature::skeleton::Skeleton;
use glam::{Quat, Vec3};
use std::collections::HashMap;

/// Data of a joint of the target that moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bone {
    /// Counterpart in the source.
    pub(super) source: usize,
    /// Joint of the target that carries the joint. A joint without a carrier moves in the world as `source` does.
    pub(super) carrier: Option<usize>,
    /// `F⁻¹ A G`.
    pub(super) turn: Quat,
    /// Offset in the carrier's axes.
    pub(super) offset: Vec3,
    /// Whether the joint has keys of its translation, because it moves in its parent's space.
    pub(super) is_free: bool,
    /// Whether the joint moves up and down with the hips. Joints above them may stand on the ground.
    pub(super) is_lifted: bool,
}

/// Both figures in their neutral poses.
pub(super) struct Figures<'a> {
    pub(super) target: &'a Skeleton,
    /// The counterpart in the source of each joint of the target.
    pub(super) counterparts: &'a [Option<usize>],
    /// Roles of the target's joints.
    pub(super) roles: &'a [Option<Role>],
    pub(super) source_rest: &'a [JointFrame],
    pub(super) rest: &'a [JointFrame],
}

impl Figures<'_> {
    fn part(&self, joint: usize) -> &'static str {
        self.roles[joint].map_or("", |role| role.part)
    }

    /// Returns the carrier of each matched joint, and the matched joints in an order in which each comes after its
    /// carrier. A carrier is the nearest matched ancestor, if a body has the two in that order.
    ///
    /// Many rigs have another order: thighs beside the hips, so that these can turn alone, and feet outside the legs,
    /// which reach for them. Then the carrier is the joint before in a body. Nothing carries the hips.
    pub(super) fn find_carriers(&self) -> (Vec<Option<usize>>, Vec<usize>) {
        let mut carriers = vec![None; self.roles.len()];
        let mut last = HashMap::new();
        for (joint, role) in self.roles.iter().enumerate().filter(|(joint, _)| self.counterparts[*joint].is_some()) {
            let Some(role) = *role else { continue };
            let last = last.entry((role.part, role.side)).or_insert(joint);
            if self.roles[*last] <= Some(role) {
                *last = joint;
            }
        }
        let mut ancestors: Vec<Option<usize>> = Vec::with_capacity(self.roles.len());
        for (index, joint) in self.target.joints().iter().enumerate() {
            let matched = joint.parent.filter(|parent| self.counterparts[*parent].is_some());
            ancestors.push(matched.or(joint.parent.and_then(|parent| ancestors[parent])));
            if self.counterparts[index].is_none() || self.part(index) == "hips" {
                continue;
            }
            let before = self.roles[index].and_then(|role| self.joint_before(role, &last));
            let mut above = std::iter::successors(ancestors[index], |joint| ancestors[*joint]);
            let is_in_order = match before.and_then(|before| self.roles[before]) {
                Some(before) => above.any(|above| self.roles[above].is_some_and(|role| role.has_same_part(before))),
                None => true,
            };
            carriers[index] = if is_in_order { ancestors[index] } else { before };
        }
        let mut order = Vec::new();
        let mut is_done: Vec<bool> = self.counterparts.iter().map(Option::is_none).collect();
        loop {
            let count = order.len();
            for joint in 0..carriers.len() {
                if !is_done[joint] && carriers[joint].is_none_or(|carrier| is_done[carrier]) {
                    is_done[joint] = true;
                    order.push(joint);
                }
            }
            if order.len() == count {
                // A cycle of carriers begins at one of its joints.
                let Some(joint) = is_done.iter().position(|is_done| !is_done) else { return (carriers, order) };
                carriers[joint] = None;
            }
        }
    }

    /// Returns the joint of the part before a role, counted from the hips outwards; the last joint of a chain.
    fn joint_before(&self, role: Role, last: &HashMap<(&'static str, Side), usize>) -> Option<usize> {
        if let Some(number) = role.number.checked_sub(1) {
            let before = self.roles.iter().position(|other| *other == Some(Role { number, ..role }));
            if let Some(before) = before.filter(|before| self.counterparts[*before].is_some()) {
                return Some(before);
            }
        }
        let chain = match [LEG, HEAD, ARM].into_iter().find(|chain| chain.contains(&role.part)) {
            None if FINGERS.contains(&role.part) => ARM,
            chain => chain.unwrap_or_default(),
        };
        let end = chain.iter().position(|part| *part == role.part).unwrap_or(chain.len());
        let mut keys = chain[..end].iter().rev().flat_map(|part| [(*part, role.side), (*part, Side::Middle)]);
        keys.find_map(|key| last.get(&key)).copied()
    }

    /// Returns the bone of each matched joint.
    pub(super) fn build_bones(&self, carriers: &[Option<usize>], order: &[usize], heading: Quat) -> Vec<Option<Bone>> {
        let aligned = self.align(carriers, order, heading);
        let hips = (0..self.roles.len()).find(|joint| self.part(*joint) == "hips");
        let mut bones: Vec<Option<Bone>> = vec![None; self.roles.len()];
        for &joint in order {
            let Some(source) = self.counterparts[joint] else { continue };
            let own = self.rest[joint];
            let turn = (heading * self.source_rest[source].rotation).inverse() * aligned[joint] * own.rotation;
            let mut offset = Vec3::ZERO;
            if let Some(carrier) = carriers[joint].map(|carrier| self.rest[carrier]) {
                offset = carrier.rotation.inverse() * (own.position - carrier.position);
            }
            let mut above = self.target.path_to_root(joint).skip(1);
            let is_free =
                above.find(|above| self.counterparts[*above].is_some()) != carriers[joint] || carriers[joint].is_none();
            let is_lifted = match carriers[joint] {
                Some(carrier) => bones[carrier].is_some_and(|carrier| carrier.is_lifted),
                None => hips.is_none_or(|hips| self.target.path_to_root(hips).skip(1).all(|above| above != joint)),
            };
            let carrier = carriers[joint];
            bones[joint] = Some(Bone { source, carrier, turn: turn.normalize(), offset, is_free, is_lifted });
        }
        bones
    }

    /// Returns the alignment `A` of each matched joint, as the [module](super) explains.
    fn align(&self, carriers: &[Option<usize>], order: &[usize], heading: Quat) -> Vec<Quat> {
        let mut children = vec![Vec::new(); carriers.len()];
        for &joint in order {
            if let Some(carrier) = carriers[joint] {
                children[carrier].push(joint);
            }
        }
        let mut aligned = vec![Quat::IDENTITY; carriers.len()];
        for &joint in order {
            let above = carriers[joint].map_or(Quat::IDENTITY, |carrier| aligned[carrier]);
            let has_role = |child: &&usize| self.roles[**child].is_some();
            let child = match &children[joint][..] {
                [only] => Some(*only),
                several if several.iter().filter(has_role).count() == 1 => several.iter().find(has_role).copied(),
                _ => None,
            };
            aligned[joint] = match self.part(joint) {
                "hips" | "spine" | "neck" | "head" | "collarbone" | "foot" | "toes" => Quat::IDENTITY,
                _ => match child.and_then(|child| self.directions(joint, child)) {
                    Some([source, target]) => Quat::from_rotation_arc(above * target, heading * source) * above,
                    None => above,
                },
            };
        }
        aligned
    }

    /// Returns the directions from a matched joint to another in the source and in the target.
    fn directions(&self, joint: usize, child: usize) -> Option<[Vec3; 2]> {
        let source =
            self.source_rest[self.counterparts[child]?].position - self.source_rest[self.counterparts[joint]?].position;
        let target = self.rest[child].position - self.rest[joint].position;
        Some([source.try_normalize()?, target.try_normalize()?])
    }

    /// Returns the ratio of the length of the target's legs to that of the source's. If a leg has no length, all bones
    /// count.
    pub(super) fn leg_ratio(&self, carriers: &[Option<usize>]) -> Option<f32> {
        let mut legs = [0.0; 2];
        let mut all = [0.0; 2];
        for (joint, carrier) in carriers.iter().enumerate() {
            let (Some(source), Some(carrier)) = (self.counterparts[joint], *carrier) else { continue };
            let Some(above) = self.counterparts[carrier] else { continue };
            let source = self.source_rest[source].position.distance(self.source_rest[above].position);
            let target = self.rest[joint].position.distance(self.rest[carrier].position);
            let is_leg = LIMBS[0][1..].contains(&self.part(joint)) && LIMBS[0].contains(&self.part(carrier));
            for lengths in [Some(&mut legs).filter(|_| is_leg), Some(&mut all)].into_iter().flatten() {
                lengths[0] += source;
                lengths[1] += target;
            }
        }
        let ratios = [legs, all].map(|[source, target]| target / source);
        ratios.into_iter().find(|ratio| ratio.is_finite() && *ratio > 0.0)
    }
}
