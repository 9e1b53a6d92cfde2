//! Matrix decomposition into translation, rotation, scale and shear.

use super::Transform;
use glam::{Affine3A, Mat3, Quat, Vec3};

/// A matrix taken apart: `matrix = T * R * K * S`, with `K` the unit upper triangular shear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decomposition {
    /// Translation, rotation and scale.
    pub transform: Transform,
    /// Shear of the y axis towards x, of z towards x, and of z towards y, as tangents (`K`'s entries
    /// above its diagonal). Zero where the axes are perpendicular.
    pub shear: Vec3,
}

impl Decomposition {
    /// The matrix again, shear included.
    pub fn to_affine(&self) -> Affine3A {
        let k = Mat3::from_cols(Vec3::X, Vec3::new(self.shear.x, 1.0, 0.0), Vec3::new(self.shear.y, self.shear.z, 1.0));
        let linear = Mat3::from_quat(self.transform.rotation) * k * Mat3::from_diagonal(self.transform.scale);
        Affine3A::from_mat3_translation(linear, self.transform.translation)
    }
}

impl Transform {
    /// The nearest transform without shear: [`decompose`] says how much was lost.
    pub fn from_matrix(matrix: &Affine3A) -> Self {
        decompose(matrix).transform
    }
}

/// The length of the longest axis: how far a matrix enlarges what is in its space, where nothing is sheared.
pub(crate) fn largest_scale(matrix: &Affine3A) -> f32 {
    let axes = matrix.matrix3;
    axes.x_axis.length().max(axes.y_axis.length()).max(axes.z_axis.length())
}

/// Takes `matrix` apart by Gram-Schmidt: the x axis keeps its direction, y is straightened against
/// x, and z against both.
///
/// - **Shear** is reported beside the transform, not spread over it.
/// - **Mirroring** (a negative determinant) becomes a negative x scale, always x, so that the keys
///   of one joint agree with each other.
/// - **Collapsed axes**: a length of zero gives scale 0, and the rotation is completed with
///   perpendicular axes, right-handed.
/// - **Not finite**: the translation is kept where it is finite, the rest is the identity.
///
/// Source: Spencer W. Thomas, "Decomposing a matrix into simple transformations", Graphics Gems II,
/// 1991, VII.1.
pub fn decompose(matrix: &Affine3A) -> Decomposition {
    let translation = Vec3::from(matrix.translation);
    let linear = Mat3::from(matrix.matrix3);
    if !matrix.matrix3.is_finite() {
        let translation = if translation.is_finite() { translation } else { Vec3::ZERO };
        return Decomposition { transform: Transform::from_translation(translation), shear: Vec3::ZERO };
    }
    // Unit columns first: then "perpendicular" means the same for a long axis and a short one.
    let length_of_x = linear.x_axis.length();
    let mirror = if linear.determinant() < 0.0 { -1.0 } else { 1.0 };
    let x = direction(linear.x_axis * mirror, length_of_x);
    let y = direction(linear.y_axis, linear.y_axis.length());
    let z = direction(linear.z_axis, linear.z_axis.length());

    let x_axis = x
        .or_else(|| y?.cross(z?).try_normalize())
        .unwrap_or_else(|| y.or(z).map_or(Vec3::X, |known| known.any_orthonormal_vector()));
    let y_axis = y
        .and_then(|y| (y - x_axis * x_axis.dot(y)).try_normalize())
        .or_else(|| z?.cross(x_axis).try_normalize())
        .unwrap_or_else(|| x_axis.any_orthonormal_vector());
    let z_axis = x_axis.cross(y_axis);

    // What of each column lies along its own straightened axis is scale; the rest is shear.
    let scale = Vec3::new(mirror * length_of_x, y_axis.dot(linear.y_axis), z_axis.dot(linear.z_axis));
    let shear = Vec3::new(
        tangent(x_axis.dot(linear.y_axis), scale.y),
        tangent(x_axis.dot(linear.z_axis), scale.z),
        tangent(y_axis.dot(linear.z_axis), scale.z),
    );
    let rotation = Quat::from_mat3(&Mat3::from_cols(x_axis, y_axis, z_axis)).normalize();
    Decomposition { transform: Transform { translation, rotation, scale }, shear }
}

/// Returns the shear of a column that has the length `along` of an axis in it, and `own` of its own.
fn tangent(along: f32, own: f32) -> f32 {
    if own.abs() > f32::EPSILON * along.abs() { along / own } else { 0.0 }
}

/// The unit vector along a column, or `None` where its length is too small to have a direction.
fn direction(column: Vec3, length: f32) -> Option<Vec3> {
    (length > f32::MIN_POSITIVE.sqrt()).then(|| column / length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::values::{point, transform};
    use proptest::prelude::*;

    proptest! {
        /// Taking apart and putting together again gives the matrix. Entries up to 3; about 20
        /// roundings, times 10.
        #[test]
        fn round_trip(t in transform(), mirrored: bool) {
            let scale = if mirrored { t.scale * Vec3::new(1.0, -1.0, 1.0) } else { t.scale };
            let matrix = Transform { scale, ..t }.to_affine();
            let parts = decompose(&matrix);
            prop_assert!(parts.transform.to_affine().abs_diff_eq(matrix, 2e-5), "{parts:?}");
            prop_assert!(parts.shear.abs().max_element() < 1e-4);
            prop_assert_eq!(parts.transform.scale.x < 0.0, mirrored);
            prop_assert!(parts.transform.scale.y > 0.0 && parts.transform.scale.z > 0.0);
        }

        /// A matrix with shear is reported, and its parts still multiply back to it.
        #[test]
        fn shear_is_kept_beside(t in transform(), shear in point()) {
            let shear = shear * 0.2;
            let sheared = Decomposition { transform: t, shear }.to_affine();
            let parts = decompose(&sheared);
            // Entries up to 3 * (1 + 2 + 2); a shear of 2 costs a digit more.
            prop_assert!(parts.to_affine().abs_diff_eq(sheared, 2e-4), "{parts:?}");
            prop_assert!((parts.shear - shear).length() < 5e-3, "{} {}", parts.shear, shear);
        }

        #[test]
        fn any_matrix_gives_finite_parts(columns in prop::array::uniform12(prop_oneof![
            4 => -1e3f32..1e3, 2 => Just(0.0), 1 => Just(f32::NAN), 1 => Just(f32::INFINITY), 1 => Just(1e-30), 1 => Just(1e18)
        ])) {
            let parts = decompose(&Affine3A::from_cols_array(&columns));
            prop_assert!(parts.transform.translation.is_finite() || !columns[9..].iter().all(|c| c.is_finite()));
            prop_assert!(parts.transform.rotation.is_finite(), "{parts:?}");
            prop_assert!(parts.transform.scale.is_finite(), "{parts:?}");
            prop_assert!(parts.transform.rotation.is_normalized(), "{parts:?}");
        }
    }

    #[test]
    fn collapsed_axes_have_scale_zero() {
        for scale in [Vec3::ZERO, Vec3::X, Vec3::new(0.0, 2.0, 0.0), Vec3::new(0.0, 1.0, 3.0)] {
            let rotation = Quat::from_rotation_y(0.7);
            let matrix = Affine3A::from_scale_rotation_translation(scale, rotation, Vec3::ONE);
            let parts = decompose(&matrix);
            assert!((parts.transform.scale - scale).length() < 1e-6, "{scale}: {parts:?}");
            assert!(parts.to_affine().abs_diff_eq(matrix, 1e-6), "{scale}: {parts:?}");
        }
    }
}
