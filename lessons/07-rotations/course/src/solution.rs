//! Lesson 07: rotations between two keys.

use crate::{Answers, Transform};
use glam::{Mat3, Mat4, Quat, Vec3};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { shortest, nlerp, slerp, decompose };

/// `to` or `-to`, whichever is nearer to `from`. (Both are the same rotation.)
fn shortest(from: Quat, to: Quat) -> Quat {
    // BEGIN 07.1
    if from.dot(to) < 0.0 { -to } else { to }
    // STUB // TODO 07.1: which of `to` and `-to` is on `from`'s side?
    // STUB let _ = from; // you will need it
    // STUB to
    // END 07.1
}

/// Normalised linear interpolation: straight from `a` (`u` = 0) to `b` (`u` = 1), and back to length 1.
///
/// `a * 0.3` is a product with a number, `0.3 * a` is none. `q.normalize()` divides by the length.
fn nlerp(a: Quat, b: Quat, u: f32) -> Quat {
    // BEGIN 07.2
    (a * (1.0 - u) + b * u).normalize()
    // STUB // TODO 07.2: blend a and b on a straight line. How long is the result, and how long should it be?
    // STUB let _ = (b, u); // you will need them
    // STUB a
    // END 07.2
}

/// Spherical linear interpolation: along the arc from `a` (`u` = 0) to `b` (`u` = 1), at even speed.
///
/// `shortest` has been called before, so `a` and `b` are on the same side. `dot.acos()` is the angle between them in
/// radians, and `angle.sin()` its sine.
fn slerp(a: Quat, b: Quat, u: f32) -> Quat {
    // BEGIN 07.3
    let dot = a.dot(b);
    if dot > 0.9995 {
        // So short an arc is straight, and its sine too small to divide by.
        return nlerp(a, b, u);
    }
    let angle = dot.acos();
    (a * ((1.0 - u) * angle).sin() + b * (u * angle).sin()) / angle.sin()
    // STUB // TODO 07.3: the angle between a and b gives the two weights. And if there is next to no angle?
    // STUB let _ = (b, u); // you will need them
    // STUB a
    // END 07.3
}

/// Decomposes `matrix` into translation, rotation and scale: `matrix = T R S`.
///
/// Its axes are at right angles to each other, and none has length 0. `Mat3::from_mat4(matrix)` has the first three
/// columns, `x_axis`, `y_axis` and `z_axis`, and a `determinant()`. `matrix.w_axis.truncate()` is the fourth.
/// `Quat::from_mat3(&Mat3::from_cols(x, y, z))` is the quaternion of the rotation with the axes x, y, z.
fn decompose(matrix: Mat4) -> Transform {
    // BEGIN 07.4
    let columns = Mat3::from_mat4(matrix);
    let (x, y, z) = (columns.x_axis, columns.y_axis, columns.z_axis);
    let mut scale = Vec3::new(x.length(), y.length(), z.length());
    if columns.determinant() < 0.0 {
        scale.x = -scale.x;
    }
    let axes = Mat3::from_cols(x / scale.x, y / scale.y, z / scale.z);
    Transform { translation: matrix.w_axis.truncate(), rotation: Quat::from_mat3(&axes), scale }
    // STUB // TODO 07.4: one column is the translation. How long are the other three, and in which directions do they point?
    // STUB let _ = matrix; // you will need it
    // STUB Transform { translation: Vec3::ZERO, rotation: Quat::from_mat3(&Mat3::IDENTITY), scale: Vec3::ONE }
    // END 07.4
}
