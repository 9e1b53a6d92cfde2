//! Random poses for property tests.

use super::values::transform;
use armature::{math, skeleton::Pose};
use proptest::prelude::*;

/// Makes `count` random poses.
pub(crate) fn poses(count: usize, joints: usize) -> impl Strategy<Value = Vec<Pose>> {
    let pose = prop::collection::vec(transform(), joints).prop_map(|locals| Pose { locals, shears: Vec::new() });
    prop::collection::vec(pose, count)
}

/// Returns the pose with all quaternions negated: the same rotations.
pub(crate) fn negated(pose: &Pose) -> Pose {
    let mut negated = pose.clone();
    negated.locals.iter_mut().for_each(|local| local.rotation = -local.rotation);
    negated
}

/// Returns whether some joint's rotations are nearly half a turn apart, so that either way is short.
pub(crate) fn far(pair: &[Pose]) -> bool {
    let mut joints = pair[0].locals.iter().zip(&pair[1].locals);
    joints.any(|(a, b)| a.rotation.dot(b.rotation).abs() < 0.02)
}

/// Returns whether two poses are equal up to `tolerance` and the signs of quaternions.
pub(crate) fn are_near(a: &Pose, b: &Pose, tolerance: f32) -> bool {
    a.locals.len() == b.locals.len()
        && a.locals.iter().zip(&b.locals).all(|(a, b)| {
            let near = math::shortest(a.rotation, b.rotation);
            a.translation.abs_diff_eq(b.translation, tolerance)
                && a.scale.abs_diff_eq(b.scale, tolerance)
                && a.rotation.abs_diff_eq(near, tolerance)
        })
}
