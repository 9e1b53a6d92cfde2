//! A joint's transform in three parts, and two ways of blending that this lesson replaces.

use glam::{EulerRot, Mat4, Quat, Vec3};

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct Rotations {
        "07.1" shortest: fn(from: Quat, to: Quat) -> Quat,
        "07.2" nlerp: fn(a: Quat, b: Quat, u: f32) -> Quat,
        "07.3" slerp: fn(a: Quat, b: Quat, u: f32) -> Quat,
        "07.4" decompose: fn(matrix: Mat4) -> Transform,
    }
}

/// A joint's transform in three parts, applied in this order: scale, rotation, translation.
pub use armature::math::Transform;

/// Interpolates two matrices number by number, as lesson 06 does.
pub fn matrix_lerp(a: Mat4, b: Mat4, u: f32) -> Mat4 {
    a * (1.0 - u) + b * u
}

/// Interpolates two rotations angle by angle: the turn about x, then about y, then about z.
pub fn euler_lerp(a: Quat, b: Quat, u: f32) -> Quat {
    let blend = Vec3::from(a.to_euler(EulerRot::ZYX)).lerp(b.to_euler(EulerRot::ZYX).into(), u);
    Quat::from_euler(EulerRot::ZYX, blend.x, blend.y, blend.z)
}
