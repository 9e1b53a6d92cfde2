//! Decomposition, composition and slerp in double precision: files are evaluated with them.

use armature::math::{Decomposition, Transform, decompose};
use glam::{Affine3A, DAffine3, DMat3, DQuat, DVec3, DVec4, Mat3, Vec4Swizzles};

/// Translation, rotation (as a quaternion), scale and shear, as in a [`Decomposition`]; unused components are 0.
pub(crate) type Parts = [DVec4; 4];

/// Numbers up to this one, and their squares, are far inside the range of an `f64` or an `f32`.
pub(crate) const LARGE: f64 = 1e15;

/// Sines and relative lengths below this are left to [`decompose`], which handles axes of length 0.
const SMALL: f64 = 1e-6;

/// Decomposes a matrix as [`decompose`] does; `None` for numbers beyond an `f32`.
pub(crate) fn try_decompose(matrix: &DAffine3) -> Option<Parts> {
    decompose_regular(matrix).or_else(|| {
        let matrix = single(matrix);
        matrix.is_finite().then(|| from_decomposition(&decompose(&matrix)))
    })
}

/// Decomposes a matrix in double precision; `None` for a matrix that is close to singular.
fn decompose_regular(matrix: &DAffine3) -> Option<Parts> {
    let DMat3 { x_axis, y_axis, z_axis } = matrix.matrix3;
    let [xx, yy, zz] = [x_axis, y_axis, z_axis].map(DVec3::length_squared);
    let largest = xx.max(yy).max(zz);
    let far = matrix.translation.length_squared();
    // Here and below: NaN must fail these comparisons.
    if !(largest < LARGE * LARGE && far < LARGE * LARGE) || xx.min(yy).min(zz) <= SMALL * SMALL * largest {
        return None;
    }
    let length = xx.sqrt();
    let x = x_axis / length;
    let xy = x.dot(y_axis);
    let across = y_axis - x * xy;
    let square = across.length_squared();
    let width = square.sqrt();
    let y = across / width;
    let z = x.cross(y);
    let depth = z.dot(z_axis);
    if !(square > SMALL * SMALL * yy && depth * depth > SMALL * SMALL * zz) {
        return None;
    }
    // Mirrored, x and so z point the other way.
    let mirror = if depth < 0.0 { -1.0 } else { 1.0 };
    let x = x * mirror;
    let xy = xy * mirror;
    let z = z * mirror;
    let depth = depth * mirror;
    let along = x.dot(z_axis);
    let per_depth = 1.0 / depth;
    let rotation = DQuat::from_mat3(&DMat3::from_cols(x, y, z));
    Some([
        matrix.translation.extend(0.0),
        rotation.into(),
        DVec4::new(length * mirror, width, depth, 0.0),
        DVec4::new(xy / width, along * per_depth, y.dot(z_axis) * per_depth, 0.0),
    ])
}

pub(crate) fn single(matrix: &DAffine3) -> Affine3A {
    let linear: Mat3 = matrix.matrix3.as_mat3();
    Affine3A::from_mat3_translation(linear, matrix.translation.as_vec3())
}

pub(crate) fn from_decomposition(parts: &Decomposition) -> Parts {
    let Decomposition { transform: Transform { translation, rotation, scale }, shear } = parts;
    let [translation, scale, shear] = [translation, scale, shear].map(|vector| vector.as_dvec3().extend(0.0));
    [translation, rotation.as_dquat().into(), scale, shear]
}

/// Returns `q` or `-q`, the same rotation, whichever is in the hemisphere of `a`.
pub(crate) fn same_hemisphere(a: DVec4, q: DVec4) -> DVec4 {
    if a.dot(q) < 0.0 { -q } else { q }
}

/// Returns the angle between two rotations in radians, for quaternions in the same hemisphere.
pub(crate) fn angle(a: DVec4, b: DVec4) -> f64 {
    4.0 * (a - b).length().atan2((a + b).length())
}

