//! Lesson 15: skinning by dual quaternions. Your vertex shader is shaders/15-dual-quaternions/dual.vert.

use crate::{Answers, DualQuat, ShaderFile};
use glam::{Quat, Vec3};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers =
    Answers { thickness, from_rigid, blend, vertex: ShaderFile("15-dual-quaternions/dual.vert") };

/// The fraction of a ring's radius that linear blending leaves. 1 is all of it.
///
/// The ring is around a bone. The first joint leaves it where it is, and the second turns it about the bone by `theta`
/// radians, from 0 to PI. `weight`, from 0 to 1, is the second joint's, and the first has the rest.
fn thickness(theta: f32, weight: f32) -> f32 {
    // TODO 15.1: where do the two joints take the point (1, 0)? Blend the two. How far is that from the centre?
    let _ = (theta, weight); // you will need them
    0.5
}

/// The dual quaternion of the motion that first rotates, then translates.
///
/// `rotation` has length 1; `translation` is in metres.
fn from_rigid(rotation: Quat, translation: Vec3) -> DualQuat {
    // TODO 15.2: the real part, and half of a product. (For now this is the motion that moves nothing.)
    let _ = (rotation, translation); // you will need them
    DualQuat { real: Quat::IDENTITY, dual: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0) }
}

/// The blend of several motions: their weighted sum, divided so that its real part has length 1.
///
/// `weights[i]` belongs to `motions[i]`. There is at least one, and the first weight is the largest. If a motion's real
/// part makes more than a right angle with the first one's, the motion is added with the opposite sign.
fn blend(weights: &[f32], motions: &[DualQuat]) -> DualQuat {
    // TODO 15.3: signs, sum, length. (For now this is the first motion alone.)
    let _ = weights; // you will need them
    motions[0]
}

// TODO 15.4 is not here: it is the vertex shader, shaders/15-dual-quaternions/dual.vert.
