//! Marks over the picture: triangles, the edge that he stands on, spheres; tokens, health and the door's
//! light.

use crate::fight::FigureSpheres;
use crate::knight::FootMark;
use crate::{Body, Mesh, Sphere, SphereKind};
use common::graphics::LineVertex;
use common::graphics::debug_draw::Shapes;
use common::scenes::flat::FlatShapes;
use glam::{DVec2, Mat4, Vec2, Vec3, Vec4};
use std::f32::consts::TAU;

const SOLID: Vec4 = Vec4::new(0.90, 0.25, 0.20, 0.22);
const WALLS: Vec4 = Vec4::new(1.00, 0.35, 0.25, 0.95);
const EDGES: Vec4 = Vec4::new(1.00, 1.00, 1.00, 0.28);
const HERE: Vec4 = Vec4::new(0.25, 0.85, 1.00, 0.30);
const SUPPORT: Vec4 = Vec4::new(0.35, 1.00, 0.45, 1.0);
/// The left foot and the right one, in the colours of figure 18.5.
const FEET: [Vec4; 2] = [Vec4::new(0.89, 0.61, 1.0, 1.0), Vec4::new(1.0, 0.88, 0.40, 1.0)];
const HURT: Vec4 = Vec4::new(0.35, 0.70, 1.00, 0.85);
const HIT: Vec4 = Vec4::new(1.00, 0.62, 0.20, 0.85);
const ACTIVE: Vec4 = Vec4::new(1.00, 0.15, 0.10, 1.0);
const TOUCHED: Vec4 = Vec4::new(1.00, 1.00, 0.55, 1.0);
const RIM: Vec4 = Vec4::new(0.62, 0.42, 0.08, 1.0);
const COIN: Vec4 = Vec4::new(0.98, 0.76, 0.20, 1.0);
const SHINE: Vec4 = Vec4::new(1.00, 0.93, 0.60, 1.0);
const FULL: Vec4 = Vec4::new(0.95, 0.25, 0.22, 1.0);
const SPENT: Vec4 = Vec4::new(0.35, 0.33, 0.36, 1.0);
const DARK: Vec4 = Vec4::new(0.05, 0.04, 0.06, 1.0);
const LIT: Vec4 = Vec4::new(1.00, 0.90, 0.62, 1.0);
const AIR: Vec4 = Vec4::new(1.0, 0.98, 0.90, 0.8);
const GOLDEN: Vec4 = Vec4::new(1.0, 0.78, 0.25, 0.9);
/// Distance of the sword's tip from its hilt, and width of the latest part of its trail, in metres.
const BLADE_TIP: f32 = 0.64;
const TRAIL_WIDTH: f32 = 0.2;
const TRAIL_PARTS: usize = 4;
/// z in front of everything, in metres.
const BEFORE: f32 = 2.6;
/// Half the width of a mark of health, in metres.
const PIP: f32 = 0.07;
/// Radius of a foot's mark, in metres.
const FOOT: f32 = 0.05;
/// Distance from him up to which triangles are drawn, in metres.
const NEAR: f64 = 14.0;

/// Draws the mesh around a body, the body's triangle, and the edge that supports it.
pub fn mesh(flat: &mut FlatShapes, mesh: &Mesh, body: &Body) {
    for (index, triangle) in mesh.triangles.iter().enumerate() {
        let corners = triangle.corners.map(|corner| mesh.points[corner]);
        if corners.iter().all(|corner| (*corner - body.position).abs().max_element() >= NEAR) {
            continue;
        }
        let shown = corners.map(DVec2::as_vec2);
        if triangle.is_solid {
            flat.triangle(shown, SOLID);
        }
        for edge in 0..3 {
            let from = shown[edge];
            let to = shown[(edge + 1) % 3];
            if !triangle.is_solid && mesh.beyond(index, edge).is_none() {
                flat.line(from, to, 0.03, WALLS);
            } else {
                flat.shapes.line(from.extend(0.0), to.extend(0.0), EDGES);
            }
        }
    }
    let here = mesh.triangles[body.triangle].corners;
    flat.triangle(here.map(|corner| mesh.points[corner].as_vec2()), HERE);
    if let Some(edge) = body.support {
        let (from, to) = mesh.edge(body.triangle, edge);
        flat.line(from.as_vec2(), to.as_vec2(), 0.06, SUPPORT);
    }
    flat.diamond(body.position.as_vec2(), 0.07, SUPPORT);
}

