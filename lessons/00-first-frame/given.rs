//! Numbers that the lesson gives.

use glam::{Mat4, Vec3};

crate::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        paint: fn() -> Vec3,
        clip_from_camera: fn(width: u32, height: u32) -> Mat4,
    }
}

/// What is on the tin of paint: red, green, blue, a byte each.
pub const PAINT: [u8; 3] = [17, 138, 178];

/// The angle from the picture's lower edge to its upper, at the eye, in radians.
pub const VERTICAL_FOV: f32 = 0.6;

/// What is nearer to the eye is not drawn; metres.
pub const NEAREST: f32 = 0.1;

/// What is farther from the eye is not drawn; metres.
pub const FARTHEST: f32 = 100.0;
