//! Additive poses: a difference that is laid over whatever plays.

use crate::math::{Transform, nlerp, shortest};
use crate::skeleton::Pose;
use glam::{Quat, Vec3};

/// Writes into `delta` how `pose` differs from `reference`, joint by joint: what [`add_pose`] lays over another pose.
///
/// Translations are subtracted, scales divided, and the rotation is `reference⁻¹ * pose`: the turn in the joint's own
/// axes, so that it goes on the right side of what it is laid over. A scale of 0 in `reference` counts as unchanged.
/// A clip that is not made into differences must not be added: an elbow bent by 90 degrees in both would be
/// bent by 180.
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
        let [one, other] = [pose, reference].map(|p| p.shears.get(joint).copied().unwrap_or_default());
        delta.shears.push(one - other);
    }
}

/// Writes `base` into `out`, with `weight` of a difference that [`make_additive`] made laid over it: 0 leaves it as it
/// is, 1 adds all of it. Allocates nothing once `out` has grown to size.
///
/// The rotation is `base * delta`, `delta` the short way from no turn at all.
///
/// # Panics
/// If the poses are not of one length.
pub fn add_pose(base: &Pose, delta: &Pose, weight: f32, out: &mut Pose) {
    assert_eq!(base.locals.len(), delta.locals.len(), "poses of one skeleton");
    out.set(base);
    if weight == 0.0 {
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

    fn one(rotation: Quat) -> Pose {
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
        make_additive(&one(source), &one(reference), &mut delta);
        add_pose(&one(base), &delta, 1.0, &mut out);
        let right = base * Quat::from_rotation_z(50f32.to_radians());
        assert!(out.locals[0].rotation.dot(right).abs() > 1.0 - 1e-6);
    }

    proptest! {
        /// Laid over its own reference a difference gives back the pose; laid over with 0, nothing.
        #[test]
        fn back_again(all in poses(3, 4)) {
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