/// Draws the arc of a sword's tip through `swords`, the latest last: narrow and clear where it is old. It is golden for
/// a knight who has found all tokens.
pub fn trail(shapes: &mut Shapes, swords: &[Mat4], is_golden: bool) {
    let color = if is_golden { GOLDEN } else { AIR };
    if swords.len() < 2 {
        return;
    }
    let count = (swords.len() - 1) * TRAIL_PARTS;
    let mut rims = Vec::new();
    for part in 0..=count {
        let fraction = part as f32 / count as f32;
        let sword = interpolate(swords, part);
        for (y, opacity) in [(BLADE_TIP, fraction * fraction), (BLADE_TIP - TRAIL_WIDTH * fraction, 0.0)] {
            let position = sword.transform_point3(y * Vec3::Y);
            rims.push(LineVertex { position, color: color.with_w(color.w * opacity) });
        }
    }
    for rim in rims.windows(4).step_by(2) {
        shapes.triangles.extend([rim[0], rim[1], rim[2], rim[1], rim[2], rim[3]]);
    }
}

/// Returns the matrix at a part of the way through `swords`, on a Catmull-Rom spline: a point on the blade runs through
/// an arc, and not through the corners between steps.
fn interpolate(swords: &[Mat4], part: usize) -> Mat4 {
    let last = swords.len() - 1;
    let index = (part / TRAIL_PARTS).min(last);
    let t = (part - index * TRAIL_PARTS) as f32 / TRAIL_PARTS as f32;
    let a = swords[index.saturating_sub(1)];
    let b = swords[index];
    let c = swords[(index + 1).min(last)];
    let d = swords[(index + 2).min(last)];
    b + (c - a) * (0.5 * t)
        + (a * 2.0 - b * 5.0 + c * 4.0 - d) * (0.5 * t * t)
        + (b * 3.0 - a - c * 3.0 + d) * (0.5 * t * t * t)
}

/// Draws a foot: a full mark where its toe is, a circle where the pose has it, and the way between.
pub fn feet(shapes: &mut Shapes, feet: &[FootMark; 2]) {
    for (foot, color) in feet.iter().zip(FEET) {
        shapes.line(foot.toe, foot.target, color);
        circle(shapes, foot.target, FOOT, color);
        diamond(shapes, foot.toe + 0.01 * Vec3::Z, FOOT, 0.0, color);
    }
}

/// Draws a figure's spheres as circles in the colour of their kind, each swept from its place in the last step.
pub fn spheres(shapes: &mut Shapes, placed: &FigureSpheres, spheres: &[Sphere], is_active: bool) {
    for (index, sphere) in spheres.iter().enumerate() {
        let Some(now) = placed.now.get(index) else { return };
        let before = placed.before.get(index).unwrap_or(now);
        let color = match sphere.kind {
            SphereKind::Hit if is_active => ACTIVE,
            SphereKind::Hit => HIT,
            SphereKind::Hurt => HURT,
        };
        circle(shapes, now.center, now.radius, color);
        let beside = (now.center - before.center).truncate().perp().normalize_or_zero().extend(0.0);
        for side in [-beside, beside] {
            shapes.line(before.center + before.radius * side, now.center + now.radius * side, color);
        }
    }
}

/// Draws a creature's health as a row of `all` marks, of which `left` are full.
pub fn pips(shapes: &mut Shapes, middle: Vec3, left: u32, all: u32) {
    for pip in 0..all {
        let at = middle + Vec3::X * PIP * 2.5 * (pip as f32 - 0.5 * (all - 1) as f32);
        diamond(shapes, at, 1.35 * PIP, 0.0, DARK);
        diamond(shapes, at + 0.01 * Vec3::Z, PIP, 0.0, if pip < left { FULL } else { SPENT });
    }
}

/// Draws stars around the head of a creature that can be hit from everywhere.
pub fn stars(shapes: &mut Shapes, middle: Vec3, size: f32, seconds: f32) {
    for star in 0..3 {
        let around = Vec2::from_angle(6.0 * seconds + TAU * star as f32 / 3.0);
        let at = middle + size * Vec3::new(0.24 * around.x, 0.05 * around.y, 0.24 * around.y);
        diamond(shapes, at, 0.05 * size, 0.0, SHINE);
        diamond(shapes, at, 0.05 * size, 0.125 * TAU, SHINE);
    }
}

