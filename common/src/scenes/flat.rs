//! Flat shapes in the scene: triangles, rectangles, discs and lines of any thickness, in the plane z = 0.

use glam::{Vec2, Vec4};
use graphics::{LineVertex, debug_draw::Shapes};
use std::f32::consts::TAU;

/// Collects flat shapes, each over those before it, if [`shapes`](Self::shapes) are drawn with
/// [`Overlay::OnTop`](graphics::debug_draw::Overlay::OnTop). Colours are sRGB-encoded with opacity. Graphs and words belong
/// on a [`Sheet`](drawing::Sheet).
#[derive(Clone, Debug, Default)]
pub struct FlatShapes {
    /// Shapes that have been collected.
    pub shapes: Shapes,
}

impl FlatShapes {
    /// A triangle with a colour at each corner.
    pub fn blended(&mut self, corners: [(Vec2, Vec4); 3]) {
        for (at, color) in corners {
            self.shapes.triangles.push(LineVertex { position: at.extend(0.0), color });
        }
    }

    /// A convex area. Its corners in their order around it.
    fn area(&mut self, corners: &[Vec2], color: Vec4) {
        for pair in corners[1..].windows(2) {
            self.blended([corners[0], pair[0], pair[1]].map(|corner| (corner, color)));
        }
    }

    pub fn triangle(&mut self, corners: [Vec2; 3], color: Vec4) {
        self.area(&corners, color);
    }

    /// Four corners in their order around the shape.
    pub fn quad(&mut self, corners: [Vec2; 4], color: Vec4) {
        self.area(&corners, color);
    }

    /// An upright rectangle between two opposite corners.
    pub fn rectangle(&mut self, low: Vec2, high: Vec2, color: Vec4) {
        self.quad([low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)], color);
    }

    pub fn line(&mut self, from: Vec2, to: Vec2, thickness: f32, color: Vec4) {
        let side = (to - from).normalize_or_zero().perp() * thickness / 2.0;
        self.quad([from - side, to - side, to + side, from + side], color);
    }

    /// A square on its corner, `radius` from its middle to each corner.
    pub fn diamond(&mut self, at: Vec2, radius: f32, color: Vec4) {
        let x = Vec2::X * radius;
        let y = Vec2::Y * radius;
        self.quad([at - y, at + x, at + y, at - x], color);
    }

    /// A disc around `at`, drawn as a regular polygon with this many corners.
    pub fn disc(&mut self, at: Vec2, radius: f32, corners: usize, color: Vec4) {
        let mut rim = Vec::new();
        for corner in 0..corners {
            rim.push(at + radius * Vec2::from_angle(TAU * corner as f32 / corners as f32));
        }
        self.area(&rim, color);
    }
}
