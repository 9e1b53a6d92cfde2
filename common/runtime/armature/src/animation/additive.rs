//! Additive poses: the difference of two poses, added to any other pose.

use super::Mask;
use crate::math::{Transform, nlerp, shortest};
use crate::skeleton::Pose;
use glam::{Quat, Vec3};

/// Writes the difference of `pose` from `reference` into `delta`, joint by joint, for [`add_pose`].
///
/// Translations are subtracted, scales divided, and the rotation is `reference⁻¹ * pose`, a turn in the joint's own
/// axes, which [`add_pose`] multiplies from the right. A scale of 0 in `reference` counts as unchanged. Only
/// differences may be added: if two clips bend an elbow by 90 degrees, the sum of their poses bends it by 180.
///
/// Source: ozz-animation, `AdditiveAnimationBuilder`, since its pull request 152.
///
/// # Panics
/// If the poses are not of one length.
pub fn make_additive(pose: &Pose, reference: &Pose, delta: &mut Pose) {
    assert_eq!(pose.locals.len(), reference.locals.len(), "poses of one skeleton");
    delta.locals.clear();
    for (pose, reference) in pose.locals.iter().zip(&reference.locals) {
        delta.locals.push(Transform {
            translation: pose.translation - reference.translation,
            rotation: reference.rotation.inverse() * pose.rotation,
            scale: Vec3::select(reference.scale.cmpeq(Vec3::ZERO), Vec3::ONE, pose.scale / reference.scale),
        });
    }
    delta.shears.clear();
    for joint in 0..pose.shears.len().max(reference.shears.len()) {
        let [shear, reference] = [pose, reference].map(|pose| pose.shears.get(joint).copied().unwrap_or_default());
        delta.shears.push(shear - reference);
    }
}

/// Writes the sum of `base` and `weight` times `delta`, the result of [`make_additive`], into `out`. A weight of 0
/// copies `base`, a weight of 1 adds the whole difference; any other adds it as often, and one that is not finite counts
/// as 0. Allocates nothing once `out` has grown to size.
///
/// The rotation is `base * delta`, with `delta` interpolated from the identity the short way.
///
/// # Panics
/// If the poses are not of one length.
pub fn add_pose(base: &Pose, delta: &Pose, weight: f32, out: &mut Pose) {
    add(base, delta, |_| weight, out);
}

/// Writes the sum of `base` and `delta` into `out`, as [`add_pose`] does, each joint with `weight` times the mask's weight: a
/// punch on the arms of a figure that walks.
///
/// ```
/// use armature::animation::{Mask, add_masked, make_additive};
/// # use armature::{math::Transform, skeleton::{Joint, Pose, Skeleton}};
/// # let joint = |name: &str, parent| Joint { name: name.into(), parent, bind_local: Transform::IDENTITY };
/// # let skeleton = Skeleton::new(vec![joint("hips", None), joint("spine", Some(0))]).unwrap();
/// # let [ready, punching, walking] = [0; 3].map(|_| skeleton.bind_pose());
/// # let [mut delta, mut shown] = [Pose::default(), Pose::default()];
/// let upper_body = Mask::descendants(&skeleton, skeleton.find("spine").unwrap()); // once
/// make_additive(&punching, &ready, &mut delta); // how the punch differs from its first pose
/// add_masked(&walking, &delta, &upper_body, 1.0, &mut shown);
/// ```
///
/// # Panics
/// If the poses and the mask differ in length.
pub fn add_masked(base: &Pose, delta: &Pose, mask: &Mask, weight: f32, out: &mut Pose) {
    assert_eq!(mask.weights().len(), base.locals.len(), "a mask of the poses' skeleton");
    add(base, delta, |joint| weight * mask.weights()[joint], out);
}

/// Writes the sum of `base` and `delta`, with a weight for each joint; one that is not finite counts as 0.
fn add(base: &Pose, delta: &Pose, weight_of: impl Fn(usize) -> f32, out: &mut Pose) {
    assert_eq!(base.locals.len(), delta.locals.len(), "poses of one skeleton");
    out.set(base);
    for (joint, (local, difference)) in out.locals.iter_mut().zip(&delta.locals).enumerate() {
        let weight = weight_of(joint);
        if weight == 0.0 || !weight.is_finite() {
            continue;
        }
        let turn = nlerp(Quat::IDENTITY, shortest(Quat::IDENTITY, difference.rotation), weight);
        local.translation += difference.translation * weight;
        local.rotation = (local.rotation * turn).normalize();
        local.scale *= Vec3::ONE.lerp(difference.scale, weight);
        if let Some(shear) = delta.shears.get(joint) {
            out.shears.resize(base.locals.len(), Vec3::ZERO);
            out.shears[joint] += *shear * weight;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::poses::{are_near, negated, poses};
    use proptest::prelude::*;

    fn pose_of(rotation: Quat) -> Pose {
        Pose { locals: vec![Transform::from_rotation(rotation)], shears: Vec::new() }
    }

    /// The order of the product matters: base 70 degrees about y, difference 50 degrees about z.
    #[test]
    fn the_difference_is_on_the_right() {
        let [base, reference, source] = [
            Quat::from_rotation_y(70f32.to_radians()),
            Quat::from_rotation_x(25f32.to_radians()),
            Quat::from_rotation_x(25f32.to_radians()) * Quat::from_rotation_z(50f32.to_radians()),
        ];
        let mut delta = Pose::default();
        let mut out = Pose::default();
        make_additive(&pose_of(source), &pose_of(reference), &mut delta);
        add_pose(&pose_of(base), &delta, 1.0, &mut out);
        let right = base * Quat::from_rotation_z(50f32.to_radians());
        assert!(out.locals[0].rotation.dot(right).abs() > 1.0 - 1e-6);
    }

    proptest! {
        #[test]
        fn adding_undoes_the_difference(all in poses(3, 4)) {
            let [pose, reference, base] = [&all[0], &all[1], &all[2]];
            let mut delta = Pose::default();
            let mut out = Pose::default();
            make_additive(pose, reference, &mut delta);
            add_pose(reference, &delta, 1.0, &mut out);
            prop_assert!(are_near(&out, pose, 1e-3), "{out:?} {pose:?}");
            add_pose(base, &delta, 0.0, &mut out);
            prop_assert_eq!(&out, base);
            make_additive(base, base, &mut delta);
            add_pose(pose, &negated(&delta), 0.6, &mut out);
            prop_assert!(are_near(&out, pose, 1e-3), "no difference, no change");
        }

        #[test]
        fn a_mask_has_the_weight_of_each_joint(all in poses(2, 4), weights in prop::array::uniform3(0.0f32..1.0), weight in -2.0f32..2.0) {
            let [base, delta] = [&all[0], &all[1]];
            let [a, b, c] = weights;
            let mask = Mask::new(vec![0.0, a, b, c]);
            let mut out = Pose::default();
            let mut alone = Pose::default();
            add_masked(base, delta, &mask, weight, &mut out);
            prop_assert_eq!(out.locals[0], base.locals[0]);
            for joint in 1..4 {
                add_pose(base, delta, weight * mask.weights()[joint], &mut alone);
                prop_assert_eq!(out.locals[joint], alone.locals[joint]);
                prop_assert_eq!(out.shears.get(joint), alone.shears.get(joint));
            }
        }
    }
}
