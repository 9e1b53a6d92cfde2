//! Lesson 15: skinning by dual quaternions. Your vertex shader is shaders/15-dual-quaternions/dual.vert.

use crate::{Answers, DualQuat, ShaderFile};
use glam::{Quat, Vec3};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers =
    Answers { thickness, from_rigid, blend, vertex: ShaderFile("15-dual-quaternions/dual.vert") };

/// The fraction of a ring's radius that linear blending leaves. 1 is all of it.
///
/// You need `x.cos()`, `x.sin()` and `x.sqrt()`.
fn thickness(theta: f32, weight: f32) -> f32 {
    // BEGIN 15.1
    let x = (1.0 - weight) + weight * theta.cos();
    let y = weight * theta.sin();
    (x * x + y * y).sqrt()
    // STUB // TODO 15.1: where do the two joints take the point (1, 0)? Blend the two. How far is that from the centre?
    // STUB let _ = (theta, weight); // you will need them
    // STUB 0.5
    // END 15.1
}

/// The dual quaternion of the motion that first rotates, then translates.
///
/// A `DualQuat` has two fields, `real` and `dual`, both a `Quat`. `Quat::from_xyzw(x, y, z, w)` makes one from four
/// numbers, `a * b` is a product, and `q * 0.5` has the number on the right.
fn from_rigid(rotation: Quat, translation: Vec3) -> DualQuat {
    // BEGIN 15.2
    let t = Quat::from_xyzw(translation.x, translation.y, translation.z, 0.0);
    DualQuat { real: rotation, dual: t * rotation * 0.5 }
    // STUB // TODO 15.2: the real part, and half of a product. (For now this is the motion that moves nothing.)
    // STUB let _ = (rotation, translation); // you will need them
    // STUB DualQuat { real: Quat::IDENTITY, dual: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0) }
    // END 15.2
}

/// The blend of several motions.
///
/// Begin with two sums of `Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)`. `a + b` adds all four numbers, `q / length` divides
/// them; `a.dot(b)` and `q.length()` are glam's.
fn blend(weights: &[f32], motions: &[DualQuat]) -> DualQuat {
    // BEGIN 15.3
    let mut real = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    let mut dual = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    for i in 0..motions.len() {
        let mut weight = weights[i];
        if motions[0].real.dot(motions[i].real) < 0.0 {
            weight = -weight;
        }
        real += motions[i].real * weight;
        dual += motions[i].dual * weight;
    }
    let length = real.length();
    DualQuat { real: real / length, dual: dual / length }
    // STUB // TODO 15.3: signs, sum, length. (For now this is the first motion alone.)
    // STUB let _ = weights; // you will need them
    // STUB motions[0]
    // END 15.3
}

// TODO 15.4 is not here: it is the vertex shader, shaders/15-dual-quaternions/dual.vert.
