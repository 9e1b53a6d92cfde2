//! A local transform decomposed into translation, rotation, scale and shear, each of which gets a track of its own.

use crate::loading::rest::single;
use crate::math::{Decomposition, decompose};
use glam::{DAffine3, DMat3, DQuat, DVec3, DVec4, Quat, Vec3};

/// Translation, rotation (as a quaternion), scale and shear; unused components are 0.
pub(crate) type Parts = [DVec4; 4];

/// The identity.
pub(super) const AT_REST: Parts = [DVec4::ZERO, DVec4::W, DVec4::ONE, DVec4::ZERO];

/// The index of a part in [`Parts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Translation,
    Rotation,
    Scale,
    Shear,
}

impl Part {
    pub(super) const ALL: [Part; 4] = [Part::Translation, Part::Rotation, Part::Scale, Part::Shear];

    /// What rounding errors are proportional to.
    pub(super) fn noise(self, value: DVec4) -> f64 {
        match self {
            Part::Rotation => 0.5, // of an angle of 1
            Part::Translation | Part::Scale => value.length(),
            Part::Shear => 1.0 + value.length(),
        }
    }
}

/// Numbers up to this one, and their squares, are far inside the range of an `f64` or an `f32`.
pub(super) const LARGE: f64 = 1e15;

/// Sines and relative lengths below this are left to [`decompose`], which handles axes of length 0.
const SMALL: f64 = 1e-6;

/// Decomposes a matrix as [`decompose`] does; `None` if it holds numbers beyond an `f32`.
pub(crate) fn parts(local: &DAffine3) -> Option<Parts> {
    regular(local).or_else(|| {
        let matrix = single(local);
        matrix.is_finite().then(|| from_decomposition(&decompose(&matrix)))
    })
}

/// In double precision, if the matrix is far from singular.
fn regular(local: &DAffine3) -> Option<Parts> {
    let DMat3 { x_axis, y_axis, z_axis } = local.matrix3;
    let [xx, yy, zz] = [x_axis, y_axis, z_axis].map(DVec3::length_squared);
    let largest = xx.max(yy).max(zz);
    let far = local.translation.length_squared();
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
    let (x, xy, z) = (x * mirror, xy * mirror, z * mirror);
    let depth = depth * mirror;
    let (along, per_depth) = (x.dot(z_axis), 1.0 / depth);
    let rotation = DQuat::from_mat3(&DMat3::from_cols(x, y, z));
    Some([
        local.translation.extend(0.0),
        rotation.into(),
        DVec4::new(length * mirror, width, depth, 0.0),
        DVec4::new(xy / width, along * per_depth, y.dot(z_axis) * per_depth, 0.0),
    ])
}

pub(crate) fn from_decomposition(parts: &Decomposition) -> Parts {
    let wide = |vector: Vec3| vector.as_dvec3().extend(0.0);
    let rotation = |rotation: Quat| rotation.as_dquat().into();
    let Decomposition { transform, shear } = parts;
    [wide(transform.translation), rotation(transform.rotation), wide(transform.scale), wide(*shear)]
}

/// `q` or `-q`, which is the same rotation: whichever is in the hemisphere of `a`.
pub(super) fn same_hemisphere(a: DVec4, q: DVec4) -> DVec4 {
    if a.dot(q) < 0.0 { -q } else { q }
}

/// The angle between two rotations, in radians, for quaternions in the same hemisphere.
pub(super) fn angle(a: DVec4, b: DVec4) -> f64 {
    4.0 * (a - b).length().atan2((a + b).length())
}

/// Linear interpolation between two values of a part, of rotations by slerp if the angle between them is larger than
/// `nlerp_limit`, else by nlerp. `None` where rounding decides which way is shorter.
pub(super) fn interpolation(part: Part, a: DVec4, b: DVec4, nlerp_limit: f64) -> Option<impl Fn(f64) -> DVec4> {
    let is_rotation = part == Part::Rotation;
    let b = if is_rotation { same_hemisphere(a, b) } else { b };
    if is_rotation && a.dot(b) < 0.2 {
        return None;
    }
    // Between the quaternions, half of what it is between the rotations.
    let half = if is_rotation && (a - b).length() > 0.49 * nlerp_limit { angle(a, b) / 2.0 } else { 0.0 };
    let (by_slerp, sin) = (2.0 * half > nlerp_limit, half.sin());
    Some(move |u: f64| {
        if by_slerp {
            return (a * ((1.0 - u) * half).sin() + b * (u * half).sin()) / sin;
        }
        let value = a + (b - a) * u;
        if is_rotation { value.normalize() } else { value }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::testing::transform;
    use proptest::prelude::*;

    proptest! {
        /// Both ways to decompose a matrix agree, mirrored or sheared.
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
            let mut got = regular(&wide).expect("scales are far from 0");
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
        assert!(regular(&flat).is_none() && parts(&flat).unwrap()[2].y == 0.0);
        let folded = DAffine3::from_mat3(DMat3::from_cols(DVec3::X, DVec3::X, DVec3::Z));
        assert!(regular(&folded).is_none() && parts(&folded).is_some());
        for large in [1e300, f64::INFINITY, f64::NAN] {
            assert!(parts(&DAffine3::from_translation(DVec3::splat(large))).is_none());
            assert!(parts(&DAffine3::from_scale(DVec3::new(1.0, 1.0, large))).is_none());
        }
        let large = DAffine3::from_translation(DVec3::splat(1e30));
        assert_eq!(parts(&large).unwrap()[0].x, f64::from(1e30f32));
    }
}
