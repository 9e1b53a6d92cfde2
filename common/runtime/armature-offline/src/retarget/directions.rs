//! Directions and lengths of the bones of two figures, and the directions that the figures face.

use super::{JointFrame, carriers::Carriers, is_hips};
use crate::names::{Role, Side, find_left, find_part};
use glam::{Mat3, Quat, Vec3};
use std::f32::consts::FRAC_PI_2;

/// Both figures in their neutral poses.
pub(super) struct Figures<'a> {
    /// The counterpart in the source of each joint of the target.
    pub(super) counterparts: &'a [Option<usize>],
    /// Roles of the target's joints.
    pub(super) roles: &'a [Option<Role>],
    pub(super) source: &'a [JointFrame],
    pub(super) target: &'a [JointFrame],
}

/// Returns the part of a rotation about the vertical (swing-twist decomposition).
pub(super) fn about_up(turn: Quat) -> Quat {
    let part = Quat::from_xyzw(0.0, turn.y, 0.0, turn.w);
    if part.length_squared() > 1e-6 { part.normalize() } else { Quat::IDENTITY }
}

impl Figures<'_> {
    /// Returns the positions of a joint's counterpart and of the joint.
    pub(super) fn positions(&self, joint: usize) -> Option<[Vec3; 2]> {
        Some([self.source[self.counterparts[joint]?].position, self.target[joint].position])
    }

    /// Returns the alignment `A` of hips or chest if no neutral pose is known: the rotation from the target's trunk to
    /// the source's, from the positions of thighs and upper arms.
    pub(super) fn trunk_turn(&self, part: &str) -> Option<Quat> {
        let mut limbs = [[Vec3::ZERO; 2]; 4];
        let parts = ["thigh", "upper arm"].into_iter().flat_map(|part| Side::BOTH.map(|side| (part, side)));
        for (limb, (part, side)) in limbs.iter_mut().zip(parts) {
            *limb = self.positions(find_part(self.roles, part, side)?)?;
        }
        let [source, target] = [0, 1].map(|figure| {
            let [left_thigh, right_thigh, left_arm, right_arm] = limbs.map(|limb| limb[figure]);
            let across = if part == "hips" { left_thigh - right_thigh } else { left_arm - right_arm };
            basis_from(across, left_arm + right_arm - left_thigh - right_thigh)
        });
        Some(source? * target?.inverse())
    }

    /// Returns the ratio of the length of the target's leg to that of the source's, along the bones from the lowest
    /// foot (or else the lowest joint) to the hips, without the bone across the hips. If a leg has no length, all bones
    /// count.
    pub(super) fn leg_ratio(&self, carriers: &Carriers) -> Option<f32> {
        let mut matched: Vec<usize> =
            (0..self.roles.len()).filter(|joint| self.counterparts[*joint].is_some()).collect();
        let all: Vec<[f32; 2]> = matched.iter().filter_map(|joint| self.bone_lengths(*joint, carriers)).collect();
        matched.sort_by(|a, b| self.target[*a].position.y.total_cmp(&self.target[*b].position.y));
        let feet = matched.iter().find(|joint| self.roles[**joint].is_some_and(Role::is_foot_or_toes));
        let lowest = feet.or(matched.first())?;
        let leg = carriers.path(*lowest).take_while(|joint| !is_hips(self.roles[*joint]));
        let mut leg: Vec<[f32; 2]> = leg.filter_map(|joint| self.bone_lengths(joint, carriers)).collect();
        if leg.len() > 1 {
            leg.pop();
        }
        ratio(&leg).or_else(|| ratio(&all))
    }

    /// Returns the distances of a joint from its carrier in the source and in the target.
    fn bone_lengths(&self, joint: usize, carriers: &Carriers) -> Option<[f32; 2]> {
        let ends = self.positions(joint)?;
        let carrier = self.positions(carriers.parent[joint]?)?;
        Some([ends[0].distance(carrier[0]), ends[1].distance(carrier[1])])
    }

    /// Returns the turn about the vertical from the direction that the source faces to that of the target. If a figure
    /// has no left and right side, or a pose is not neutral, it is a multiple of a quarter turn.
    pub(super) fn facing_turn(&self, is_neutral: bool) -> Quat {
        let left = [0, 1].map(|figure| find_left(self.roles, |joint| Some(self.positions(joint)?[figure])));
        match left.map(|left| left.with_y(0.0).try_normalize()) {
            [Some(source), Some(target)] if is_neutral => {
                Quat::from_rotation_y(source.cross(target).y.atan2(source.dot(target)))
            }
            _ => self.nearest_quarter_turn(),
        }
    }

    /// Returns the multiple of a quarter turn about the vertical that brings the source's joints nearest to the
    /// target's, or the identity if none is clearly the best.
    fn nearest_quarter_turn(&self) -> Quat {
        let pairs: Vec<[Vec3; 2]> = (0..self.roles.len()).filter_map(|joint| self.positions(joint)).collect();
        let mut middle = [Vec3::ZERO; 2];
        for pair in &pairs {
            middle = [0, 1].map(|figure| middle[figure] + pair[figure] / pairs.len() as f32);
        }
        // The angle whose cosine and sine are in the ratio of these sums is the least-squares solution.
        let mut cosines = 0.0;
        let mut sines = 0.0;
        let mut lengths = 0.0;
        for pair in &pairs {
            let a = (pair[0] - middle[0]).with_y(0.0);
            let b = pair[1] - middle[1];
            cosines += a.dot(b);
            sines += a.cross(b).y;
            lengths += a.length() * b.length();
        }
        let is_clear = f32::hypot(cosines, sines) > 0.3 * lengths;
        let quarters = if is_clear { (sines.atan2(cosines) / FRAC_PI_2).round() } else { 0.0 };
        Quat::from_rotation_y(quarters * FRAC_PI_2)
    }
}

/// Returns the rotation whose y axis is `up` and whose x axis is nearest to `across`.
fn basis_from(across: Vec3, up: Vec3) -> Option<Quat> {
    let y = up.try_normalize()?;
    let x = across.reject_from_normalized(y).try_normalize()?;
    Some(Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y))))
}

/// Returns the ratio of the sums of the target's and the source's bone lengths.
fn ratio(bones: &[[f32; 2]]) -> Option<f32> {
    let [source, target] = [0, 1].map(|figure| bones.iter().map(|bone| bone[figure]).sum::<f32>());
    Some(target / source).filter(|ratio| ratio.is_finite() && *ratio > 0.0)
}
