//! Dual quaternions: rigid transforms that can be blended.

use glam::{Affine3A, Quat, Vec3};

/// A rotation followed by a translation, as a unit dual quaternion: eight numbers, `real + dual e` with
/// `e * e = 0`.
///
/// A weighted sum of dual quaternions, divided by the length of its real part, is a rigid transform again; a weighted
/// sum of matrices is not. The product is ordered as that of matrices: `a_from_b * b_from_c`. Source: L. Kavan, S.
/// Collins, J. Zara and C. O'Sullivan, "Geometric skinning with approximate dual quaternion blending", ACM Transactions
/// on Graphics 27(4), 2008.
///
/// ```
/// use armature::math::DualQuaternion;
/// use glam::{Quat, Vec3};
///
/// let turned = DualQuaternion::from_rotation_translation(Quat::from_rotation_z(1.0), Vec3::X);
/// let twisted = DualQuaternion::from_rotation_translation(Quat::from_rotation_x(3.0), Vec3::X);
/// let between = DualQuaternion::blend(&[0.5, 0.5], &[turned, twisted]);
/// assert!((between.transform_vector(Vec3::Y).length() - 1.0).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DualQuaternion {
    /// Rotation, of unit length.
    pub real: Quat,
    /// Half of the translation, as a quaternion with w = 0, times `real`. Perpendicular to `real`.
    pub dual: Quat,
}

impl Default for DualQuaternion {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl DualQuaternion {
    /// The identity.
    pub const IDENTITY: DualQuaternion =
        DualQuaternion { real: Quat::IDENTITY, dual: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0) };

    /// Makes the transform `p -> rotation * p + translation`. `rotation` must have unit length.
    pub fn from_rotation_translation(rotation: Quat, translation: Vec3) -> Self {
        let translation = Quat::from_vec4(translation.extend(0.0));
        DualQuaternion { real: rotation, dual: translation * rotation * 0.5 }
    }

    /// Returns the transform as a matrix.
    pub fn to_affine(&self) -> Affine3A {
        Affine3A::from_rotation_translation(self.real, self.translation())
    }

    /// Returns the image of the origin: the vector part of `2 * dual * conjugate(real)`.
    pub fn translation(&self) -> Vec3 {
        2.0 * (self.dual * self.real.conjugate()).xyz()
    }

    /// Returns a point rotated and translated.
    pub fn transform_point(&self, point: Vec3) -> Vec3 {
        self.real * point + self.translation()
    }

    /// Returns a direction, such as a normal, rotated.
    pub fn transform_vector(&self, vector: Vec3) -> Vec3 {
        self.real * vector
    }

    /// Returns `b_from_a` for `a_from_b`: the conjugates of both parts.
    #[must_use]
    pub fn inverse(&self) -> Self {
        DualQuaternion { real: self.real.conjugate(), dual: self.dual.conjugate() }
    }

    /// Returns the weighted sum of transforms, divided by the length of its real part (dual quaternion linear
    /// blending).
    ///
    /// A dual quaternion and its negative are the same transform, so each is added with the sign that gives its real
    /// part a positive dot product with the real part of the largest weight (the first, if several are equal). The
    /// weights need not sum to 1; without a weight above 0 the result is the identity.
    ///
    /// From one transform to another, the blend follows the shortest screw, at a speed that is uneven by up to 8
    /// degrees, as that of [`nlerp`](super::nlerp) is.
    pub fn blend(weights: &[f32], motions: &[DualQuaternion]) -> DualQuaternion {
        let mut heaviest = 0;
        for (index, weight) in weights.iter().enumerate() {
            if *weight > weights[heaviest] {
                heaviest = index;
            }
        }
        let Some(pivot) = motions.get(heaviest).map(|motion| motion.real) else {
            return Self::IDENTITY;
        };
        let zero = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        let mut real = zero;
        let mut dual = zero;
        for (weight, motion) in weights.iter().zip(motions) {
            let weight = if pivot.dot(motion.real) < 0.0 { -weight } else { *weight };
            real += motion.real * weight;
            dual += motion.dual * weight;
        }
        let length = real.length();
        if length > 0.0 { DualQuaternion { real: real / length, dual: dual / length } } else { Self::IDENTITY }
    }
}

impl std::ops::Mul for DualQuaternion {
    type Output = DualQuaternion;

