//! Types and functions that earlier lessons have built, in the form they left them in.

pub use crate::ShaderFile;
use glam::{Mat3, Mat4};

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct Normals {
        "10.1" fragment: ShaderFile = "phong.frag",
        "10.2" normal_matrix: fn(model_from_bind: Mat4) -> Mat3,
        "10.3" vertex: ShaderFile = "lit.vert",
        "10.4" shortcut_will_do: fn(model_from_bind: Mat4) -> bool,
    }
}

/// Returns the weight of each of `N` joints at `height`. The weights sum to 1.
///
/// Around each joint but the first there is a ramp, `margin` to either side. At its lower end the joint below has all the
/// weight, at its upper end the joint itself, and between them the weight shifts evenly. `margin` is more than 0 and at
/// most `1 / (2 N)`, where the ramps of two neighbours touch.
///
/// ```
/// use given::lesson_10::weights;
///
/// // Of four joints the ramp at 1/4 begins at 1/4 - 1/8, and a quarter of it is passed.
/// assert_eq!(weights(0.1875, 0.125), [0.75, 0.25, 0.0, 0.0]);
/// ```
pub fn weights<const N: usize>(height: f32, margin: f32) -> [f32; N] {
    let mut weights = [1.0; N];
    for joint in 1..N {
        let at = joint as f32 / N as f32;
        let ramp = ((height - (at - margin)) / (2.0 * margin)).clamp(0.0, 1.0);
        // What this joint gains is taken from the joint below.
        weights[joint] = ramp;
        weights[joint - 1] -= ramp;
    }
    weights
}

/// Returns the matrix of a vertex, blended from those of its joints as in lesson 09's vertex shader.
pub fn blend(palette: &[Mat4], joints: [u16; 4], weights: [f32; 4]) -> Mat4 {
    let mut sum = Mat4::ZERO;
    for (joint, weight) in joints.into_iter().zip(weights) {
        sum += weight * palette[usize::from(joint)];
    }
    sum
}
