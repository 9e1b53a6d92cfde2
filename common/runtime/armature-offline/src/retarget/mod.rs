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
//! the foot on the shin, whatever their parents in the file are.
//!
//! With thighs and shins of other proportions, feet would be above or below the ground. So the hips are moved up or
//! down until the height of the lowest foot, over its height in the neutral pose, is `s` times that of the source's
//! lowest foot. The other foot may be a little off the ground, and feet may slide.
//! [`ik::plant`](armature::ik::plant) puts both on the ground.
//!
//! Joints are matched by pairs that the caller gives, by the words in their names, and where a limb's names say nothing
//! by the tree: a chain of three joints below the hips or the chest. What is then open is in
//! [`gaps`](Retarget::gaps): the user answers with pairs.
//!
//! Sources: neutral poses are those of Unreal's IK Retargeter ("retarget pose") and of Godot's import ("Fix
//! Silhouette", which leaves out feet for the reason above); `s` is the usual ratio of hips heights (Unity's
//! `humanScale`).

mod bones;
mod motion;
mod pairs;
mod rig;

use crate::names::{JointMap, LIMBS, Role, Roles, Side, find_part, match_joints};
use armature::animation::reduce::Bound;
use armature::mesh::Bounds;
use bones::{Bone, Figures};
use glam::{Mat3, Quat, Vec3};
pub(crate) use pairs::find_pairs;
pub use pairs::{PairError, read_pairs};
pub use rig::Rig;
use rig::{left_of, turn_between};

/// Position and rotation of a joint in the world.
#[derive(Clone, Copy, Debug, Default)]
struct JointFrame {
    position: Vec3,
    rotation: Quat,
}

/// Retargeting of clips and poses of one skeleton to another. See the [module](self).
///
/// ```
/// use armature_offline::retarget::{Retarget, Rig};
/// # let [knight, dancer] = [(); 2].map(|()| armature::model::Model::default());
///
/// let retarget = Retarget::new(Rig::from_model(&dancer), Rig::from_model(&knight));
/// for clip in &dancer.clips {
///     let for_the_knight = retarget.clip(clip);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Retarget<'a> {
    source: Rig<'a>,
    target: Rig<'a>,
    map: JointMap,
    /// Turn about the vertical from the direction that the source faces to that of the target.
    heading: Quat,
    scale: Option<f32>,
    /// Bone of each joint of the target that moves.
    bones: Vec<Option<Bone>>,
    /// Joints with a bone, each after its carrier.
    order: Vec<usize>,
    /// Both figures in their neutral poses.
    source_rest: Vec<JointFrame>,
    rest: Vec<JointFrame>,
    /// Joints of feet and toes, with their counterparts.
    feet: Vec<[usize; 2]>,
    bound: Bound,
    /// Longest side of the box around the target's joints.
    size: f32,
}

/// Parts of a body that a retargeting could not settle for one figure: pairs of joints must name them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodyGaps {
    /// Parts without a joint, such as `left forearm`.
    pub missing: Vec<String>,
    /// Reason why left and right may be exchanged.
    pub sides: Option<&'static str>,
}

impl BodyGaps {
    /// Returns whether nothing is open.
    pub fn is_empty(&self) -> bool {
        self.missing.is_empty() && self.sides.is_none()
    }

    /// Returns whether the figure has any part of a body.
    pub(crate) fn has_parts(&self) -> bool {
        self.missing.len() < 1 + 2 * LIMBS.concat().len()
    }
}

/// Precision of a retargeted clip, as a fraction of the figure's size.
const PRECISION: f32 = 1e-4;