    /// Returns the transform by `inner` and then by `self`. There is no term `dual * dual`, since `e * e = 0`.
    fn mul(self, inner: DualQuaternion) -> DualQuaternion {
        DualQuaternion { real: self.real * inner.real, dual: self.real * inner.dual + self.dual * inner.real }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::values::{point, unit_quat};
    use proptest::prelude::*;

    fn motion() -> impl Strategy<Value = DualQuaternion> {
        (unit_quat(), point()).prop_map(|(q, t)| DualQuaternion::from_rotation_translation(q, t))
    }

    fn negated(m: DualQuaternion) -> DualQuaternion {
        DualQuaternion { real: -m.real, dual: -m.dual }
    }

    // Coordinates up to 20; about 40 products of that size, each rounded by 1e-6, times 3.
    const SLOP: f32 = 1e-4;

    proptest! {
        #[test]
        fn agrees_with_rigid_transforms(q in unit_quat(), t in point(), p in point()) {
            let motion = DualQuaternion::from_rotation_translation(q, t);
            prop_assert!((motion.translation() - t).length() < SLOP);
            prop_assert!(motion.real.dot(motion.dual).abs() < SLOP, "at a right angle");
            let rigid = Affine3A::from_rotation_translation(q, t);
            for same in [motion, negated(motion)] {
                prop_assert!((same.transform_point(p) - rigid.transform_point3(p)).length() < SLOP);
                prop_assert!((same.transform_vector(p) - rigid.transform_vector3(p)).length() < SLOP);
                prop_assert!((same.to_affine().transform_point3(p) - rigid.transform_point3(p)).length() < SLOP);
            }
        }

        #[test]
        fn a_product_applies_both(a in motion(), b in motion(), p in point()) {
            let in_turn = a.transform_point(b.transform_point(p));
            prop_assert!(((a * b).transform_point(p) - in_turn).length() < SLOP);
            prop_assert!(((a * a.inverse()).transform_point(p) - p).length() < SLOP);
        }

        #[test]
        fn signs_order_and_sum_of_weights_do_not_matter(
            motions in prop::array::uniform3(motion()), weights in prop::array::uniform3(0.05f32..1.0),
            flip in prop::array::uniform3(any::<bool>()), p in point(),
        ) {
            let blend = DualQuaternion::blend(&weights, &motions).transform_point(p);
            let flipped: [_; 3] = std::array::from_fn(|i| if flip[i] { negated(motions[i]) } else { motions[i] });
            let [a, b, c] = weights;
            // Between two pivots of equal weight, rounding would decide.
            prop_assume!((a - b).abs() > 1e-3 && (b - c).abs() > 1e-3 && (a - c).abs() > 1e-3);
            prop_assume!(motions.iter().all(|m| motions.iter().all(|n| m.real.dot(n.real).abs() > 1e-3)));
            let others = [
                DualQuaternion::blend(&weights, &flipped),
                DualQuaternion::blend(&[c, a, b], &[motions[2], motions[0], motions[1]]),
                DualQuaternion::blend(&weights.map(|w| 3.0 * w), &motions),
            ];
            // The real part is at least as long as the largest of three weights: errors grow up to threefold.
            for other in others {
                prop_assert!((other.transform_point(p) - blend).length() < 3.0 * SLOP, "{blend}");
            }
        }

        #[test]
        fn a_blend_is_rigid(a in motion(), b in motion(), w in 0.0f32..1.0, p in point(), q in point()) {
            let blend = DualQuaternion::blend(&[1.0 - w, w], &[a, b]);
            prop_assert!((blend.real.length() - 1.0).abs() < 1e-5);
            let apart = blend.transform_point(p).distance(blend.transform_point(q));
            prop_assert!((apart - p.distance(q)).abs() < 3.0 * SLOP);
        }

        #[test]
        fn moving_the_scene_moves_the_blend(
            a in motion(), b in motion(), c in motion(), w in 0.0f32..1.0, p in point(),
        ) {
            let blend = c * DualQuaternion::blend(&[1.0 - w, w], &[a, b]);
            let moved = DualQuaternion::blend(&[1.0 - w, w], &[c * a, c * b]);
            prop_assume!(a.real.dot(b.real).abs() > 1e-3);
            prop_assert!((blend.transform_point(p) - moved.transform_point(p)).length() < 5.0 * SLOP);
        }
    }

    #[test]
    fn half_of_a_twist_is_half_the_angle() {
        for degrees in [45f32, 90.0, 135.0, 170.0] {
            let twists = [0.0, degrees, degrees / 2.0].map(|degrees| {
                DualQuaternion::from_rotation_translation(Quat::from_rotation_x(degrees.to_radians()), Vec3::ZERO)
            });
            let half = DualQuaternion::blend(&[0.5, 0.5], &twists[..2]);
            let want = twists[2].transform_point(Vec3::Y);
            assert!((half.transform_point(Vec3::Y) - want).length() < 1e-6, "{degrees}");
        }
    }
}
