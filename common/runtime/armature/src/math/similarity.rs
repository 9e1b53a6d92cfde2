//! Similarities: an even scale and a rigid transform, and the similarity nearest to a matrix.

use super::{DualQuaternion, decompose};
use glam::{Affine3A, Mat3A, Quat, Vec3};

/// A transform `p -> motion(scale * p)`, without shear and uneven scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Similarity {
    /// Scale in all directions. A negative number mirrors all three axes.
    pub scale: f32,
    /// Rotation and translation.
    pub motion: DualQuaternion,
}

/// Largest number of steps of Newton's iteration, which halves the number of wrong digits in each step near a rotation.
const MAX_STEPS: usize = 24;

impl Similarity {
    /// The identity.
    pub const IDENTITY: Similarity = Similarity { scale: 1.0, motion: DualQuaternion::IDENTITY };

    /// Returns the similarity nearest to a matrix. It is exact for matrices without shear and uneven scale, also
    /// mirrored.
    ///
    /// The scale keeps volumes (it is the cube root of the determinant); the rotation is that of the polar
    /// decomposition, so that a stretch along any axis does not turn it. A matrix that flattens has scale 0.
    pub fn nearest(matrix: &Affine3A) -> Self {
        let scale = matrix.matrix3.determinant().cbrt();
        let rotation =
            nearest_rotation(&(matrix.matrix3 * scale.recip())).unwrap_or_else(|| decompose(matrix).transform.rotation);
        let translation = matrix.translation.into();
        let motion = DualQuaternion::from_rotation_translation(rotation, translation);
        Similarity { scale, motion }
    }

    /// Returns a point scaled, rotated and translated.
    pub fn transform_point(&self, point: Vec3) -> Vec3 {
        self.motion.transform_point(self.scale * point)
    }
}

/// Returns the rotation `R` of the polar decomposition `M = R S`, `S` symmetric, of a matrix of determinant 1, or
/// `None` if the matrix is too nearly flat.
///
/// Source of Newton's iteration `R <- (R + R^-T) / 2`: N. Higham, "Computing the polar decomposition with
/// applications", SIAM J. Sci. Stat. Comput. 7(4), 1986.
fn nearest_rotation(matrix: &Mat3A) -> Option<Quat> {
    let mut rotation = *matrix;
    for _ in 0..MAX_STEPS {
        let next = (rotation + rotation.inverse().transpose()) * 0.5;
        // NaN must fail this comparison.
        let has_converged = next.abs_diff_eq(rotation, 1e-6);
        rotation = next;
        if has_converged {
            return Some(Quat::from_mat3a(&rotation).normalize());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{math::Transform, testing::values};
    use proptest::prelude::*;

    proptest! {
        /// Mirrored or not, in centimetres or in kilometres.
        #[test]
        fn similarities_are_exact(
            t in values::transform(), size in -2.0f32..2.0, mirror: bool, p in values::point(),
        ) {
            let size = 10f32.powf(size);
            let scale = Vec3::splat(if mirror { -size } else { size });
            let matrix = Transform { scale, ..t }.to_affine();
            let got = Similarity::nearest(&matrix).transform_point(p);
            // Coordinates up to 17 * size + 17; 40 roundings of 6e-8 of that, times 2.
            prop_assert!((got - matrix.transform_point3(p)).length() < 1e-4 * (1.0 + size), "{got}");
        }

        #[test]
        fn a_stretch_changes_the_scale_by_its_volume_alone(t in values::transform(), turn in values::unit_quat(), axes in values::unit_quat()) {
            let stretch = Mat3A::from_quat(axes) * Mat3A::from_diagonal(t.scale) * Mat3A::from_quat(axes.conjugate());
            let matrix = Affine3A { matrix3: Mat3A::from_quat(turn) * stretch, translation: glam::Vec3A::ZERO };
            let got = Similarity::nearest(&matrix);
            prop_assert!(got.motion.real.angle_between(turn) < 2e-3, "{got:?} {turn}"); // acos near 1
            prop_assert!((got.scale.powi(3) / (t.scale.x * t.scale.y * t.scale.z) - 1.0).abs() < 1e-3);
        }
    }

    #[test]
    fn flat_matrices_have_a_rotation() {
        let flat = Affine3A::from_scale(Vec3::new(1.0, 0.0, 2.0));
        for matrix in [flat, Affine3A::ZERO] {
            let got = Similarity::nearest(&matrix);
            assert!(got.scale == 0.0 && got.motion.real.is_normalized(), "{got:?}");
        }
        let nearly_flat = Affine3A::from_scale(Vec3::new(1e-12, 1.0, 1e12));
        assert!(Similarity::nearest(&nearly_flat).motion.real.is_normalized());
    }
}
