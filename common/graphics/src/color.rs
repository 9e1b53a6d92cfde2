//! From sRGB-encoded colours, as files and pictures hold them, to linear light, as shaders compute.

use glam::{Vec3, Vec4};

/// One channel, 0 to 1. Source: IEC 61966-2-1.
fn linear_channel(encoded: f32) -> f32 {
    if encoded <= 0.04045 { encoded / 12.92 } else { ((encoded + 0.055) / 1.055).powf(2.4) }
}

/// Linear light from an sRGB-encoded colour, each channel clamped to 0 to 1 first.
pub fn linear(encoded: Vec3) -> Vec3 {
    encoded.clamp(Vec3::ZERO, Vec3::ONE).map(linear_channel)
}

/// Linear light from an sRGB-encoded colour with an opacity, which is not encoded and stays as it is.
pub(crate) fn linear_with_opacity(encoded: Vec4) -> Vec4 {
    linear(encoded.truncate()).extend(encoded.w.clamp(0.0, 1.0))
}

/// Colours of the weights 0, 1/4, 1/2, 3/4 and 1, sRGB-encoded. Their brightness rises evenly, so
/// that they are told apart without colour vision too.
/// Source: the map "viridis" by Nathaniel Smith and Stéfan van der Walt, at five places.
pub(crate) const RAMP: [[u8; 3]; 5] = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

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
pub(crate) fn ramp(index: usize) -> Vec3 {
    Vec3::from(RAMP[index].map(|channel| f32::from(channel) / 255.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        assert_eq!(linear(Vec3::new(0.0, 1.0, 7.0)), Vec3::new(0.0, 1.0, 1.0));
        // Half of the light is 188 of 255 on the screen.
        assert!((linear_channel(188.0 / 255.0) - 0.5).abs() < 0.005);
        assert!((linear_channel(0.04045) - 0.04045 / 12.92).abs() < 1e-6, "the two pieces meet");
        assert_eq!(linear_with_opacity(Vec4::new(1.0, 1.0, 1.0, 0.25)).w, 0.25);
    }

    #[test]
    fn the_ramp_brightens_evenly() {
        // Lightness of CIE L*, the measure the map was made with: steps of 15 to 25 of 100.
        let mut lightness = Vec::new();
        for index in 0..5 {
            let brightness = linear(ramp(index)).dot(Vec3::new(0.2126, 0.7152, 0.0722));
            lightness.push(116.0 * brightness.cbrt() - 16.0);
        }
        let steps = lightness.windows(2).map(|pair| pair[1] - pair[0]);
        assert!(steps.into_iter().all(|step| (14.0..26.0).contains(&step)), "{lightness:?}");
    }
}
