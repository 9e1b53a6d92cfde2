//! Decomposition of a matrix into translation, rotation, shear and scale in double precision, and interpolation
//! between two.

use glam::{DAffine3, DMat3, DQuat, DVec3};

/// `matrix = T * R * K * S`, as [`math::decompose`](crate::math::decompose) decomposes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decomposed {
    translation: DVec3,
    rotation: DQuat,
    shear: DVec3,
    scale: DVec3,
}

impl Decomposed {
    pub(super) fn from_matrix(matrix: &DAffine3) -> Self {
        let linear = matrix.matrix3;
        let mirror = if linear.determinant() < 0.0 { -1.0 } else { 1.0 };
        let x = (linear.x_axis * mirror).try_normalize().unwrap_or(DVec3::X);
        let y = (linear.y_axis - x * x.dot(linear.y_axis)).try_normalize();
        let y = y.unwrap_or_else(|| x.any_orthonormal_vector());
        let z = x.cross(y);
        let scale = DVec3::new(x.dot(linear.x_axis), y.dot(linear.y_axis), z.dot(linear.z_axis));
        let tangent = |along: f64, own: f64| if own.abs() > 1e-12 * along.abs() { along / own } else { 0.0 };
        Self {
            translation: matrix.translation,
            rotation: DQuat::from_mat3(&DMat3::from_cols(x, y, z)).normalize(),
            shear: DVec3::new(
                tangent(x.dot(linear.y_axis), scale.y),
                tangent(x.dot(linear.z_axis), scale.z),
                tangent(y.dot(linear.z_axis), scale.z),
            ),
            scale,
        }
    }

    /// Interpolates translation, scale and shear linearly, the rotation on the shortest arc.
    pub(super) fn between(&self, to: &Self, u: f64) -> DAffine3 {
        let shear = self.shear.lerp(to.shear, u);
        let shear_matrix = DMat3::from_cols(DVec3::X, DVec3::new(shear.x, 1.0, 0.0), DVec3::new(shear.y, shear.z, 1.0));
        let rotation = DMat3::from_quat(slerp(self.rotation, to.rotation, u));
        let linear = rotation * shear_matrix * DMat3::from_diagonal(self.scale.lerp(to.scale, u));
        DAffine3::from_mat3_translation(linear, self.translation.lerp(to.translation, u))
    }
}

/// As [`math::slerp`](crate::math::slerp), in double precision.
fn slerp(from: DQuat, to: DQuat, u: f64) -> DQuat {
    let to = if from.dot(to) < 0.0 { -to } else { to };
    let angle = 2.0 * (from - to).length().atan2((from + to).length());
    if angle < 1e-6 {
        return (from * (1.0 - u) + to * u).normalize();
    }
    (from * (((1.0 - u) * angle).sin() / angle.sin()) + to * ((u * angle).sin() / angle.sin())).normalize()
}