impl<'a> Retarget<'a> {
    /// Makes the retargeting between two rigs, and matches their joints by name or by their roles in a body. Joints
    /// without a counterpart stay at rest, however many they are: [`gaps`](Self::gaps) tells which parts of a body they are.
    ///
    /// # Panics
    /// If a neutral pose has fewer transforms than its skeleton has joints.
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
        let pairs = find_pairs(&from, &to, pairs)?;
        Ok(Self::matched(from, to, &pairs))
    }

    /// Makes the retargeting with `pairs` (source, target), each of another joint of the target.
    pub(crate) fn matched(mut source: Rig<'a>, target: Rig<'a>, pairs: &[(usize, usize)]) -> Self {
        if !source.stands() {
            source.borrow(&target, source.lowest_joint());
        }
        let positions = [&source, &target].map(Rig::positions);
        let map = match_joints(&source.body(&positions[0]), &target.body(&positions[1]), pairs);
        let source_rest = source.frames(&source.neutral);
        let rest = target.frames(&target.neutral);
        let JointMap { counterparts, target_roles: Roles { of_joints: roles, .. }, .. } = &map;
        let left = [
            left_of(roles, |joint| Some(source_rest[counterparts[joint]?].position)),
            left_of(roles, |joint| counterparts[joint].map(|_| rest[joint].position)),
        ];
        let heading = if let [Some(from), Some(to)] = left { turn_between(from, to) } else { Quat::IDENTITY };
        let figures = Figures { target: target.skeleton, counterparts, roles, source_rest: &source_rest, rest: &rest };
        let (carriers, order) = figures.find_carriers();
        let bones = figures.build_bones(&carriers, &order, heading);
        let mut feet = Vec::new();
        for (joint, counterpart) in counterparts.iter().enumerate() {
            if roles[joint].is_some_and(Role::is_foot_or_toes) {
                feet.extend(counterpart.map(|source| [joint, source]));
            }
        }
        let size =
            Bounds::from_points(rest.iter().map(|joint| joint.position)).map_or(0.0, |it| it.size().max_element());
        let size = if size.is_finite() && size > 0.0 { size } else { 1.0 };
        // The bound counts in the target's own unit.
        let unit = target.world_from_model.matrix3.determinant().abs().cbrt();
        let size_in_model = if unit > 0.0 { size / unit } else { size };
        Self {
            heading,
            scale: figures.leg_ratio(&carriers),
            bones,
            order,
            feet,
            bound: Bound { distance: PRECISION * size_in_model, shell: 0.02 * size_in_model },
            size,
            source_rest,
            rest,
            source,
            target,
            map,
        }
    }

    /// Returns, for each joint of the target, its counterpart in the source.
    pub fn counterparts(&self) -> &[Option<usize>] {
        &self.map.counterparts
    }

    /// Returns the joints of the target that vertices follow and that no retargeted clip moves: neither they nor joints
    /// between which they are, such as a twist joint between elbow and wrist.
    pub fn at_rest(&self) -> Vec<usize> {
        let joints = self.target.skeleton.joints();
        let mut is_covered: Vec<bool> = self.bones.iter().map(Option::is_some).collect();
        for (index, joint) in joints.iter().enumerate().rev() {
            if let (true, Some(parent)) = (is_covered[index], joint.parent) {
                is_covered[parent] = true;
            }
        }
        (0..joints.len()).filter(|joint| !is_covered[*joint] && self.is_used(*joint)).collect()
    }

    fn is_used(&self, joint: usize) -> bool {
        self.target.is_used.get(joint) != Some(&false)
    }

    /// Returns the parts of a body that are open in the source and in the target.
    pub fn gaps(&self) -> [BodyGaps; 2] {
        let JointMap { counterparts, source_roles, target_roles } = &self.map;
        let mut source_parts = source_roles.of_joints.clone();
        let mut parts = target_roles.of_joints.clone();
        // A joint of a pair has the part of its partner.
        for (joint, counterpart) in counterparts.iter().enumerate() {
            if let Some(counterpart) = *counterpart {
                source_parts[counterpart] = source_parts[counterpart].or(parts[joint]);
                parts[joint] = parts[joint].or(source_parts[counterpart]);
            }
        }
        let gaps_of = |roles: &[Option<Role>], rest: &[JointFrame], rig: &Rig<'_>| BodyGaps {
            missing: missing_parts(roles),
            sides: if rig.stands() { exchanged_sides(roles, rest) } else { None },
        };
        [gaps_of(&source_parts, &self.source_rest, &self.source), gaps_of(&parts, &self.rest, &self.target)]
    }

    /// Returns the limbs of the source and of the target whose joints the tree decided, since their names say nothing:
    /// `left leg`.
    pub fn limbs_by_tree(&self) -> [&[String]; 2] {
        [&self.map.source_roles, &self.map.target_roles].map(|roles| roles.by_tree.as_slice())
    }

    /// Returns whether each figure stands in its neutral pose. If not, trunk, head and feet may be off.
    pub fn stand(&self) -> [bool; 2] {
        [self.source.stands(), self.target.stands()]
    }

    /// Returns `s` of the [module](self)'s formula, for lengths in the world's unit; `None`, which counts as 1, if no
    /// bones have lengths to compare.
    pub fn scale(&self) -> Option<f32> {
        self.scale
    }
}

/// Returns the parts of hips, legs and arms that no joint is.
fn missing_parts(roles: &[Option<Role>]) -> Vec<String> {
    let mut missing = Vec::new();
    if find_part(roles, "hips", Side::Middle).is_none() {
        missing.push("hips".to_owned());
    }
    for (part, side) in LIMBS.concat().into_iter().flat_map(|part| Side::BOTH.map(|side| (part, side))) {
        if find_part(roles, part, side).is_none() {
            missing.push(format!("{side} {part}"));
        }
    }
    missing
}

/// Returns why the sides of a standing figure's parts may be wrong, if they may.
fn exchanged_sides(roles: &[Option<Role>], rest: &[JointFrame]) -> Option<&'static str> {
    /// Length of toes that point backward, as a fraction of the hips' height.
    const MIN_TOES: f32 = 0.03;
    let position = |part: &str, side: Side| find_part(roles, part, side).map(|joint| rest[joint].position);
    let across = |part: &str| Some(position(part, Side::Left)? - position(part, Side::Right)?);
    let legs = across("thigh")?;
    if across("upper arm").is_some_and(|arms| arms.dot(legs) < 0.0) {
        return Some("its arms and its legs have opposite sides");
    }
    let forward = legs.cross(Vec3::Y).try_normalize()?;
    let mut toes = 0.0;
    for side in Side::BOTH {
        toes += (position("toes", side)? - position("foot", side)?).dot(forward);
    }
    let height = position("thigh", Side::Left)?.y - position("foot", Side::Left)?.y;
    (toes < -2.0 * MIN_TOES * height).then_some("its toes point backward")
}

/// Returns the rotation by the signs of a scale, which may mirror a limb: two negative signs are half a turn. An odd
/// number of negative signs is such a rotation and a reflection of all three axes, which commutes with every rotation
/// and is left out.
fn turn_of_signs(scale: Vec3) -> Quat {
    let signs = Vec3::ONE.copysign(scale);
    Quat::from_mat3(&Mat3::from_diagonal(signs * signs.x * signs.y * signs.z))
}

#[cfg(test)]
mod tests;
