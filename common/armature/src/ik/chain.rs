//! A chain of a skeleton's joints: their positions, and from new positions back to local rotations.

use crate::{
    math::slerp,
    skeleton::{Pose, Skeleton},
};
use glam::{Affine3A, Quat, Vec3};
use std::f32::consts::PI;

/// The smallest rotation that turns the direction `from` into `to`, both of unit length; half a turn about any
/// perpendicular axis where they are opposite, none where either is 0.
///
/// The sum of the two points half way, and half its length is the cosine of half the angle. It is exact to rounding for
/// the smallest angles as well, where [`Quat::from_rotation_arc`] returns the identity (below 0.04 degrees), and
/// for nearly opposite directions.
pub fn turn_between(from: Vec3, to: Vec3) -> Quat {
    if from == Vec3::ZERO || to == Vec3::ZERO {
        return Quat::IDENTITY;
    }
    let sum = from + to;
    let length = sum.length();
    if length < 1e-6 {
        return Quat::from_axis_angle(from.any_orthonormal_vector(), PI);
    }
    let axis = from.cross(sum / length); // as long as the sine of half the angle
    Quat::from_xyzw(axis.x, axis.y, axis.z, length / 2.0).normalize()
}

/// Returns the positions of a chain's joints, in model space.
///
/// `chain` holds joint indices from root to tip, each a descendant of the one before, not necessarily its
/// child: joints between two of a chain stay as they are.
///
/// # Panics
/// If there is no such joint.
pub fn chain_points(skeleton: &Skeleton, pose: &Pose, chain: &[usize]) -> Vec<Vec3> {
    chain.iter().map(|joint| position(skeleton, pose, *joint)).collect()
}

/// Returns a joint's position, in model space.
pub(super) fn position(skeleton: &Skeleton, pose: &Pose, joint: usize) -> Vec3 {
    pose.model_from_joint(skeleton, joint).translation.into()
}

/// Returns `model_from_parent` of a joint, which is the identity for a root.
pub(super) fn model_from_parent(skeleton: &Skeleton, pose: &Pose, joint: usize) -> Affine3A {
    let parent = skeleton.joints()[joint].parent;
    parent.map_or(Affine3A::IDENTITY, |parent| pose.model_from_joint(skeleton, parent))
}

/// Turns the joints of a chain so that each next one comes to lie where `points` has it: positions back into local
/// rotations. The last joint keeps its local rotation; no translation or scale changes.
///
/// `chain` as for [`chain_points`]; `points[0]` is not used, since the root stays. Each joint makes the
/// smallest turn that does it, so that its twist is kept as far as it can be. The turn is found in the space of the
/// joint's parent, where the joint's rotation is expressed: no rotation has to be taken out of a
/// scaled matrix. Where the points are not as far apart as the joints, each joint points at its next
/// point all the same. A joint that lies in the next one, or has a collapsed parent, stays as it is. For a weight, blend
/// with the pose from before ([`Pose::set_blend`]).
///
/// # Panics
/// If there is no such joint, or not one point for each.
pub fn bend_to(skeleton: &Skeleton, pose: &mut Pose, chain: &[usize], points: &[Vec3]) {
    assert_eq!(chain.len(), points.len(), "a point for each joint of the chain");
    for (pair, point) in chain.windows(2).zip(&points[1..]) {
        let joint = pair[0];
        let next = pair[1];
        let parent_from_model = model_from_parent(skeleton, pose, joint).inverse();
        let pivot = pose.locals[joint].translation;
        let [current, wanted] = [position(skeleton, pose, next), *point]
            .map(|end| (parent_from_model.transform_point3(end) - pivot).try_normalize());
        if let (Some(current), Some(wanted)) = (current, wanted) {
            let local = &mut pose.locals[joint];
            local.rotation = (turn_between(current, wanted) * local.rotation).normalize();
        }
    }
}

/// Returns the rotation at a fraction of the way from one to another: exactly these up to 0 and from 1 on.
pub(super) fn turn_in_part(from: Quat, to: Quat, weight: f32) -> Quat {
    if weight <= 0.0 {
        from
    } else if weight < 1.0 {
        slerp(from, to, weight)
    } else {
        to
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ik::testing, skeleton::Skeleton, testing::values as random};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn one_direction_into_the_other(a in random::unit_quat(), b in random::unit_quat(), small in -1e-3f32..1e-3) {
            let from = a * Vec3::X;
            let far = b * Vec3::X;
            let near = (from + small * far).normalize();
            let behind = (-from + 1e-3 * small * far).normalize();
            for to in [far, near, -from, behind] {
                let turned = turn_between(from, to) * from;
                // Three products of unit quaternions; opposite within 1e-6 counts as opposite.
                prop_assert!(turned.distance(to) < 2e-6, "{from} {to}: {turned}");
            }
        }

        /// Points that rotations can reach are reached, whatever parents, offsets and even scales are,
        /// and whatever joints lie between those of the chain.
        #[test]
        fn positions_and_back(
            (skeleton, chain) in testing::chain_in_a_skeleton(2..7, true),
            turns in prop::collection::vec(random::unit_quat(), 14),
        ) {
            let mut turned = skeleton.bind_pose();
            for (joint, turn) in chain.iter().zip(turns) {
                turned.locals[*joint].rotation = turn;
            }
            let wanted = chain_points(&skeleton, &turned, &chain);
            let mut pose = skeleton.bind_pose();
            bend_to(&skeleton, &mut pose, &chain, &wanted);
            let got = chain_points(&skeleton, &pose, &chain);
            // Coordinates up to 30, and seven matrices above one another.
            for (got, wanted) in got.iter().zip(&wanted) {
                prop_assert!(got.distance(*wanted) < 3e-4, "{got} {wanted}");
            }
            // Nothing but the rotations of the chain's joints has changed.
            for (joint, local) in pose.locals.iter().enumerate() {
                let before = skeleton.joints()[joint].bind_local;
                prop_assert_eq!((local.translation, local.scale), (before.translation, before.scale));
                let bends = chain[..chain.len() - 1].contains(&joint);
                prop_assert!(bends || local.rotation == before.rotation);
                prop_assert!(local.rotation.is_normalized());
            }
        }
    }

    #[test]
    fn no_direction_no_turn() {
        for (from, to) in [(Vec3::ZERO, Vec3::X), (Vec3::X, Vec3::ZERO), (Vec3::ZERO, Vec3::ZERO)] {
            assert_eq!(turn_between(from, to), Quat::IDENTITY);
        }
    }

    #[test]
    fn a_collapsed_parent_and_joints_in_one_place_stay_finite() {
        let mut joints = testing::line(&[1.0, 0.0, 1.0]);
        joints[0].bind_local.scale = Vec3::new(1.0, 0.0, 1.0);
        let skeleton = Skeleton::new(joints).unwrap();
        let mut pose = skeleton.bind_pose();
        bend_to(&skeleton, &mut pose, &[0, 1, 2, 3], &[Vec3::ZERO, Vec3::Y, Vec3::Y, Vec3::ZERO]);
        assert!(pose.locals.iter().all(|local| local.rotation.is_finite()), "{pose:?}");
    }
}
