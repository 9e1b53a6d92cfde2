//! Lesson 07: rotations between two keys.

use crate::{Answers, Transform};
use glam::{Mat3, Mat4, Quat, Vec3};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { shortest, nlerp, slerp, decompose };

/// `to` or `-to`, whichever is nearer to `from`. (Both are the same rotation.)
fn shortest(from: Quat, to: Quat) -> Quat {
    // TODO 07.1: which of `to` and `-to` is on `from`'s side?
    let _ = from; // you will need it
    to
}

/// Normalised linear interpolation: straight from `a` (`u` = 0) to `b` (`u` = 1), and back to length 1.
///
/// `a * 0.3` is a product with a number, `0.3 * a` is none. `q.normalize()` divides by the length.
fn nlerp(a: Quat, b: Quat, u: f32) -> Quat {
    // TODO 07.2: blend a and b on a straight line. How long is the result, and how long should it be?
    let _ = (b, u); // you will need them
    a
}

/// Spherical linear interpolation: along the arc from `a` (`u` = 0) to `b` (`u` = 1), at even speed.
///
/// `shortest` has been called before, so `a` and `b` are on the same side. `dot.acos()` is the angle between them in
/// radians, and `angle.sin()` its sine.
fn slerp(a: Quat, b: Quat, u: f32) -> Quat {
    // TODO 07.3: the angle between a and b gives the two weights. And if there is next to no angle?
    let _ = (b, u); // you will need them
    a
}

/// Decomposes `matrix` into translation, rotation and scale: `matrix = T R S`.
///
/// Its axes are at right angles to each other, and none has length 0. `Mat3::from_mat4(matrix)` has the first three
/// columns, `x_axis`, `y_axis` and `z_axis`, and a `determinant()`. `matrix.w_axis.truncate()` is the fourth.
/// `Quat::from_mat3(&Mat3::from_cols(x, y, z))` is the quaternion of the rotation with the axes x, y, z.
fn decompose(matrix: Mat4) -> Transform {
    // TODO 07.4: one column is the translation. How long are the other three, and in which directions do they point?
    let _ = matrix; // you will need it
    Transform { translation: Vec3::ZERO, rotation: Quat::from_mat3(&Mat3::IDENTITY), scale: Vec3::ONE }
}
