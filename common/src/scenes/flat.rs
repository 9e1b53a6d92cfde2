//! Flat shapes: triangles, rectangles, discs and lines of any thickness, on the picture or in the plane z = 0.

use glam::{Vec2, Vec3, Vec4};
use graphics::{LineVertex, debug_draw::Shapes};
use std::f32::consts::TAU;
use ui::overlay::{self, Mark};

/// Collects flat shapes, each over those before it. Draw [`shapes`](Self::shapes) with
/// [`Overlay::OnTop`](graphics::debug_draw::Overlay::OnTop); with `Mat4::IDENTITY` if they are on the
/// picture. Colours are sRGB-encoded with opacity.
///
/// In a window, those on the picture are left to its panels, which draw them [sharp](overlay); only areas with more than
/// one colour, and hairlines, are in [`shapes`](Self::shapes) there.
#[derive(Clone, Debug)]
pub struct FlatShapes {
    /// Shapes that have been collected.
    pub shapes: Shapes,
    is_on_picture: bool,
    /// Position of (0, 0), and lengths of a unit along x and y.
    origin: Vec2,
    scale: Vec2,
}

impl FlatShapes {
    /// Shapes in the plane z = 0 of the scene; a unit is a metre.
    pub fn in_scene() -> Self {
        FlatShapes { shapes: Shapes::new(), is_on_picture: false, origin: Vec2::ZERO, scale: Vec2::ONE }
    }

    /// Shapes on a picture of this many pixels; a unit is a pixel, the lower left corner (0, 0).
    pub fn in_pixels((width, height): (u32, u32)) -> Self {
        let size = Vec2::new(width as f32, height as f32).max(Vec2::ONE);
        FlatShapes { is_on_picture: true, origin: -Vec2::ONE, scale: 2.0 / size, ..Self::in_scene() }
    }

    /// Shapes on a picture of aspect ratio `aspect`; a unit is half its height, the middle (0, 0). So y is that of clip
    /// space, and x is clip space's times `aspect`.
    pub fn in_half_heights(aspect: f32) -> Self {
        FlatShapes { is_on_picture: true, scale: Vec2::new(1.0 / aspect, 1.0), ..Self::in_scene() }
    }

    /// Returns a point's position in clip space, or in the scene.
    pub(super) fn drawn_at(&self, at: Vec2) -> Vec2 {
        self.origin + at * self.scale
    }

    /// A triangle with a colour at each corner.
    pub fn blended(&mut self, corners: [(Vec2, Vec4); 3]) {
        for (at, color) in corners {
            let position = self.drawn_at(at).extend(0.0);
            self.shapes.triangles.push(LineVertex { position, color });
        }
    }

    /// A convex area. Its corners in their order around it.
    fn area(&mut self, corners: &[Vec2], color: Vec4) {
        if self.is_left_to_window() {
            let corners: Vec<Vec2> = corners.iter().map(|at| self.drawn_at(*at)).collect();
            if corners.iter().all(|corner| corner.is_finite()) {
                overlay::leave_to_window(Mark::Area(corners, color.into()));
            }
            return;
        }
        for pair in corners[1..].windows(2) {
            self.blended([corners[0], pair[0], pair[1]].map(|corner| (corner, color)));
        }
    }

