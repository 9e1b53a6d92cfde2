//! Ribbons, which face the viewer.

use glam::{Vec3, Vec4};
use graphics::debug_draw::Shapes;

/// A band of some width that faces the viewer: a line is a pixel wide, whatever is asked for.
pub fn ribbon(shapes: &mut Shapes, [from, to]: [Vec3; 2], width: f32, color: Vec4, eye: Vec3) {
    let side = (to - from).cross(eye - from).normalize_or_zero() * width / 2.0;
    shapes.triangle([from - side, to - side, to + side], color);
    shapes.triangle([from - side, to + side, from + side], color);
}
