//! Handles in the picture: rings that turn a frame about its own axes, arrows that move it along its parent's.
//!
//! A frame is a joint on its parent, an attachment on its joint, or a sphere's centre: all of them are turned and
//! moved in the same way.

mod arrows;
mod drag;
mod frame;
mod rings;
mod screen_projection;

pub use drag::{ANGLE_STEP, Drag, LENGTH_STEP};
pub use frame::{Handle, HandleFrame};
pub use screen_projection::ScreenProjection;

use glam::{Vec2, Vec3, Vec4};
use graphics::debug_draw::Shapes;

/// The handles that are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    /// Three rings.
    pub rings: bool,
    /// Three arrows.
    pub arrows: bool,
}

/// The greatest distance of the pointer from a handle, in multiples of the font's size.
const REACH: f32 = 0.6;

/// Red, green, blue for x, y, z; sRGB-encoded.
const COLORS: [Vec4; 3] =
    [Vec4::new(0.90, 0.22, 0.20, 1.0), Vec4::new(0.25, 0.68, 0.18, 1.0), Vec4::new(0.16, 0.40, 0.95, 1.0)];
/// Colour of the handle under the pointer, and of the one that is dragged.
const HOVERED: Vec4 = Vec4::new(1.0, 0.85, 0.20, 1.0);
/// Colour of joints that are selected beside the first.
pub(super) const BALL: Vec4 = Vec4::new(0.97, 0.97, 0.97, 1.0);

/// Adds a circle about a point, of constant size on the screen.
pub fn add_ball(center: Vec3, screen: &ScreenProjection, color: Vec4, shapes: &mut Shapes) {
    const PIECES: usize = 24;
    let Some(metres) = screen.metres_per_pixel(center) else { return };
    for radius in [0.55, 0.50, 0.45].map(|radius| radius * screen.em * metres) {
        shapes.ring(center, screen.across(), radius, PIECES, color);
    }
}

/// The handle under the pointer; if several are near, the nearest.
pub fn at(frame: &HandleFrame, kinds: Kinds, screen: &ScreenProjection, pointer: Vec2) -> Option<Handle> {
    let all = (0..3).flat_map(|axis| [Handle::Ring(axis), Handle::Arrow(axis)]);
    all.filter_map(|handle| {
        let distance = match handle {
            Handle::Ring(axis) if kinds.rings => rings::distance(frame, axis, screen, pointer)?,
            Handle::Arrow(axis) if kinds.arrows => arrows::distance(frame, axis, screen, pointer)?,
            _ => return None,
        };
        (distance < REACH * screen.em).then_some((handle, distance))
    })
    .min_by(|a, b| a.1.total_cmp(&b.1))
    .map(|(handle, _)| handle)
}

/// Adds the handles to what is drawn over the scene; `hot` is under the pointer, or dragged.
pub fn add_handles(
    frame: &HandleFrame,
    kinds: Kinds,
    screen: &ScreenProjection,
    hot: Option<Handle>,
    shapes: &mut Shapes,
) {
    for (axis, plain) in COLORS.into_iter().enumerate() {
        if kinds.rings {
            let is_hot = hot == Some(Handle::Ring(axis));
            rings::add_ring(frame, axis, screen, if is_hot { HOVERED } else { plain }, is_hot, shapes);
        }
        if kinds.arrows {
            let is_hot = hot == Some(Handle::Arrow(axis));
            arrows::add_arrow(frame, axis, screen, if is_hot { HOVERED } else { plain }, shapes);
        }
    }
}

#[cfg(test)]
mod tests;
