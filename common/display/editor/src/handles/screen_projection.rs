//! The projection of world space to pixels on the screen, and its derivative.

use glam::{Mat4, Vec2, Vec3, Vec4, Vec4Swizzles};
use ui::View;

/// The projection of world space to the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScreenProjection {
    view: View,
    clip_from_world: Mat4,
    /// World space.
    eye: Vec3,
    /// Width and height of the viewport, in pixels.
    size: Vec2,
    /// The height of text, in pixels: handles are measured in it.
    pub em: f32,
}

impl ScreenProjection {
    /// A viewport of `size` pixels, with text `em` pixels high.
    pub fn new(view: &View, size: Vec2, em: f32) -> Self {
        Self { view: *view, clip_from_world: view.clip_from_world(), eye: view.camera.eye(), size, em }
    }

    /// Pixel of a point, from the upper left corner; `None` behind the eye. It may be outside the viewport.
    pub fn seen(&self, point: Vec3) -> Option<Vec2> {
        let clip = self.clip_from_world * point.extend(1.0);
        let position = clip.xy() / clip.w;
        (clip.w > 1e-6 && position.is_finite()).then(|| self.pixels(position) + self.size * 0.5)
    }

    /// Returns the movement in pixels of a point's image for a movement of the point by `direction`, to first order.
    pub fn speed(&self, point: Vec3, direction: Vec3) -> Option<Vec2> {
        let clip = self.clip_from_world * point.extend(1.0);
        let moved: Vec4 = self.clip_from_world * direction.extend(0.0);
        let speed = self.pixels((moved.xy() - clip.xy() / clip.w * moved.w) / clip.w);
        (clip.w > 1e-6 && speed.is_finite()).then_some(speed)
    }

    /// Length of a pixel at a point, in metres.
    pub fn metres_per_pixel(&self, point: Vec3) -> Option<f32> {
        let pixels = self.speed(point, self.view.camera.right())?.length();
        (pixels > 0.0).then(|| pixels.recip())
    }

    /// Directions to the picture's right and up: unit length, world space.
    pub fn across(&self) -> [Vec3; 2] {
        [self.view.camera.right(), self.view.camera.up()]
    }

    /// Whether a point around `center` is on its far side.
    pub fn is_behind(&self, point: Vec3, center: Vec3) -> bool {
        (point - center).dot(self.eye - center) < 0.0
    }

    /// Converts clip space to pixels, without the origin.
    fn pixels(&self, clip: Vec2) -> Vec2 {
        clip * Vec2::new(0.5, -0.5) * self.size
    }
}

/// Distance of a point from the line between two others.
pub(super) fn distance_to_line(point: Vec2, from: Vec2, to: Vec2) -> f32 {
    let along = to - from;
    let fraction = (point - from).dot(along) / along.length_squared().max(1e-9);
    point.distance(from + along * fraction.clamp(0.0, 1.0))
}
