//! A ring: the points about a frame's own axis, as turning about it moves them.
//!
//! It is made in the parent's space, where a turn is a turn; a parent that scales unevenly makes it an ellipse.

use super::{
    frame::Frame,
    screen_projection::{ScreenProjection, distance_to_line},
};
use crate::graphics::debug_draw::Shapes;
use glam::{Vec2, Vec3, Vec4};
use std::f32::consts::TAU;

const PIECES: usize = 64;
/// The far half of a ring is fainter.
const FAINT: f32 = 0.30;

/// The point of a ring at an angle, and how it moves with it; in world space.
pub(super) fn point(frame: &Frame, axis: usize, radius: f32, angle: f32) -> (Vec3, Vec3) {
    let (u, v) = (frame.axis((axis + 1) % 3), frame.axis((axis + 2) % 3));
    let (sin, cos) = angle.sin_cos();
    let place = frame.local.translation + radius * (u * cos + v * sin);
    let moved = radius * (v * cos - u * sin);
    let parent = &frame.world_from_parent;
    (parent.transform_point3(place), parent.transform_vector3(moved))
}

/// The angle of the ring's point that is seen nearest to a place, and how far it is, in pixels. The near half counts more.
pub(super) fn nearest(frame: &Frame, axis: usize, screen: &ScreenProjection, place: Vec2) -> Option<(f32, f32)> {
    let radius = frame.radius(screen)?;
    let at = |piece: usize| {
        let angle = piece as f32 / PIECES as f32 * TAU;
        let place = point(frame, axis, radius, angle).0;
        Some((angle, screen.seen(place)?, screen.is_behind(place, frame.origin())))
    };
    let line = |piece: usize| {
        let (from, to) = (at(piece)?, at(piece + 1)?);
        let far = if from.2 { screen.em * 0.25 } else { 0.0 };
        let along = to.1 - from.1;
        let fraction = ((place - from.1).dot(along) / along.length_squared().max(1e-9)).clamp(0.0, 1.0);
        Some((from.0 + (to.0 - from.0) * fraction, distance_to_line(place, from.1, to.1) + far))
    };
    (0..PIECES).filter_map(line).min_by(|a, b| a.1.total_cmp(&b.1))
}

/// The angle of the ring's point nearest to a place, exactly where the place is on the ring: [`nearest`], and from there
/// along the tangent.
pub(super) fn angle_at(frame: &Frame, axis: usize, screen: &ScreenProjection, place: Vec2) -> Option<f32> {
    /// Of no more than a piece at a time: near the ends of a ring seen from its edge a tangent says little.
    const STEPS: usize = 6;
    let (radius, (mut angle, _)) = (frame.radius(screen)?, nearest(frame, axis, screen, place)?);
    for _ in 0..STEPS {
        let (point, moved) = point(frame, axis, radius, angle);
        let (seen, tangent) = (screen.seen(point)?, screen.speed(point, moved)?);
        let step = (place - seen).dot(tangent) / tangent.length_squared().max(1e-6);
        angle += step.clamp(-TAU / PIECES as f32, TAU / PIECES as f32);
    }
    Some(angle)
}

pub(super) fn distance(frame: &Frame, axis: usize, screen: &ScreenProjection, place: Vec2) -> Option<f32> {
    nearest(frame, axis, screen, place).map(|(_, distance)| distance)
}

/// Three lines beside each other, since lines are a pixel wide.
pub(super) fn add_ring(
    frame: &Frame,
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
        let at = |piece: usize| point(frame, axis, radius, piece as f32 / PIECES as f32 * TAU).0;
        for piece in 0..PIECES {
            let (from, to) = (at(piece), at(piece + 1));
            let is_far = screen.is_behind(from, center);
            let opacity = if is_far { FAINT } else { 1.0 };
            shapes.line(from, to, color.truncate().extend(color.w * opacity));
        }
    }
}
