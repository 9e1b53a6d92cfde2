//! One joint that points at a target: a head, an eye, a turret.

use super::chain::{model_from_parent, slerp_clamped, turn_between};
use crate::{
    math::clamp_weight,
    skeleton::{Pose, Skeleton},
};
use glam::{Quat, Vec3};
use std::f32::consts::PI;

/// A joint that turns to a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// Index of the joint.
    pub joint: usize,
    /// Direction to turn to the target, such as that of the nose: in the joint's own space, of any length but 0.
    pub axis: Vec3,
    /// Point at which the axis is to point, in model space.
    pub target: Vec3,
    /// Largest angle by which the joint turns away from the pose, in radians.
    pub max_angle: f32,
    /// Fraction of the turn that is made, clamped by [`clamp_weight`].
    pub weight: f32,
}

impl Aim {
    /// Aims `joint` at `target` all the way.
    pub fn new(joint: usize, axis: Vec3, target: Vec3) -> Self {
        Self { joint, axis, target, max_angle: PI, weight: 1.0 }
    }
}

/// Turns a joint so that an axis points from the joint to a target. Returns whether the target is within `max_angle`,
/// whatever the weight is. Allocates nothing.
///
/// The turn is the smallest one, so that the joint rolls about the axis as little as possible. A turn larger than
/// `max_angle` stops at that angle. To spread a turn over neck and head, aim from the neck up, the neck with a weight
/// below 1. The joint stays and the result is `false` if there is no direction: a target in the joint or not finite, an
/// axis of 0, a collapsed parent.
///
/// ```
/// use armature::{ik::{Aim, aim}, math::Transform, skeleton::{Joint, Skeleton}};
/// use glam::Vec3;
///
/// let head = Joint { name: "head".into(), parent: None, bind_local: Transform::from_translation(1.6 * Vec3::Y) };
/// let skeleton = Skeleton::new(vec![head])?;
/// let mut pose = skeleton.bind_pose(); // or any pose of a clip
/// let ball = Vec3::new(1.0, 1.6, 1.0);
/// let look = Aim { max_angle: 1.2, ..Aim::new(0, Vec3::Z, ball) }; // its nose points along z
/// assert!(aim(&skeleton, &mut pose, &look));
/// let nose = pose.locals[0].rotation * Vec3::Z;
/// assert!(nose.abs_diff_eq(Vec3::new(1.0, 0.0, 1.0).normalize(), 1e-5));
/// # Ok::<(), armature::skeleton::SkeletonError>(())
/// ```
///
/// # Panics
/// If there is no such joint.
pub fn aim(skeleton: &Skeleton, pose: &mut Pose, look: &Aim) -> bool {
    let Aim { joint, axis, target, max_angle, weight } = *look;
    let weight = clamp_weight(weight);
    let parent_from_model = model_from_parent(skeleton, pose, joint).inverse();
    let parent_from_joint = pose.local(joint);
    let current = parent_from_joint.transform_vector3(axis).try_normalize();
    let pivot = Vec3::from(parent_from_joint.translation);
    let to_target = (parent_from_model.transform_point3(target) - pivot).try_normalize();
    let (Some(current), Some(to_target)) = (current, to_target) else { return false };
    let turn = turn_between(current, to_target);
    let angle = 2.0 * turn.xyz().length().atan2(turn.w);
    let is_reached = angle <= max_angle;
    let fraction = if is_reached { weight } else { weight * max_angle / angle };
    let local = &mut pose.locals[joint];
    local.rotation = (slerp_clamped(Quat::IDENTITY, turn, fraction) * local.rotation).normalize();
    is_reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ik::testing, testing::values as random};
    use proptest::prelude::*;

    proptest! {
        /// The axis points at the target whatever the scales of the joints above are; weight and limit are fractions of
        /// the turn.
        #[test]
        fn the_axis_points_at_the_target(
            (skeleton, chain) in testing::chain_in_a_skeleton(2..5, true),
            axis in random::unit_quat(), target in random::point(), weight in 0.0f32..1.0, max_angle in 0.01f32..3.0,
        ) {
            let joint = *chain.last().unwrap();
            let axis = axis * Vec3::X;
            let bind = skeleton.bind_pose();
            let mut pose = bind.clone();
            let look = Aim::new(joint, axis, target);
            prop_assert!(aim(&skeleton, &mut pose, &look));
            let model_from_joint = pose.model_from_joint(&skeleton, joint);
            let position = Vec3::from(model_from_joint.translation);
            let direction = model_from_joint.transform_vector3(axis).normalize();
            prop_assert!(direction.distance((target - position).normalize()) < 1e-4);
            let whole = bind.locals[joint].rotation.angle_between(pose.locals[joint].rotation);
            let mut part = bind.clone();
            aim(&skeleton, &mut part, &Aim { weight, ..look });
            let turned = bind.locals[joint].rotation.angle_between(part.locals[joint].rotation);
            prop_assert!((turned - weight * whole).abs() < 2e-3, "{turned} of {whole}");
            let mut limited = bind.clone();
            let is_reached = aim(&skeleton, &mut limited, &Aim { max_angle, ..look });
            let turned = bind.locals[joint].rotation.angle_between(limited.locals[joint].rotation);
            prop_assert!((turned - whole.min(max_angle)).abs() < 2e-3, "{turned} of {whole}");
            prop_assert!(is_reached == (whole <= max_angle) || (whole - max_angle).abs() < 2e-3);
            for (index, local) in limited.locals.iter().enumerate() {
                prop_assert!(index == joint || *local == bind.locals[index], "another joint has moved");
            }
        }
    }

    #[test]
    fn an_axis_between_uneven_scales() {
        let mut joints = testing::line(&[]);
        joints[0].bind_local.scale = Vec3::new(1.0, 3.0, 1.0);
        let skeleton = Skeleton::new(joints).unwrap();
        let mut pose = skeleton.bind_pose();
        assert!(aim(&skeleton, &mut pose, &Aim::new(0, Vec3::ONE, 2.0 * Vec3::Z)));
        let direction = pose.model_from_joint(&skeleton, 0).transform_vector3(Vec3::ONE).normalize();
        assert!(direction.abs_diff_eq(Vec3::Z, 1e-6), "{direction}");
    }

    #[test]
    fn nothing_turns_without_a_direction() {
        let mut joints = testing::line(&[1.0, 1.0]);
        let skeleton = Skeleton::new(joints.clone()).unwrap();
        joints[0].bind_local.scale = Vec3::new(1.0, 0.0, 1.0);
        let collapsed = Skeleton::new(joints).unwrap();
        let in_the_joint = Aim::new(1, Vec3::X, Vec3::X);
        let far = Aim { target: Vec3::splat(f32::INFINITY), ..in_the_joint };
        let nowhere = Aim { target: Vec3::splat(f32::NAN), ..in_the_joint };
        let no_axis = Aim { axis: Vec3::ZERO, target: Vec3::Y, ..in_the_joint };
        let below_0 = Aim { max_angle: -1.0, target: Vec3::Y, ..in_the_joint };
        for look in [in_the_joint, far, nowhere, no_axis, below_0] {
            for skeleton in [&skeleton, &collapsed] {
                let mut pose = skeleton.bind_pose();
                assert!(!aim(skeleton, &mut pose, &look), "{look:?}");
                assert_eq!(pose, skeleton.bind_pose(), "{look:?}");
            }
        }
    }
}
