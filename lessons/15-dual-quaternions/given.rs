//! What the lesson gives: the type of a dual quaternion.

use glam::Quat;

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
