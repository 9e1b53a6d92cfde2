//! Planar shadows: a matrix that projects a figure onto the ground along the light.

use glam::{Mat4, Vec3, Vec4};
use glium::{Blend, BlendingFunction};

/// Height above the ground, in metres, against z-fighting.
const ABOVE: f32 = 0.002;

/// The lowest light that is used: the sine of its height over the horizon.
const LOWEST: f32 = 0.3;

/// From world space to world space: projects onto the ground, y = 0, along the light.
/// `to_light` has length 1 and points up; one that is nearly level is taken as if it stood higher.
pub fn flattened(to_light: Vec3) -> Mat4 {
    let slide = to_light / to_light.y.max(LOWEST);
    Mat4::from_cols(Vec4::X, Vec4::new(-slide.x, 0.0, -slide.z, 0.0), Vec4::Z, Vec4::new(0.0, ABOVE, 0.0, 1.0))
}

/// The darker of ground and shadow stays, so that overlapping shadows are no darker.
pub fn darker() -> Blend {
    Blend { color: BlendingFunction::Min, alpha: BlendingFunction::Max, constant_value: (0.0, 0.0, 0.0, 0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_falls_along_the_light() {
        let to_light = Vec3::new(0.48, 0.8, -0.36);
        for place in [Vec3::new(1.0, 2.0, 3.0), Vec3::new(-4.0, 0.5, 0.0), Vec3::X] {
            let fallen = flattened(to_light).transform_point3(place);
            assert!((fallen.y - ABOVE).abs() < 1e-6, "{fallen}");
            let on_the_ground = Vec3::new(fallen.x, 0.0, fallen.z);
            let along = place - on_the_ground;
            assert!(along.cross(to_light).length() < 1e-5, "{place} fell to {fallen}");
        }
    }
}
