//! TRS transforms (translation, rotation, scale), as a pose stores them for each joint.

use super::{clamp_weight, nlerp, shortest};
use glam::{Affine3A, Mat4, Quat, Vec3};

/// A transform `p -> translation + rotation * (scale * p)`, without shear (see [`decompose`](super::decompose())).
///
/// Two transforms can be blended component by component, two matrices cannot: a matrix halfway shrinks.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Transform {
    /// Translation in the parent's space.
    pub translation: Vec3,
    /// Rotation, of unit length.
    pub rotation: Quat,
    /// Scale along the joint's own axes. A negative number mirrors.
    pub scale: Vec3,
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Transform {
    /// The identity.
    pub const IDENTITY: Transform = Transform { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// Makes a transform without rotation and scale.
    pub const fn from_translation(translation: Vec3) -> Self {
        Self { translation, ..Self::IDENTITY }
    }

    /// Makes a transform without translation and scale. `rotation` must have unit length.
    pub const fn from_rotation(rotation: Quat) -> Self {
        Self { rotation, ..Self::IDENTITY }
    }

    /// Returns the transform as a matrix.
    pub fn to_affine(&self) -> Affine3A {
        Affine3A::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }

    /// Returns the transform as a 4x4 matrix, its last row 0 0 0 1.
    pub fn to_mat4(&self) -> Mat4 {
        Mat4::from_scale_rotation_translation(self.scale, self.rotation, self.translation)
    }

    /// Returns a point scaled, rotated and translated.
    pub fn transform_point(&self, point: Vec3) -> Vec3 {
        self.rotation * (self.scale * point) + self.translation
    }

    /// Returns the transform at a fraction `u` of the way to `other`: translation and scale are interpolated linearly,
    /// the rotation the short way by [`nlerp`]. `u` is clamped by [`clamp_weight`].
    #[must_use]
    pub fn blend(&self, other: &Transform, u: f32) -> Transform {
        let u = clamp_weight(u);
        Transform {
            translation: self.translation.lerp(other.translation, u),
            rotation: nlerp(self.rotation, shortest(self.rotation, other.rotation), u),
            scale: self.scale.lerp(other.scale, u),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::values::{point, transform};
    use proptest::prelude::*;

    proptest! {
        // Coordinates up to 10, scales up to 3: 30 * 4 roundings of 6e-8 * 30, times 10.
        #[test]
        fn matrix_and_transform_agree(t in transform(), p in point()) {
            let by_matrix = t.to_affine().transform_point3(p);
            prop_assert!((by_matrix - t.transform_point(p)).length() < 5e-4);
            prop_assert!((t.to_mat4().transform_point3(p) - by_matrix).length() < 5e-4);
        }

        #[test]
        fn blending_ends_at_its_ends(a in transform(), b in transform(), p in point()) {
            prop_assert!((a.blend(&b, 0.0).transform_point(p) - a.transform_point(p)).length() < 5e-4);
            prop_assert!((a.blend(&b, 1.0).transform_point(p) - b.transform_point(p)).length() < 5e-4);
        }

        #[test]
        fn blending_keeps_scale(a in transform(), b in transform(), u in 0.0f32..1.0) {
            let a = Transform { scale: Vec3::ONE, ..a };
            let b = Transform { scale: Vec3::ONE, ..b };
            let half = a.blend(&b, u).to_affine();
            prop_assert!((half.matrix3.x_axis.length() - 1.0).abs() < 1e-5);
        }
    }
}
