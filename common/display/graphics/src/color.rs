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
}
