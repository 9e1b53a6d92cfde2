//! Ribbons and thorns, which face the viewer.

use glam::{Vec3, Vec4};
use graphics::debug_draw::Shapes;

/// A band of some width that faces the viewer: a line is a pixel wide, whatever is asked for.
pub fn ribbon(shapes: &mut Shapes, [from, to]: [Vec3; 2], width: f32, color: Vec4, eye: Vec3) {
    let side = side(from, to, width, eye);
    shapes.triangle([from - side, to - side, to + side], color);
    shapes.triangle([from - side, to + side, from + side], color);
}

/// A thin triangle that faces the viewer, wide at `foot` and pointed at `tip`.
pub fn thorn(shapes: &mut Shapes, [foot, tip]: [Vec3; 2], width: f32, color: Vec4, eye: Vec3) {
    let side = side(foot, tip, width, eye);
    shapes.triangle([foot - side, foot + side, tip], color);
}

/// Half the width, across the line and the direction to the viewer.
fn side(from: Vec3, to: Vec3, width: f32, eye: Vec3) -> Vec3 {
    (to - from).cross(eye - from).normalize_or_zero() * width / 2.0
}
