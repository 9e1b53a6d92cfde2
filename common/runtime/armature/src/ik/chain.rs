//! Positions of a chain of joints, and their conversion back into local rotations.

use crate::math::{clamp_weight, slerp};
use crate::skeleton::{Pose, Skeleton};
use glam::{Affine3A, Quat, Vec3};
use std::f32::consts::PI;

/// Returns the smallest rotation from the direction `from` to the direction `to`, both of unit length: half a turn
/// about any perpendicular axis if they are opposite, the identity if either is 0.
///
/// The sum of the directions points halfway, and half its length is the cosine of half the angle. This is exact to
/// rounding also for nearly opposite directions, and for angles below 0.04 degrees, where [`Quat::from_rotation_arc`]
/// returns the identity.
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
/// `chain` has the joints' indices from root to tip, each a descendant of the one before, but not necessarily its
/// child.
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
    let parent = skeleton.path_to_root(joint).nth(1);
    parent.map_or(Affine3A::IDENTITY, |parent| pose.model_from_joint(skeleton, parent))
}

/// Turns the joints of a chain so that the chain passes through `points`, in model space. The last joint keeps its
/// local rotation; no translation or scale changes.
///
/// `chain` is as for [`chain_points`]. `points[0]` is not used, since the root does not move. Each joint makes the
/// smallest turn to the next point, which keeps its twist as far as possible; if the points are not as far apart as the
/// joints, it still points there. A joint at the same position as the next one, or with a collapsed parent, stays as it
/// is. For a weight, blend with the pose from before ([`Pose::set_blend`]).
///
/// # Panics
/// If there is no such joint, or not one point for each joint.
pub fn bend_to(skeleton: &Skeleton, pose: &mut Pose, chain: &[usize], points: &[Vec3]) {
    assert_eq!(chain.len(), points.len(), "a point for each joint of the chain");
    for (pair, point) in chain.windows(2).zip(&points[1..]) {
        let joint = pair[0];
        let next = pair[1];
        // In the parent's space, in which the joint's rotation is expressed.
        let parent_from_model = model_from_parent(skeleton, pose, joint).inverse();
        let pivot = pose.locals[joint].translation;
        let [current, target] = [position(skeleton, pose, next), *point]
            .map(|end| (parent_from_model.transform_point3(end) - pivot).try_normalize());
        if let (Some(current), Some(target)) = (current, target) {
            let local = &mut pose.locals[joint];
            local.rotation = (turn_between(current, target) * local.rotation).normalize();
        }
    }
}

/// Returns the rotation at the fraction `weight` of the way, clamped by [`clamp_weight`]: exactly `from` up to 0, exactly
/// `to` from 1 on.
pub(super) fn slerp_clamped(from: Quat, to: Quat, weight: f32) -> Quat {
    match clamp_weight(weight) {
        0.0 => from,
        1.0 => to,
        weight => slerp(from, to, weight),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ik::testing, skeleton::Skeleton, testing::values as random};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn directions_are_turned(a in random::unit_quat(), b in random::unit_quat(), small in -1e-3f32..1e-3) {
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

        /// Tests any parents, offsets, even scales, and joints between those of the chain.
        #[test]
        fn points_of_a_pose_are_reached(
            (skeleton, chain) in testing::chain_in_a_skeleton(2..7, true),
            turns in prop::collection::vec(random::unit_quat(), 14),
        ) {
            let mut turned = skeleton.bind_pose();
            for (joint, turn) in chain.iter().zip(turns) {
                turned.locals[*joint].rotation = turn;
            }
            let want = chain_points(&skeleton, &turned, &chain);
            let mut pose = skeleton.bind_pose();
            bend_to(&skeleton, &mut pose, &chain, &want);
            let got = chain_points(&skeleton, &pose, &chain);
            // Coordinates up to 30, and products of seven matrices.
            for (got, want) in got.iter().zip(&want) {
                prop_assert!(got.distance(*want) < 3e-4, "{got} {want}");
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
    fn without_a_direction_there_is_no_turn() {
        for (from, to) in [(Vec3::ZERO, Vec3::X), (Vec3::X, Vec3::ZERO), (Vec3::ZERO, Vec3::ZERO)] {
            assert_eq!(turn_between(from, to), Quat::IDENTITY);
        }
    }

    #[test]
    fn collapsed_parents_and_bones_of_length_0_stay_finite() {
        let mut joints = testing::line(&[1.0, 0.0, 1.0]);
        joints[0].bind_local.scale = Vec3::new(1.0, 0.0, 1.0);
        let skeleton = Skeleton::new(joints).unwrap();
        let mut pose = skeleton.bind_pose();
        bend_to(&skeleton, &mut pose, &[0, 1, 2, 3], &[Vec3::ZERO, Vec3::Y, Vec3::Y, Vec3::ZERO]);
        assert!(pose.locals.iter().all(|local| local.rotation.is_finite()), "{pose:?}");
    }
}
