//! Decomposition, composition and slerp in double precision: files are evaluated with them.

use armature::math::{Decomposition, Transform};
use glam::{Affine3A, DAffine3, DMat3, DQuat, DVec4, Mat3, Vec4Swizzles};

/// Translation, rotation (as a quaternion), scale and shear, as in a [`Decomposition`]; unused components are 0.
pub(crate) type Parts = [DVec4; 4];

/// Numbers up to this one, and their squares, are far inside the range of an `f64` or an `f32`.
pub(crate) const LARGE: f64 = 1e15;

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
