//! Rigid transforms: a rotation followed by a translation.

use glam::{Affine3A, Mat3, Mat4, Vec3};

/// A transform `p -> rotation * p + translation`, which keeps lengths and angles.
///
/// ```
/// use armature::math::Rigid;
/// use glam::{Mat3, Vec3};
///
/// let parent_from_arm = Rigid::new(Mat3::from_rotation_z(90f32.to_radians()), Vec3::new(2.0, 0.0, 0.0));
/// let tip = parent_from_arm.transform_point(Vec3::X);
/// assert!((tip - Vec3::new(2.0, 1.0, 0.0)).length() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rigid {
    /// Rotation, orthonormal with determinant 1. Its columns are the axes after the transform.
    pub rotation: Mat3,
    /// Position of the origin after the transform.
    pub translation: Vec3,
}

impl Rigid {
    /// The identity.
    pub const IDENTITY: Rigid = Rigid { rotation: Mat3::IDENTITY, translation: Vec3::ZERO };

    /// Makes the transform. `rotation` must be orthonormal with determinant 1, which is not checked.
    pub const fn new(rotation: Mat3, translation: Vec3) -> Self {
        Self { rotation, translation }
    }

    /// Returns a point rotated and translated.
    pub fn transform_point(&self, point: Vec3) -> Vec3 {
        self.rotation * point + self.translation
    }

    /// Returns a direction rotated.
    pub fn transform_vector(&self, vector: Vec3) -> Vec3 {
        self.rotation * vector
    }

    /// Returns the transform by `inner` and then by `self`: `a_from_b.compose(b_from_c)` is `a_from_c`.
    #[must_use]
    pub fn compose(&self, inner: &Rigid) -> Rigid {
        Rigid { rotation: self.rotation * inner.rotation, translation: self.transform_point(inner.translation) }
    }

    /// Returns `b_from_a` for `a_from_b`. The inverse rotation turns the translation: it is `-R^T t`, not `-t`.
    #[must_use]
    pub fn inverse(&self) -> Rigid {
        let rotation = self.rotation.transpose(); // the inverse of an orthonormal matrix
        Rigid { rotation, translation: -(rotation * self.translation) }
    }

    /// Returns the transform as a 4x4 matrix, its last row 0 0 0 1.
    pub fn to_mat4(&self) -> Mat4 {
        Mat4::from(Affine3A::from_mat3_translation(self.rotation, self.translation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::values::{point, unit_quat};
    use proptest::prelude::*;

    fn rigid() -> impl Strategy<Value = Rigid> {
        (unit_quat(), point()).prop_map(|(q, t)| Rigid::new(Mat3::from_quat(q), t))
    }

    // Coordinates up to 10; two products of three terms: 60 roundings of 6e-7 at most, times 3.
    const SLOP: f32 = 1e-4;

    proptest! {
        #[test]
        fn compose_applies_both(a in rigid(), b in rigid(), p in point()) {
            let at_once = a.compose(&b).transform_point(p);
            let in_turn = a.transform_point(b.transform_point(p));
            prop_assert!((at_once - in_turn).length() < SLOP, "{at_once} {in_turn}");
        }

        #[test]
        fn inverse_undoes(a in rigid(), p in point()) {
            prop_assert!((a.inverse().transform_point(a.transform_point(p)) - p).length() < SLOP);
            prop_assert!((a.transform_point(a.inverse().transform_point(p)) - p).length() < SLOP);
        }

        #[test]
        fn the_matrix_does_the_same(a in rigid(), b in rigid(), p in point()) {
            let product = a.to_mat4() * b.to_mat4();
            let got = product.transform_point3(p);
            prop_assert!((got - a.compose(&b).transform_point(p)).length() < SLOP);
            prop_assert_eq!(product.row(3), glam::Vec4::W);
        }

        #[test]
        fn lengths_are_kept(a in rigid(), p in point(), q in point()) {
            let after = (a.transform_point(p) - a.transform_point(q)).length();
            prop_assert!((after - (p - q).length()).abs() < SLOP);
            prop_assert!((a.transform_vector(p).length() - p.length()).abs() < SLOP);
        }
    }
}
