//! Numbers that the lesson gives.

use glam::{Mat4, Vec3};

crate::lesson! {
    /// The answers to the TODOs of this lesson: yours, ours, or those of the starter.
    pub struct FirstFrame {
        "00.1" paint: fn() -> Vec3,
        "00.2" clip_from_camera: fn(width: u32, height: u32) -> Mat4,
    }
}

/// The paint on the tin: red, green and blue, a byte each.
pub const PAINT: [u8; 3] = [17, 138, 178];

/// The angle from the picture's lower edge to its upper, at the eye, in radians.
pub const VERTICAL_FOV: f32 = 0.6;

/// Distance from the eye below which nothing is drawn, in metres.
pub const NEAREST: f32 = 0.1;

/// Distance from the eye beyond which nothing is drawn, in metres.
pub const FARTHEST: f32 = 100.0;
