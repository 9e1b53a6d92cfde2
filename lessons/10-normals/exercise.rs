//! Lesson 10: normals. Your shaders are phong.frag and lit.vert in shaders/10-normals.

use crate::{Answers, ShaderFile};
use glam::{Mat3, Mat4};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers {
    fragment: ShaderFile("10-normals/phong.frag"),
    normal_matrix,
    vertex: ShaderFile("10-normals/lit.vert"),
    shortcut_will_do,
};

// TODO 10.1 is not here: it is the fragment shader, shaders/10-normals/phong.frag.

/// The matrix for the normals of a surface that `model_from_bind` moves.
///
/// `model_from_bind` may rotate, translate, scale, mirror, and shear. It always has an inverse. `Mat3::from_mat4(m)`
/// leaves out the translation, which does not change a direction. glam has `.inverse()` and `.transpose()`.
fn normal_matrix(model_from_bind: Mat4) -> Mat3 {
    // TODO 10.2: which matrix keeps a normal perpendicular to the surface? This one leaves it as it was.
    let _ = model_from_bind; // you will need it
    Mat3::IDENTITY
}

// TODO 10.3 is not here: it is the vertex shader, shaders/10-normals/lit.vert.

/// Whether the shortcut is right: whether `model_from_bind` gives every normal the same direction as 10.2's matrix
/// does.
///
/// glam has `m.x_axis` and the other columns, `.dot(v)` and `.length_squared()`.
fn shortcut_will_do(model_from_bind: Mat4) -> bool {
    // TODO 10.4: what must its columns be like? This says that it is never right.
    let _ = model_from_bind; // you will need it
    false
}
