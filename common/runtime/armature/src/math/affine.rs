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

    /// Returns the rows as numbers of 16 bits (IEEE 754 binary16), for half of the upload: each is the nearest of those,
    /// within a two-thousandth of itself. An addend of 2 m is within a millimetre, which a close view shows. Beyond 65504
    /// numbers are infinite. In WGSL they are `vec4<f16>`, or read by `unpack2x16float`.
    pub fn to_f16_rows(self) -> [[u16; 4]; 3] {
        self.rows.map(|row| row.map(f16_bits))
    }

    /// Returns the transform as a 4x4 matrix.
    pub fn to_mat4(self) -> Mat4 {
        Affine3A::from(self).into()
    }
}

/// Returns the bits of the nearest number of 16 bits, of two as near the even one.
fn f16_bits(number: f32) -> u16 {
    const SMALLEST_NORMAL: f32 = 1.0 / (1 << 14) as f32;
    const STEP_BELOW: f32 = 1.0 / (1 << 24) as f32;
    /// Halfway from the largest to the next, which would be 2^16.
    const BEYOND: f32 = 65_520.0;
    let sign = (number.to_bits() >> 16) as u16 & 0x8000;
    let size = number.abs();
    let bits = if size < SMALLEST_NORMAL {
        (size / STEP_BELOW).round_ties_even() as u16
    } else if size < BEYOND {
        // The exponent counts from -15 instead of -127, and of 23 digits 10 are left.
        let bits = size.to_bits() - ((127 - 15) << 23);
        ((bits + 0x0fff + ((bits >> 13) & 1)) >> 13) as u16
    } else if size.is_nan() {
        0x7e00
    } else {
        0x7c00
    };
    sign | bits
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

    /// Returns the number of 16 bits, by the definition.
    fn from_f16(bits: u16) -> f32 {
        let fraction = f32::from(bits & 0x3ff);
        let size = match (bits >> 10) & 0x1f {
            0 => fraction * 2f32.powi(-24),
            exponent => (1024.0 + fraction) * 2f32.powi(i32::from(exponent) - 25),
        };
        if bits & 0x8000 == 0 { size } else { -size }
    }

    #[test]
    fn numbers_of_16_bits_are_the_nearest() {
        for bits in 0..0x7bff {
            let number = from_f16(bits);
            let next = from_f16(bits + 1);
            let middle = f32::midpoint(number, next); // exact in an f32
            let even = bits + (bits & 1);
            for (given, nearest) in
                [(number, bits), (middle.next_down(), bits), (middle, even), (middle.next_up(), bits + 1)]
            {
                assert_eq!([f16_bits(given), f16_bits(-given)], [nearest, nearest | 0x8000], "{given}");
            }
        }
        let beyond = [65_504.0, 65_519.0, 65_520.0, f32::INFINITY].map(f16_bits);
        assert_eq!(beyond, [0x7bff, 0x7bff, 0x7c00, 0x7c00]);
        assert!(f16_bits(f32::NAN) & 0x7fff > 0x7c00);
        let rows = Affine3x4::from(Affine3A::from_translation(Vec3::new(1.5, -2.0, 0.1))).to_f16_rows();
        assert_eq!(rows.map(|row| row.map(from_f16)[3]), [1.5, -2.0, 0.099_975_586]);
    }

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
