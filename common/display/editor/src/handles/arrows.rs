//! An arrow: along an axis of the frame's parent.

use super::{
    frame::{HandleFrame, RADIUS},
    screen_projection::{ScreenProjection, distance_to_line},
};
use glam::{Vec2, Vec3, Vec4};
use graphics::debug_draw::Shapes;

/// An arrow that is seen shorter than this fraction of its length points at the viewer: it cannot be dragged.
const FORESHORTENED: f32 = 0.15;
/// Length and half width of the arrow's point, as fractions of its length.
const POINT: (f32, f32) = (0.22, 0.07);
/// Start of the arrow, as a fraction of its length: nearer to the origin the joint can be clicked.
const FROM: f32 = 0.16;

/// Returns the two ends of an arrow in world space, and the frame's movement in world space for one unit of its
/// parent's space. `None` if the arrow points at the eye.
pub(super) fn arrow_line(frame: &HandleFrame, axis: usize, screen: &ScreenProjection) -> Option<(Vec3, Vec3, Vec3)> {
    let origin = frame.origin();
    let unit = frame.world_from_parent.transform_vector3(Vec3::AXES[axis]);
    let length = RADIUS * screen.em * screen.metres_per_pixel(origin)?;
    let along = unit.try_normalize()? * length;
    let shown = screen.speed(origin, along)?.length();
    let is_long = shown > FORESHORTENED * RADIUS * screen.em;
    is_long.then_some((origin + along * FROM, origin + along, unit))
}

pub(super) fn distance(frame: &HandleFrame, axis: usize, screen: &ScreenProjection, pixel: Vec2) -> Option<f32> {
    let (from, to, _) = arrow_line(frame, axis, screen)?;
    Some(distance_to_line(pixel, screen.seen(from)?, screen.seen(to)?))
}

/// Adds the shapes of an arrow along an axis of the frame's parent.
pub(super) fn add_arrow(frame: &HandleFrame, axis: usize, screen: &ScreenProjection, color: Vec4, shapes: &mut Shapes) {
    let Some((from, to, _)) = arrow_line(frame, axis, screen) else { return };
    let along = to - frame.origin();
    let (side, other) = along.any_orthonormal_pair();
    let long = along * POINT.0;
    let wide = along.length() * POINT.1;
    let base = to - long;
    for shift in [Vec3::ZERO, side, -side, other, -other] {
        shapes.line(from + shift * wide * 0.1, base + shift * wide * 0.1, color);
    }
    let ring = [side, other, -side, -other].map(|direction| base + direction * wide);
    for (index, corner) in ring.iter().enumerate() {
        let next = ring[(index + 1) % 4];
        let shade = if index % 2 == 0 { 1.0 } else { 0.8 };
        let color = (color.truncate() * shade).extend(color.w);
        shapes.triangle([to, *corner, next], color);
        shapes.triangle([base, *corner, next], color);
    }
}
