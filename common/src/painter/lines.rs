//! Lines and points of a frame as shapes.

use super::framed::ZOOM;
use drawing::{Line, Point};
use glam::{Vec3, Vec4};
use graphics::debug_draw::Shapes;

/// Lines of this width and more are solid, a hundredth of a metre for each of the page's pixels.
const SOLID: f32 = 4.0;
/// Height of a page's picture, in its pixels.
const PAGE_HEIGHT: f32 = 450.0;

/// Returns lines as bands that face the viewer, as wide as a page draws them, as solid bones, or as dots.
pub(super) fn shapes(eye: Vec3, lines: &[Line]) -> Shapes {
    let mut shapes = Shapes::new();
    for Line { ends: [from, to], color, width } in lines {
        if !(from.is_finite() && to.is_finite()) {
            continue;
        }
        let color = color.extend(1.0);
        let pixel = from.distance(eye) * 2.0 / (ZOOM * PAGE_HEIGHT);
        if from == to {
            shapes.joint(*to, width * pixel, color);
        } else if *width >= SOLID {
            shapes.bone(*from, *to, 0.01 * width, color);
        } else if *width > 1.0 {
            ribbon(&mut shapes, [*from, *to], width * pixel, color, eye);
        } else {
            shapes.line(*from, *to, color);
        }
    }
    shapes
}

pub(super) fn points(points: &[Point]) -> Shapes {
    let mut shapes = Shapes::new();
    for Point { at, color, radius, .. } in points {
        if *radius > 0.0 && at.is_finite() {
            shapes.joint(*at, *radius, color.extend(1.0));
        }
    }
    shapes
}

/// A band of some width that faces the viewer: a line is a pixel wide, whatever is asked for.
pub(super) fn ribbon(shapes: &mut Shapes, [from, to]: [Vec3; 2], width: f32, color: Vec4, eye: Vec3) {
    let side = (to - from).cross(eye - from).normalize_or_zero() * width / 2.0;
    shapes.quad([from - side, to - side, to + side, from + side], color);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_is_not_drawn() {
        for width in [1.0, 2.0, SOLID] {
            let drawn = [Vec3::X, Vec3::NAN, Vec3::INFINITY].map(|to| {
                let line = Line { ends: [Vec3::ZERO, to], color: Vec3::X, width };
                shapes(Vec3::Z, &[line]) != Shapes::new()
            });
            assert_eq!(drawn, [true, false, false], "{width}");
        }
    }
}
