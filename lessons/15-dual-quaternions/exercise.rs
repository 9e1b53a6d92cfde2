//! Lesson 15: skinning by dual quaternions. Your vertex shader is shaders/15-dual-quaternions/dual.vert.

use crate::{Answers, DualQuat, ShaderFile};
use glam::{Quat, Vec3};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers =
    Answers { thickness, from_rigid, blend, vertex: ShaderFile("15-dual-quaternions/dual.vert") };

/// Returns the fraction of a ring's radius that linear blending leaves: 1 is all.
///
/// The ring lies around a bone. One joint leaves it where it is, another turns it about the bone by `theta`
/// radians, from 0 to PI; `weight`, from 0 to 1, is how much the second pulls, the first has the rest.
fn thickness(theta: f32, weight: f32) -> f32 {
    // TODO 15.1: where do the two joints take the point (1, 0)? Blend, and how far is that from the middle?
    let _ = (theta, weight); // you will need them
    0.5
}

/// The dual quaternion of the motion that first rotates, then translates.
///
/// `rotation` has length 1; `translation` is in metres.
fn from_rigid(rotation: Quat, translation: Vec3) -> DualQuat {
    // TODO 15.2: the real part, and half a product. This is the motion that moves nothing.
    let _ = (rotation, translation); // you will need them
    DualQuat { real: Quat::IDENTITY, dual: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0) }
}

/// The motion between `motions`: their weighted sum, divided so that its real part has length 1.
///
/// `weights[i]` belongs to `motions[i]`. There are as many of both, at least one; the first weight is the
/// largest. A motion whose real part lies on the other side of the sphere from the first one's is added
/// with the opposite sign.
fn blend(weights: &[f32], motions: &[DualQuat]) -> DualQuat {
    // TODO 15.3: signs, sum, length. This is the first motion alone.
    let _ = weights; // you will need them
    motions[0]
}

// TODO 15.4 is not here: it is the vertex shader, shaders/15-dual-quaternions/dual.vert.
