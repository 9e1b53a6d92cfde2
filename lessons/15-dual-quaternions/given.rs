//! Given: the type of a dual quaternion.

pub use crate::ShaderFile;
use armature::math::DualQuaternion;
use glam::{Quat, Vec3};

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct DualQuaternions {
        "15.1" thickness: fn(theta: f32, weight: f32) -> f32,
        "15.2" from_rigid: fn(rotation: Quat, translation: Vec3) -> DualQuat,
        "15.3" blend: fn(weights: &[f32], motions: &[DualQuat]) -> DualQuat,
        "15.4" vertex: ShaderFile = "dual.vert",
    }
}

/// A rigid motion, first a rotation and then a translation, as two quaternions.
///
/// `(real, dual)` and `(-real, -dual)` are the same motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DualQuat {
    /// The rotation; of length 1.
    pub real: Quat,
    /// Half of the translation, as a quaternion with w = 0, times the rotation.
    pub dual: Quat,
}

impl From<DualQuaternion> for DualQuat {
    fn from(DualQuaternion { real, dual }: DualQuaternion) -> Self {
        DualQuat { real, dual }
    }
}

impl From<DualQuat> for DualQuaternion {
    fn from(DualQuat { real, dual }: DualQuat) -> Self {
        DualQuaternion { real, dual }
    }
}
