//! What earlier lessons have built, in the form they left it in.

use glam::Mat4;

/// Lesson 09: how much a vertex follows each joint, at a height from 0 to 1. From one joint to the next
/// there is a ramp, 2 `margin` wide.
pub use common::cast::limb::weights;

/// Lesson 09's vertex shader, in Rust: the matrix of one vertex, blended from those that it follows.
pub fn blend(palette: &[Mat4], joints: [u16; 4], weights: [f32; 4]) -> Mat4 {
    let mut sum = Mat4::ZERO;
    for (joint, weight) in joints.into_iter().zip(weights) {
        sum += weight * palette[usize::from(joint)];
    }
    sum
}
