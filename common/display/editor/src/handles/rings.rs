//! A ring: the points about a frame's own axis, as turning about it moves them.
//!
//! It is made in the parent's space, where a turn is a turn; a parent that scales unevenly makes it an ellipse.

use super::{
    frame::HandleFrame,
    screen_projection::{ScreenProjection, distance_to_line},
};
use glam::{Vec2, Vec3, Vec4};
use graphics::debug_draw::Shapes;
use std::f32::consts::TAU;

const PIECES: usize = 64;
/// The far half of a ring is fainter.
const FAINT: f32 = 0.30;

/// Returns the point of a ring at an angle, and its derivative by the angle, both in world space.
pub(super) fn ring_point(frame: &HandleFrame, axis: usize, radius: f32, angle: f32) -> (Vec3, Vec3) {
    let u = frame.axis((axis + 1) % 3);
    let v = frame.axis((axis + 2) % 3);
    let (sin, cos) = angle.sin_cos();
    let position = frame.local.translation + radius * (u * cos + v * sin);
    let moved = radius * (v * cos - u * sin);
    let parent = &frame.world_from_parent;
    (parent.transform_point3(position), parent.transform_vector3(moved))
}

/// Returns the angle of the ring's point that is drawn nearest to a pixel, and the distance in pixels. The near half is
/// preferred.
pub(super) fn nearest_angle(
    frame: &HandleFrame,
    axis: usize,
    screen: &ScreenProjection,
    pixel: Vec2,
) -> Option<(f32, f32)> {
    let radius = frame.radius(screen)?;
    let points: [_; PIECES + 1] = std::array::from_fn(|piece| {
        let angle = piece as f32 / PIECES as f32 * TAU;
        let position = ring_point(frame, axis, radius, angle).0;
        Some((angle, screen.seen(position)?, screen.is_behind(position, frame.origin())))
    });
    points
        .windows(2)
        .filter_map(|piece| {
            let (from_angle, from, is_behind) = piece[0]?;
            let (to_angle, to, _) = piece[1]?;
            let far = if is_behind { screen.em * 0.25 } else { 0.0 };
            let along = to - from;
            let fraction = ((pixel - from).dot(along) / along.length_squared().max(1e-9)).clamp(0.0, 1.0);
            Some((from_angle + (to_angle - from_angle) * fraction, distance_to_line(pixel, from, to) + far))
        })
        .min_by(|a, b| a.1.total_cmp(&b.1))
}

/// The angle of the ring's point nearest to a pixel, exact where the pixel is on the ring: [`nearest`], and from there
/// along the tangent.
pub(super) fn angle_at(frame: &HandleFrame, axis: usize, screen: &ScreenProjection, pixel: Vec2) -> Option<f32> {
    /// Steps of at most one piece each: near the ends of a ring seen from its edge a tangent is of little use.
    const STEPS: usize = 6;
    let radius = frame.radius(screen)?;
    let (mut angle, _) = nearest_angle(frame, axis, screen, pixel)?;
    for _ in 0..STEPS {
        let (point, moved) = ring_point(frame, axis, radius, angle);
        let seen = screen.seen(point)?;
        let tangent = screen.speed(point, moved)?;
        let step = (pixel - seen).dot(tangent) / tangent.length_squared().max(1e-6);
        angle += step.clamp(-TAU / PIECES as f32, TAU / PIECES as f32);
    }
    Some(angle)
}

pub(super) fn distance(frame: &HandleFrame, axis: usize, screen: &ScreenProjection, pixel: Vec2) -> Option<f32> {
    nearest_angle(frame, axis, screen, pixel).map(|(_, distance)| distance)
}

/// Adds lines beside each other, since lines are a pixel wide.
pub(super) fn add_ring(
    frame: &HandleFrame,
    axis: usize,
    screen: &ScreenProjection,
    color: Vec4,
    is_hot: bool,
    shapes: &mut Shapes,
) {
    let Some(radius) = frame.radius(screen) else { return };
    let center = frame.origin();
    let width = if is_hot { [-0.024, -0.012, 0.0, 0.012, 0.024] } else { [-0.014, -0.007, 0.0, 0.007, 0.014] };
    for radius in width.map(|more| radius * (1.0 + more)) {
        let points: [Vec3; PIECES + 1] =
            std::array::from_fn(|piece| ring_point(frame, axis, radius, piece as f32 / PIECES as f32 * TAU).0);
        for piece in points.windows(2) {
            let opacity = if screen.is_behind(piece[0], center) { FAINT } else { 1.0 };
            shapes.line(piece[0], piece[1], color.truncate().extend(color.w * opacity));
        }
    }
}