/// Draws a square that stands on a corner, turned by an angle.
fn diamond(shapes: &mut Shapes, middle: Vec3, radius: f32, angle: f32, color: Vec4) {
    let right = (radius * Vec2::from_angle(angle)).extend(0.0);
    let up = (radius * Vec2::from_angle(angle).perp()).extend(0.0);
    shapes.quad([middle + right, middle + up, middle - right, middle - up], color);
}

pub fn tokens(shapes: &mut Shapes, tokens: impl Iterator<Item = DVec2>, seconds: f32) {
    for token in tokens {
        let turn = 3.0 * seconds + 0.7 * token.x as f32;
        let width = turn.cos().abs().max(0.12);
        let middle = token.as_vec2().extend(0.0) + Vec3::Y * 0.05 * (1.7 * turn).sin();
        for (radius, color, z) in [(0.26, RIM, -0.01), (0.23, COIN, 0.0), (0.13, RIM, 0.01), (0.10, SHINE, 0.02)] {
            let middle = middle + z * Vec3::Z;
            let mut rim = [middle; 13];
            for (step, point) in rim.iter_mut().enumerate() {
                let around = radius * Vec2::from_angle(TAU * step as f32 / 12.0);
                *point += Vec3::new(width * around.x, around.y, 0.0);
            }
            for step in (0..12).step_by(2) {
                shapes.quad([middle, rim[step], rim[step + 1], rim[step + 2]], color);
            }
        }
    }
}

/// Draws the light that falls out of the door, as far as that is open.
pub fn doorway(shapes: &mut Shapes, middle: Vec2, open: f32) {
    if open <= 0.0 {
        return;
    }
    let middle = middle.extend(-1.3);
    let left = middle - 0.53 * Vec3::X;
    let right = middle + 0.53 * Vec3::X;
    shapes.quad([left - 1.2 * Vec3::Y, right - 1.2 * Vec3::Y, right + 0.98 * Vec3::Y, left + 0.98 * Vec3::Y], LIT);
    // On the floor it comes towards the viewer, and is wider there.
    let floor = 1.19 * Vec3::Y;
    let ahead = Vec3::new(0.4, -1.19, 1.1 + 1.4 * open);
    let rays = [left - floor, right - floor, right + ahead, left + ahead * Vec3::new(-1.0, 1.0, 1.0)];
    shapes.quad(rays, LIT.with_w(0.35 * open.sqrt()));
}

/// Draws the light of the door over the picture; `spread` and `bright` go from 0 to 1.
pub fn daylight(shapes: &mut Shapes, door: Vec2, spread: f32, bright: f32) {
    let middle = door.extend(BEFORE);
    let center = LineVertex { position: middle, color: LIT.with_w(bright) };
    let mut rims = Vec::new();
    for step in 0..=32 {
        let around = Vec2::from_angle(TAU * step as f32 / 32.0).extend(0.0);
        for (radius, opacity) in [(7.0, 0.8), (16.0, 0.0)] {
            let position = middle + radius * spread * spread * around;
            rims.push(LineVertex { position, color: LIT.with_w(opacity * bright) });
        }
    }
    for rim in rims.windows(4).step_by(2) {
        let [inner, outer, next_inner, next_outer] = [rim[0], rim[1], rim[2], rim[3]];
        shapes.triangles.extend([center, inner, next_inner]);
        shapes.triangles.extend([outer, inner, next_inner, outer, next_inner, next_outer]);
    }
}

pub fn touched(shapes: &mut Shapes, at: Vec3) {
    for ray in 0..8 {
        let along = Vec2::from_angle(TAU * ray as f32 / 8.0).extend(0.0);
        shapes.line(at + 0.08 * along, at + 0.35 * along, TOUCHED);
    }
}

fn circle(shapes: &mut Shapes, center: Vec3, radius: f32, color: Vec4) {
    for step in 0..32 {
        let from = Vec2::from_angle(TAU * step as f32 / 32.0).extend(0.0);
        let to = Vec2::from_angle(TAU * (step + 1) as f32 / 32.0).extend(0.0);
        let inner = radius - 0.006;
        let outer = radius + 0.006;
        shapes.quad([center + inner * from, center + outer * from, center + outer * to, center + inner * to], color);
    }
}
