//! Given: a joint's transform in three parts, and two ways of blending that this lesson leaves behind.

use glam::{EulerRot, Mat4, Quat, Vec3};

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct Rotations {
        "06.1" shortest: fn(from: Quat, to: Quat) -> Quat,
        "06.2" nlerp: fn(a: Quat, b: Quat, u: f32) -> Quat,
        "06.3" slerp: fn(a: Quat, b: Quat, u: f32) -> Quat,
        "06.4" decompose: fn(matrix: Mat4) -> Transform,
    }
}

/// A joint's place in its parent's space, in three parts: scale first, then rotate, then translate.
pub use armature::math::Transform;

/// Lesson 05: sixteen numbers, each on its own.
pub fn matrix_lerp(a: Mat4, b: Mat4, u: f32) -> Mat4 {
    a * (1.0 - u) + b * u
}

/// Three angles about x, y and z, each on its own: first the turn about x, then about y, then about z.
pub fn euler_lerp(a: Quat, b: Quat, u: f32) -> Quat {
    let blend = Vec3::from(a.to_euler(EulerRot::ZYX)).lerp(b.to_euler(EulerRot::ZYX).into(), u);
    Quat::from_euler(EulerRot::ZYX, blend.x, blend.y, blend.z)
}
