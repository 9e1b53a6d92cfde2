//! Matrix decomposition into translation, rotation, scale and shear.

use super::Transform;
use glam::{Affine3A, Mat3, Quat, Vec3};

/// Factors of a matrix: `matrix = T * R * K * S`, with the shear `K`, a unit upper triangular matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decomposition {
    /// Translation, rotation and scale.
    pub transform: Transform,
    /// Shear of the y axis towards x, of z towards x, and of z towards y, as tangents: the entries of `K` above its
    /// diagonal. Zero where the axes are perpendicular.
    pub shear: Vec3,
}

impl Decomposition {
    /// Returns the product of the factors.
    pub fn to_affine(&self) -> Affine3A {
        let k = Mat3::from_cols(Vec3::X, Vec3::new(self.shear.x, 1.0, 0.0), Vec3::new(self.shear.y, self.shear.z, 1.0));
        let linear = Mat3::from_quat(self.transform.rotation) * k * Mat3::from_diagonal(self.transform.scale);
        Affine3A::from_mat3_translation(linear, self.transform.translation)
    }
}

impl Transform {
    /// Returns the transform of [`decompose`], without the shear.
    pub fn from_matrix(matrix: &Affine3A) -> Self {
        decompose(matrix).transform
    }
}

/// Returns the length of a matrix's longest axis: the largest factor by which it scales, if it does not shear.
pub fn largest_scale(matrix: &Affine3A) -> f32 {
    let axes = matrix.matrix3;
    axes.x_axis.length().max(axes.y_axis.length()).max(axes.z_axis.length())
}

/// Decomposes `matrix` by Gram-Schmidt: the x axis keeps its direction, y is made perpendicular to x, and z to both.
///
/// - **Shear** is returned beside the transform.
/// - **Mirroring** (a negative determinant) becomes a negative x scale, never y or z, so that the keys of a joint agree.
/// - **Collapsed axes** have scale 0; the rotation is completed with perpendicular axes, right-handed.
/// - **Not finite** axes become the identity; so does a translation that is not finite.
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
    // Unit columns, so that tests for perpendicular axes do not depend on lengths.
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

    // The part of each column along its own new axis is scale; the parts along the others are shear.
    let scale = Vec3::new(mirror * length_of_x, y_axis.dot(linear.y_axis), z_axis.dot(linear.z_axis));
    let shear = Vec3::new(
        tangent(x_axis.dot(linear.y_axis), scale.y),
        tangent(x_axis.dot(linear.z_axis), scale.z),
        tangent(y_axis.dot(linear.z_axis), scale.z),
    );
    let rotation = Quat::from_mat3(&Mat3::from_cols(x_axis, y_axis, z_axis)).normalize();
    Decomposition { transform: Transform { translation, rotation, scale }, shear }
}

/// Returns the shear of a column with the component `along` of another axis and the component `own` of its own axis.
fn tangent(along: f32, own: f32) -> f32 {
    if own.abs() > f32::EPSILON * along.abs() { along / own } else { 0.0 }
}

/// Returns the unit vector of a column, or `None` if the column is too short to have a direction.
fn direction(column: Vec3, length: f32) -> Option<Vec3> {
    (length > f32::MIN_POSITIVE.sqrt()).then(|| column / length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::values::{point, transform};
    use proptest::prelude::*;

    proptest! {
        /// The tolerance: entries up to 3, about 20 roundings, times 10.
        #[test]
        fn factors_multiply_to_the_matrix(t in transform(), mirrored: bool) {
            let scale = if mirrored { t.scale * Vec3::new(1.0, -1.0, 1.0) } else { t.scale };
            let matrix = Transform { scale, ..t }.to_affine();
            let parts = decompose(&matrix);
            prop_assert!(parts.transform.to_affine().abs_diff_eq(matrix, 2e-5), "{parts:?}");
            prop_assert!(parts.shear.abs().max_element() < 1e-4);
            prop_assert_eq!(parts.transform.scale.x < 0.0, mirrored);
            prop_assert!(parts.transform.scale.y > 0.0 && parts.transform.scale.z > 0.0);
        }

        #[test]
        fn shear_is_one_of_the_factors(t in transform(), shear in point()) {
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
