//! 3x4 matrices as three rows of four, as a shader reads them.

use glam::{Affine3A, Mat3A, Mat4, Vec3, Vec3A};

/// An affine matrix without its last row, 0 0 0 1, row by row:
///
/// ```text
///            x    y    z    w
/// rows[0]   m00  m01  m02   tx      16 bytes each, 48 in all, where a mat4 takes 64
/// rows[1]   m10  m11  m12   ty
/// rows[2]   m20  m21  m22   tz
/// ```
///
/// In a shader it is three `vec4`, and a point is transformed by three dot products:
/// `vec3(dot(r0, vec4(p, 1)), dot(r1, vec4(p, 1)), dot(r2, vec4(p, 1)))`.
///
/// ```
/// use armature::math::Affine3x4;
/// use glam::{Affine3A, Vec3};
///
/// let matrix = Affine3x4::from(Affine3A::from_translation(Vec3::new(5.0, 6.0, 7.0)));
/// assert_eq!(matrix.rows[0], [1.0, 0.0, 0.0, 5.0]);
/// assert_eq!(matrix.transform_point3(Vec3::X), Vec3::new(6.0, 6.0, 7.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "bytemuck", derive(bytemuck::Pod, bytemuck::Zeroable))]
#[repr(C, align(16))]
pub struct Affine3x4 {
    /// Rows, each with the factors of x, y and z and an addend.
    pub rows: [[f32; 4]; 3],
}

impl Default for Affine3x4 {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Affine3x4 {
    /// The identity.
    pub const IDENTITY: Affine3x4 =
        Affine3x4 { rows: [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]] };

    /// Returns a transformed point.
    pub fn transform_point3(&self, p: Vec3) -> Vec3 {
        Vec3::from(self.rows.map(|[x, y, z, w]| x * p.x + y * p.y + z * p.z + w))
    }

    /// Returns the transform as a 4x4 matrix.
    pub fn to_mat4(self) -> Mat4 {
        Affine3A::from(self).into()
    }
}

impl From<Affine3A> for Affine3x4 {
    fn from(m: Affine3A) -> Self {
        let Affine3A { matrix3: Mat3A { x_axis: x, y_axis: y, z_axis: z }, translation: t } = m;
        Affine3x4 { rows: [[x.x, y.x, z.x, t.x], [x.y, y.y, z.y, t.y], [x.z, y.z, z.z, t.z]] }
    }
}

impl From<Affine3x4> for Affine3A {
    fn from(Affine3x4 { rows: [x, y, z] }: Affine3x4) -> Self {
        let [x_axis, y_axis, z_axis, translation] =
            [0, 1, 2, 3].map(|column| Vec3A::new(x[column], y[column], z[column]));
        Affine3A { matrix3: Mat3A::from_cols(x_axis, y_axis, z_axis), translation }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::values;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn conversions_keep_the_matrix(t in values::transform(), p in values::point()) {
            let affine = t.to_affine();
            let rows = Affine3x4::from(affine);
            prop_assert_eq!(Affine3A::from(rows), affine);
            prop_assert_eq!(rows.to_mat4(), Mat4::from(affine));
            prop_assert!((rows.transform_point3(p) - affine.transform_point3(p)).length() < 1e-4);
        }
    }
}
