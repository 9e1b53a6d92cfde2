//! Interpolation: lerp for numbers, nlerp and slerp for quaternions.

use glam::{Quat, Vec4};

/// Angle between two quaternions, as points on the sphere, in radians, below which slerp is nlerp: the two agree to the
/// last bits of an `f32`, and slerp's division by `sin(angle)` would add rounding errors.
const SMALL_ANGLE: f32 = 1e-3;

/// Returns `a + (b - a) u`, exact at `u = 0` and `u = 1`. `u` outside 0..1 extrapolates.
pub fn lerp(a: f32, b: f32, u: f32) -> f32 {
    a * (1.0 - u) + b * u
}

/// Returns a weight of a blend as a number from 0 to 1: a smaller number or NaN counts as 0, a larger one as 1. All that
/// blends poses by a weight applies this rule.
#[inline]
#[allow(clippy::manual_clamp)] // it would keep NaN
pub fn clamp_weight(weight: f32) -> f32 {
    weight.max(0.0).min(1.0)
}

/// Returns `-to` if its dot product with `from` is positive, otherwise `to`.
///
/// Both are the same rotation; interpolation to the result takes the short way. If both are equally far (rotations 180
/// degrees apart), the result is `to`.
pub fn shortest(from: Quat, to: Quat) -> Quat {
    if from.dot(to) < 0.0 { -to } else { to }
}

/// Interpolates linearly from `a` to `b` and normalises the result: cheaper than [`slerp`], on the same path, but
/// faster in the middle than at the ends.
///
/// The way is the short one only if the dot product is positive: apply [`shortest`] first, or once for all keys, as
/// [`RotationTrack`](crate::animation::RotationTrack) does. If the line passes through zero, for `a = -b`, the result
/// is `a` there.
#[inline]
pub fn nlerp(a: Quat, b: Quat, u: f32) -> Quat {
    let (from, to) = (Vec4::from(a), Vec4::from(b));
    let blend = from + (to - from) * u;
    let length_squared = blend.length_squared();
    if length_squared < 1e-12 { a } else { Quat::from_vec4(blend / length_squared.sqrt()) }
}

/// Interpolates along the shortest arc from `a` to `b` at constant angular speed. `u` outside 0..1 extrapolates.
///
/// Source: Ken Shoemake, "Animating rotation with quaternion curves", SIGGRAPH 1985, section 3.3. The angle is computed
/// by `atan2`, since `acos` loses half its digits near 0.
pub fn slerp(a: Quat, b: Quat, u: f32) -> Quat {
    let b = shortest(a, b);
    let (from, to) = (Vec4::from(a), Vec4::from(b));
    let angle = 2.0 * (from - to).length().atan2((from + to).length());
    if angle < SMALL_ANGLE {
        return nlerp(a, b, u);
    }
    let blend = (from * ((1.0 - u) * angle).sin() + to * (u * angle).sin()) / angle.sin();
    Quat::from_vec4(blend.normalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::values::unit_quat;
    use proptest::prelude::*;

    fn angle_between(a: Quat, b: Quat) -> f32 {
        let b = shortest(a, b);
        let a = Vec4::from(a);
        let b = Vec4::from(b);
        4.0 * (a - b).length().atan2((a + b).length())
    }

    proptest! {
        #[test]
        fn ends_are_exact(a in unit_quat(), b in unit_quat()) {
            prop_assert!(angle_between(slerp(a, b, 0.0), a) < 1e-5);
            prop_assert!(angle_between(slerp(a, b, 1.0), b) < 1e-5);
            let b = shortest(a, b);
            prop_assert!(angle_between(nlerp(a, b, 0.0), a) < 1e-5);
            prop_assert!(angle_between(nlerp(a, b, 1.0), b) < 1e-5);
        }

        /// The tolerance: an f32 quaternion has an angle to about 2e-7, four of them enter, times 50.
        #[test]
        fn slerp_has_constant_speed(a in unit_quat(), b in unit_quat(), u in 0.0f32..1.0) {
            let whole = angle_between(a, b);
            prop_assume!(whole < 3.1); // at 180 degrees the way is not unique
            prop_assert!((angle_between(a, slerp(a, b, u)) - u * whole).abs() < 5e-5);
        }

        #[test]
        fn nlerp_meets_slerp_half_way(a in unit_quat(), b in unit_quat()) {
            prop_assume!(angle_between(a, b) < 3.1);
            let b = shortest(a, b);
            prop_assert!(angle_between(nlerp(a, b, 0.5), slerp(a, b, 0.5)) < 5e-5);
        }
    }

    #[test]
    fn opposite_quaternions_do_not_make_nan() {
        let a = Quat::from_rotation_y(1.0);
        assert!(nlerp(a, -a, 0.5).is_finite());
        assert!(slerp(a, -a, 0.5).is_finite());
    }

    #[test]
    fn lerp_is_exact_at_its_ends() {
        assert_eq!(lerp(0.1, 1e9, 0.0), 0.1);
        assert_eq!(lerp(1e9, 0.1, 1.0), 0.1);
    }
}
