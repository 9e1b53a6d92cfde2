//! How bones of one figure lie to those of another: directions, lengths, and which way it looks.

use super::{Tree, position};
use crate::names::Role;
use glam::{Affine3A, Mat3, Quat, Vec3};
use std::{collections::HashMap, f32::consts::FRAC_PI_2};

/// Roles whose bones differ in direction from figure to figure: they are not aligned.
pub(super) const TRUNK: [&str; 5] = ["hips", "spine", "neck", "head", "collarbone"];
/// Nor are these, where it is known how they look when they are flat on the ground.
pub(super) const FEET: [&str; 2] = ["foot", "toes"];

/// For hips and chest, `A` where no neutral pose is known: from the target's trunk to the source's, by the lines
/// between the two thighs and the two upper arms.
pub(super) fn trunk(roles: &[Option<Role>], found: &[Option<usize>], places: [&[Affine3A]; 2]) -> Vec<(usize, Quat)> {
    let with = |name: &str, side: u8| {
        let is = |role: &Option<Role>| role.is_some_and(|role| (role.0, role.1) == (name, side));
        roles.iter().rposition(is)
    };
    let basis = |across: Vec3, up: Vec3| {
        let y = up.try_normalize()?;
        let x = across.reject_from_normalized(y).try_normalize()?;
        Some(Quat::from_mat3(&Mat3::from_cols(x, y, x.cross(y))))
    };
    let of = |joint: usize, name: &str| {
        let limbs = [("thigh", 1), ("thigh", 2), ("upper arm", 1), ("upper arm", 2)];
        let [theirs, ours] = [0, 1].map(|figure| {
            let mut at = [Vec3::ZERO; 4];
            for ((name, side), at) in limbs.into_iter().zip(&mut at) {
                let here = with(name, side)?;
                let joint = if figure == 0 { found[here]? } else { here };
                *at = position(places[figure], joint);
            }
            let up = at[2] + at[3] - at[0] - at[1];
            basis(if name == "hips" { at[0] - at[1] } else { at[2] - at[3] }, up)
        });
        Some((joint, theirs? * ours?.inverse()))
    };
    ["hips", "spine"].into_iter().filter_map(|name| of(with(name, 0)?, name)).collect()
}

/// How far the target's lowest foot (of a figure without feet, its lowest joint) is from its hips along the bones,
/// over how far its counterpart is: the leg, without the hips' half width. Where that has no length, all bones.
pub(super) fn leg_ratio(
    (found, roles): (&[Option<usize>], &[Option<Role>]),
    tree: &Tree,
    theirs: &[Affine3A],
    ours: &[Affine3A],
) -> Option<f32> {
    let lengths = |joint: usize| {
        let parent = tree.parent[joint]?;
        let bones = [(ours, joint, parent), (theirs, found[joint]?, found[parent]?)];
        Some(bones.map(|(places, a, b)| position(places, a).distance(position(places, b))))
    };
    let height = |joint: &usize| position(ours, *joint).y;
    let is_foot = |joint: &usize| roles[*joint].is_some_and(|role| FEET.contains(&role.0));
    let matched = || (0..found.len()).filter(|joint| found[*joint].is_some());
    let lowest = |joints: &mut dyn Iterator<Item = usize>| joints.min_by(|a, b| height(a).total_cmp(&height(b)));
    let lowest = lowest(&mut matched().filter(is_foot)).or_else(|| lowest(&mut matched()));
    let is_hips = |joint: usize| roles[joint].is_some_and(|role| role.0 == "hips");
    let chain = lowest.into_iter().flat_map(|joint| tree.path(joint).take_while(|joint| !is_hips(*joint)));
    let mut leg: Vec<[f32; 2]> = chain.filter_map(lengths).collect();
    if leg.len() > 1 {
        leg.pop();
    }
    let all = (0..found.len()).filter_map(lengths).collect();
    let ratio = |bones: Vec<[f32; 2]>| {
        let sum = |side: usize| bones.iter().map(|bone| bone[side]).sum::<f32>();
        Some(sum(0) / sum(1)).filter(|ratio| ratio.is_finite() && *ratio > 0.0)
    };
    ratio(leg).or_else(|| ratio(all))
}

/// The turn about the vertical from the source's facing direction to the target's. If one of them has no two sides, or a
/// pose is not neutral, it is the quarter turn that brings the source's joints nearest to the target's.
pub(super) fn facing_turn(
    (found, roles): (&[Option<usize>], &[Option<Role>]),
    is_neutral: bool,
    theirs: &[Affine3A],
    ours: &[Affine3A],
) -> Quat {
    let source = left(roles, |joint| Some(position(theirs, found[joint]?)));
    let target = left(roles, |joint| found[joint].map(|_| position(ours, joint)));
    match (source, target) {
        (Some(source), Some(target)) if is_neutral => {
            Quat::from_rotation_y(source.cross(target).y.atan2(source.dot(target)))
        }
        _ => quarter_turn(found, theirs, ours),
    }
}

/// The horizontal direction from the right side of a figure to its left. Limbs may be named crosswise: feet point ahead.
fn left(roles: &[Option<Role>], place: impl Fn(usize) -> Option<Vec3>) -> Option<Vec3> {
    let with_role: HashMap<Role, usize> =
        roles.iter().enumerate().filter_map(|(joint, role)| Some(((*role)?, joint))).collect();
    let find = |role: Role| with_role.get(&role).and_then(|joint| place(*joint));
    let feet = [1, 2].map(|side| Some(find(("toes", side, 0))? - find(("foot", side, 0))?));
    let ahead: Vec3 = feet.into_iter().flatten().sum();
    let mut left = Vec3::ZERO;
    for role in roles.iter().flatten().filter(|role| role.1 == 1) {
        if let (Some(own), Some(other)) = (find(*role), find((role.0, 2, role.2))) {
            let line = own - other;
            left += if line.cross(Vec3::Y).dot(ahead) < 0.0 { -line } else { line };
        }
    }
    (left * Vec3::new(1.0, 0.0, 1.0)).try_normalize()
}

fn quarter_turn(found: &[Option<usize>], theirs: &[Affine3A], ours: &[Affine3A]) -> Quat {
    let pairs: Vec<[Vec3; 2]> = (found.iter().enumerate())
        .filter_map(|(joint, from)| Some([position(theirs, (*from)?), position(ours, joint)]))
        .collect();
    let mean = |side: usize| pairs.iter().map(|pair| pair[side]).sum::<Vec3>() / pairs.len() as f32;
    let middle = [mean(0), mean(1)];
    let (mut along, mut across, mut most) = (0.0, 0.0, 0.0);
    for [a, b] in &pairs {
        let (a, b) = ((a - middle[0]) * Vec3::new(1.0, 0.0, 1.0), (b - middle[1]));
        along += a.dot(b);
        across += a.cross(b).y;
        most += a.length() * b.length();
    }
    let is_clear = f32::hypot(along, across) > 0.3 * most;
    let quarters = if is_clear { (across.atan2(along) / FRAC_PI_2).round() } else { 0.0 };
    Quat::from_rotation_y(quarters * FRAC_PI_2)
}
