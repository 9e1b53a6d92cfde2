//! Lesson 06: rotations between two keys: quaternions, nlerp and slerp, and a matrix in three parts.

use crate::{Answers, Transform};
use glam::{Mat3, Mat4, Quat, Vec3};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { shortest, nlerp, slerp, decompose };

/// The one of `to` and `-to` that lies nearer to `from`: both are the same rotation.
///
/// Both quaternions have length 1.
fn shortest(from: Quat, to: Quat) -> Quat {
    // TODO 06.1: `to` or `-to`, whichever is on `from`'s side.
    let _ = from; // you will need it
    to
}

/// Normalised linear interpolation: straight from `a` (`u` = 0) to `b` (`u` = 1), and back to length 1.
///
/// Both have length 1 and lie on one side: `shortest` has been called before.
fn nlerp(a: Quat, b: Quat, u: f32) -> Quat {
    // TODO 06.2: the straight line from a to b; then length 1 again.
    let _ = (b, u); // you will need them
    a
}

/// Spherical linear interpolation: along the arc from `a` (`u` = 0) to `b` (`u` = 1), at even speed.
///
/// Both have length 1 and lie on one side: `shortest` has been called before. They may be equal,
/// or so nearly equal that there is no arc to speak of.
fn slerp(a: Quat, b: Quat, u: f32) -> Quat {
    // TODO 06.3: the angle between a and b; the two weights; what if there is next to no angle?
    let _ = (b, u); // you will need them
    a
}

/// Decomposes `matrix` into translation, rotation and scale: `matrix = T R S`.
///
/// Its last row is 0 0 0 1, its axes are at right angles to each other, and none has length 0. If it
/// mirrors, the x scale is negative, and the other two are not.
fn decompose(matrix: Mat4) -> Transform {
    // TODO 06.4: a column and three lengths; divide by these, and what is left is a rotation.
    let _ = matrix; // you will need it
    Transform { translation: Vec3::ZERO, rotation: Quat::from_mat3(&Mat3::IDENTITY), scale: Vec3::ONE }
}
