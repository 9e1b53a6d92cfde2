//! Data by which joints of the target follow the source.

use super::directions::{Figures, about_up};
use super::{carriers::Carriers, is_hips};
use crate::names::Role;
use armature::skeleton::{Joint, Skeleton};
use glam::{Quat, Vec3};

/// Data of a joint of the target that moves.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)]
pub(super) struct Bone {
    /// Counterpart in the source; for a joint without one, that of the hips.
    pub(super) source: usize,
    pub(super) has_counterpart: bool,
    /// Joint of the target that carries the joint. A joint without a carrier moves in the world as `source` does, but
    /// along the ground only if `source` is not its counterpart.
    pub(super) carrier: Option<usize>,
    /// `F⁻¹ A G`, or for a joint without counterpart the rotation in the carrier's axes.
    pub(super) turn: Quat,
    /// Offset in the carrier's axes.
    pub(super) offset: Vec3,
    /// Whether the joint has keys of its translation, because it moves in its parent's space.
    pub(super) is_free: bool,
    /// Whether the joint moves up and down with the figure.
    pub(super) is_lifted: bool,
    pub(super) is_foot: bool,
    /// Whether a foot carries the joint.
    pub(super) is_on_foot: bool,
}

/// Largest height of a joint on the ground, as a fraction of the hips' height.
const LOW: f32 = 0.25;

/// Returns the bone of each joint that moves, and these joints, each after its carrier.
///
/// Joints without a counterpart are carried by their leader. Those with vertices that are not below the hips are
/// carried by the hips, or move along the ground with them.
pub(super) fn build_bones(
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
        let rotation = aligned[joint] * figures.target[joint].rotation;
        let turn = (figures.source[source].rotation.inverse() * rotation).normalize();
        let bone = figures.bone(joint, source, carriers.parent[joint].filter(|_| Some(joint) != hips));
        bones[joint] = Some(Bone { turn, has_counterpart: true, ..bone });
    }
    if let Some((hips, source)) = hips.and_then(|hips| Some((hips, bones[hips]?.source))) {
        let matched = carriers.order.iter().map(|joint| figures.target[*joint].position.y);
        let ground = matched.fold(f32::INFINITY, f32::min);
        let low = ground + LOW * (figures.target[hips].position.y - ground);
        let mut is_carried = vec![false; target.len()];
        for (joint, Joint { parent, .. }) in target.joints().iter().enumerate() {
            if figures.counterparts[joint].is_some() {
                is_carried[joint] = figures.roles[joint].is_some() || carriers.path(joint).any(|above| above == hips);
                continue;
            }
            is_carried[joint] = parent.is_some_and(|parent| is_carried[parent]);
            let mut carrier = leaders[joint].filter(|leader| bones[*leader].is_some());
            if carrier.is_none() {
                if is_carried[joint] || has_vertices.get(joint) != Some(&true) {
                    continue;
                }
                let is_below_hips = figures.target[joint].position.y < low;
                let is_above = target.path_to_root(hips).any(|above| above == joint);
                carrier = Some(hips).filter(|_| !is_below_hips || !is_above);
            }
            is_carried[joint] |= carrier.is_some();
            bones[joint] = Some(figures.bone(joint, source, carrier));
            order.push(joint);
        }
    }
    for &joint in &order {
        let Some(mut bone) = bones[joint] else { continue };
        if let Some(carrier) = bone.carrier {
            let above = target.path_to_root(joint).skip(1).find(|above| bones[*above].is_some());
            bone.is_free = above != Some(carrier) || leaders[joint].is_some();
            bone.is_lifted = bones[carrier].is_some_and(|carrier| carrier.is_lifted);
            bone.is_on_foot = bones[carrier].is_some_and(|carrier| carrier.is_foot || carrier.is_on_foot);
        } else {
            // The hips are lifted, but not the joints that carry them.
            let carries_hips = hips.is_some_and(|hips| carriers.path(hips).any(|above| above == joint));
            bone.is_lifted = bone.has_counterpart && (Some(joint) == hips || !carries_hips);
        }
        bones[joint] = Some(bone);
    }
    (bones, order)
}

impl Figures<'_> {
    /// Returns the bone of a joint without counterpart that keeps its transform in the carrier's space.
    fn bone(&self, joint: usize, source: usize, carrier: Option<usize>) -> Bone {
        let own = self.target[joint];
        let mut turn = Quat::IDENTITY;
        let mut offset = Vec3::ZERO;
        if let Some(carrier) = carrier.map(|carrier| self.target[carrier]) {
            turn = (carrier.rotation.inverse() * own.rotation).normalize();
            offset = carrier.rotation.inverse() * (own.position - carrier.position);
        }
        Bone {
            source,
            has_counterpart: false,
            carrier,
            turn,
            offset,
            is_free: true,
            is_lifted: false,
            is_foot: self.roles[joint].is_some_and(Role::is_foot_or_toes),
            is_on_foot: false,
        }
    }

    /// Returns the alignment `A` of each joint, as the [module](super) explains.
    fn align(&self, carriers: &Carriers, is_neutral: bool) -> Vec<Quat> {
        let only_child = carriers.only_children();
        let spine = self.roles.iter().rposition(|role| role.is_some_and(|role| role.part == "spine"));
        let mut aligned = vec![Quat::IDENTITY; self.roles.len()];
        for &joint in &carriers.order {
            let above = carriers.parent[joint].map_or(Quat::IDENTITY, |above| aligned[above]);
            let part = self.roles[joint].map_or("", |role| role.part);
            let is_foot = self.roles[joint].is_some_and(Role::is_foot_or_toes);
            aligned[joint] = match part {
                _ if is_neutral && (is_foot || TRUNK.contains(&part)) => Quat::IDENTITY,
                // Whatever the trunk's alignment is, people look ahead.
                "head" => about_up(above),
                _ if part == "hips" || Some(joint) == spine => self.trunk_turn(part).unwrap_or(above),
                _ if TRUNK.contains(&part) => above,
                _ => match only_child[joint].and_then(|child| self.directions(joint, child)) {
                    Some([source, target]) => Quat::from_rotation_arc(above * target, source) * above,
                    None => above,
                },
            };
        }
        aligned
    }

    /// Returns the directions from a joint to another in the source and in the target.
    fn directions(&self, joint: usize, child: usize) -> Option<[Vec3; 2]> {
        let from = self.positions(joint)?;
        let to = self.positions(child)?;
        Some([(to[0] - from[0]).try_normalize()?, (to[1] - from[1]).try_normalize()?])
    }
}

/// Parts that are not aligned, because the directions of their bones differ from figure to figure.
const TRUNK: [&str; 5] = ["hips", "spine", "neck", "head", "collarbone"];
