//! Numbers that the lesson gives.

/// What is on the tin of paint: red, green, blue, a byte each.
pub const PAINT: [u8; 3] = [17, 138, 178];

/// The angle from the picture's lower edge to its upper, at the eye, in radians.
pub const VERTICAL_FOV: f32 = 0.6;

/// What is nearer to the eye is not drawn; metres.
pub const NEAREST: f32 = 0.1;

/// What is farther from the eye is not drawn; metres.
pub const FARTHEST: f32 = 100.0;
