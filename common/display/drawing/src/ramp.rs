//! The colours of weights, and of a figure's sides.

use glam::Vec3;

/// Colours of a figure's left and right side; sRGB.
pub const SIDES: [Vec3; 2] = [Vec3::new(0.15, 0.95, 1.0), Vec3::new(1.0, 0.36, 0.72)];

/// Colours of the weights 0, 1/4, 1/2, 3/4 and 1, sRGB-encoded. Their brightness rises evenly, so
/// that they are told apart without colour vision too.
/// Source: the map "viridis" by Nathaniel Smith and Stéfan van der Walt, at five places.
const RAMP: [[u8; 3]; 5] = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

/// Colours of the weights 0, 1/4, 1/2, 3/4 and 1, sRGB-encoded, 0 to 1: for a legend.
pub fn weight_ramp() -> [Vec3; 5] {
    std::array::from_fn(ramp)
}

/// Returns the colour of a weight, sRGB-encoded, 0 to 1.
pub fn weight_color(weight: f32) -> Vec3 {
    let quarters = 4.0 * weight.clamp(0.0, 0.999);
    ramp(quarters as usize).lerp(ramp(quarters as usize + 1), quarters.fract())
}

/// One colour of the ramp, sRGB-encoded, 0 to 1.
fn ramp(index: usize) -> Vec3 {
    Vec3::from(RAMP[index].map(|channel| f32::from(channel) / 255.0))
}