    fn is_left_to_window(&self) -> bool {
        self.is_on_picture && overlay::em().is_some()
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

    /// A line from point to point; none to a point that is not finite.
    pub fn polyline(&mut self, points: &[Vec2], thickness: f32, color: Vec4) {
        for part in points.split(|point| !point.is_finite()).filter(|part| part.len() > 1) {
            if self.is_left_to_window() {
                let part = part.iter().map(|at| self.drawn_at(*at)).collect();
                overlay::leave_to_window(Mark::Line(part, thickness * self.scale.y / 2.0, color.into()));
                continue;
            }
            for pair in part.windows(2) {
                self.line(pair[0], pair[1], thickness, color);
            }
        }
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

    /// The head of an arrow: a triangle of this length and width, its back at `at`.
    pub fn arrow_head(&mut self, at: Vec2, along: Vec2, size: Vec2, color: Vec4) {
        let along = along.normalize_or_zero();
        let tip = along * size.x;
        let side = along.perp() * size.y / 2.0;
        self.triangle([at + tip, at + side, at - side], color);
    }

    /// A line a pixel wide.
    pub fn hairline(&mut self, from: Vec2, to: Vec2, color: Vec4) {
        let [from, to] = [from, to].map(|at| self.drawn_at(at).extend(0.0));
        self.shapes.line(from, to, color);
    }
}

/// A place in the scene in the units of [`FlatShapes::in_pixels`]; `None` behind the eye.
pub fn pixel(clip_from_world: glam::Mat4, at: Vec3, (width, height): (u32, u32)) -> Option<Vec2> {
    let clip = clip_from_world * at.extend(1.0);
    let size = Vec2::new(width as f32, height as f32);
    (clip.w > 0.0).then(|| (clip.truncate().truncate() / clip.w * 0.5 + 0.5) * size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners(flat: &FlatShapes) -> Vec<Vec2> {
        flat.shapes.triangles.iter().map(|corner| corner.position.truncate()).collect()
    }

    #[test]
    fn the_whole_picture_in_each_unit() {
        let mut pixels = FlatShapes::in_pixels((200, 100));
        pixels.rectangle(Vec2::ZERO, Vec2::new(200.0, 100.0), Vec4::ONE);
        let mut heights = FlatShapes::in_half_heights(2.0);
        heights.rectangle(Vec2::new(-2.0, -1.0), Vec2::new(2.0, 1.0), Vec4::ONE);
        assert_eq!(corners(&pixels), corners(&heights));
        assert_eq!(corners(&pixels)[..3], [-Vec2::ONE, Vec2::new(1.0, -1.0), Vec2::ONE]);
    }

    #[test]
    fn lines_are_equally_thick_in_every_direction() {
        let mut flat = FlatShapes::in_scene();
        for to in [Vec2::X, Vec2::Y, Vec2::new(3.0, 4.0)] {
            flat.line(Vec2::ZERO, to, 0.2, Vec4::ONE);
            let quad = corners(&flat).split_off(flat.shapes.triangles.len() - 6);
            assert!((quad[0].distance(quad[5]) - 0.2).abs() < 1e-6, "{to}");
        }
        flat.polyline(&[Vec2::ZERO, Vec2::NAN, Vec2::X, Vec2::ONE], 0.2, Vec4::ONE);
        assert_eq!(flat.shapes.triangles.len(), 4 * 6, "one of the three can be drawn");
    }

    /// Draws a rectangle and a line. Returns the number of triangles that are in the scene.
    fn draw(mut flat: FlatShapes) -> usize {
        flat.rectangle(Vec2::ZERO, Vec2::new(20.0, 10.0), Vec4::ONE);
        flat.polyline(&[Vec2::ZERO, Vec2::new(100.0, 50.0), Vec2::NAN], 5.0, Vec4::ONE);
        flat.shapes.triangles.len()
    }

    #[test]
    fn a_window_draws_what_is_on_the_picture() {
        let (left, marks) = overlay::collect(16.0, || draw(FlatShapes::in_pixels((200, 100))));
        let corners = [(-1.0, -1.0), (-0.8, -1.0), (-0.8, -0.8), (-1.0, -0.8)].map(Vec2::from);
        let line = [-Vec2::ONE, Vec2::ZERO];
        let [Mark::Area(area, _), Mark::Line(points, thickness, _)] = &*marks else { panic!("{marks:?}") };
        assert!(area.iter().zip(corners).all(|(a, b)| a.abs_diff_eq(b, 1e-6)), "{area:?}");
        assert!(points.iter().zip(line).all(|(a, b)| a.abs_diff_eq(b, 1e-6)), "{points:?}");
        assert!(left == 0 && (thickness - 0.05).abs() < 1e-6, "{left} {thickness}");
        let (in_scene, marks) = overlay::collect(16.0, || draw(FlatShapes::in_scene()));
        assert_eq!((in_scene, marks), (12, Vec::new()), "the scene's own are no flat picture");
    }
}
