//! Additive poses: the difference of two poses, added to any other pose.

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
    assert_eq!(base.locals.len(), delta.locals.len(), "poses of one skeleton");
    out.set(base);
    if weight == 0.0 || !weight.is_finite() {
        return;
    }
    for (local, delta) in out.locals.iter_mut().zip(&delta.locals) {
        let turn = nlerp(Quat::IDENTITY, shortest(Quat::IDENTITY, delta.rotation), weight);
        local.translation += delta.translation * weight;
        local.rotation = (local.rotation * turn).normalize();
        local.scale *= Vec3::ONE.lerp(delta.scale, weight);
    }
    if !delta.shears.is_empty() {
        out.shears.resize(base.locals.len(), Vec3::ZERO);
    }
    for (shear, delta) in out.shears.iter_mut().zip(&delta.shears) {
        *shear += *delta * weight;
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
    }
}