pub(crate) fn compose(parts: &Parts) -> DAffine3 {
    let [translation, rotation, scale, shear] = *parts;
    let sheared = DMat3::from_cols_array(&[1.0, 0.0, 0.0, shear.x, 1.0, 0.0, shear.y, shear.z, 1.0]);
    let rotation = DMat3::from_quat(DQuat::from_vec4(rotation));
    let linear = rotation * sheared * DMat3::from_diagonal(scale.truncate());
    DAffine3::from_mat3_translation(linear, translation.xyz())
}

/// Interpolates translation, scale and shear linearly, the rotation by [`slerp`].
pub(crate) fn blend(from: &Parts, to: &Parts, u: f64) -> Parts {
    let mut parts: Parts = std::array::from_fn(|part| from[part].lerp(to[part], u));
    parts[1] = slerp(from[1], to[1], u);
    parts
}

/// Interpolates as [`slerp`](armature::math::slerp()), for quaternions of unit length.
pub(crate) fn slerp(from: DVec4, to: DVec4, u: f64) -> DVec4 {
    let arc = Arc::new(from, to);
    let blend = if arc.half < 1e-6 { arc.from * (1.0 - u) + arc.to * u } else { arc.rotation_at(u) };
    blend.normalize()
}

/// The shorter arc between two rotations, evaluated many times.
pub(crate) struct Arc {
    from: DVec4,
    to: DVec4,
    /// The angle between the quaternions, half of that between the rotations.
    half: f64,
    sin: f64,
}

impl Arc {
    /// Makes the interpolation between quaternions of unit length.
    pub(crate) fn new(from: DVec4, to: DVec4) -> Self {
        let to = same_hemisphere(from, to);
        let half = angle(from, to) / 2.0;
        Self { from, to, half, sin: half.sin() }
    }

    /// Returns the angle between the rotations, in radians.
    pub(crate) fn angle(&self) -> f64 {
        2.0 * self.half
    }

    /// Returns the rotation at a fraction `u` of the angle, of unit length but for rounding. The two must not be equal.
    pub(crate) fn rotation_at(&self, u: f64) -> DVec4 {
        (self.from * ((1.0 - u) * self.half).sin() + self.to * (u * self.half).sin()) / self.sin
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::values::transform;
    use glam::Vec3;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn as_in_single_precision(
            t in transform(), mirrored: bool, shear in prop::array::uniform3(-1.0f32..1.0),
        ) {
            let mut t = t;
            t.scale.y = if mirrored { -t.scale.y } else { t.scale.y };
            let matrix = Decomposition { transform: t, shear: shear.into() }.to_affine();
            let want = from_decomposition(&decompose(&matrix));
            let wide = DAffine3::from_mat3_translation(
                glam::Mat3::from(matrix.matrix3).as_dmat3(),
                Vec3::from(matrix.translation).as_dvec3(),
            );
            let mut got = decompose_regular(&wide).expect("scales are far from 0");
            got[1] = same_hemisphere(want[1], got[1]);
            for part in 0..4 {
                let near = got[part].abs_diff_eq(want[part], 1e-4);
                prop_assert!(near, "{} {}", got[part], want[part]);
            }
        }
    }

    #[test]
    fn singular_and_large_matrices_are_not_regular() {
        let flat = DAffine3::from_scale(DVec3::new(1.0, 0.0, 1.0));
        assert!(decompose_regular(&flat).is_none() && try_decompose(&flat).unwrap()[2].y == 0.0);
        let folded = DAffine3::from_mat3(DMat3::from_cols(DVec3::X, DVec3::X, DVec3::Z));
        assert!(decompose_regular(&folded).is_none() && try_decompose(&folded).is_some());
        for large in [1e300, f64::INFINITY, f64::NAN] {
            assert!(try_decompose(&DAffine3::from_translation(DVec3::splat(large))).is_none());
            assert!(try_decompose(&DAffine3::from_scale(DVec3::new(1.0, 1.0, large))).is_none());
        }
        let large = DAffine3::from_translation(DVec3::splat(1e30));
        assert_eq!(try_decompose(&large).unwrap()[0].x, f64::from(1e30f32));
    }
}
