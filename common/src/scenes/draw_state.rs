//! Depth, blending and offset for the kinds of things that scenes draw.

use crate::graphics::shadow;
use glam::Vec3;
use glium::{Depth, DepthTest, DrawParameters, PolygonMode, draw_parameters::PolygonOffset};

/// Colour of a shadow on the ground; sRGB.
pub const SHADOW_COLOR: Vec3 = Vec3::new(0.33, 0.38, 0.43);
/// Colour of the finished scene's lines over the student's; sRGB.
pub const GHOST_COLOR: Vec3 = Vec3::new(1.0, 0.2, 0.75);

/// The nearest surface is seen.
pub fn solid() -> DrawParameters<'static> {
    DrawParameters {
        depth: Depth { test: DepthTest::IfLess, write: true, ..Depth::default() },
        ..DrawParameters::default()
    }
}

/// [`solid`], but a little farther away than it is, so that another mesh in the same place covers it.
pub fn solid_behind() -> DrawParameters<'static> {
    let polygon_offset = PolygonOffset { factor: 1.0, units: 4.0, fill: true, ..PolygonOffset::default() };
    DrawParameters { polygon_offset, ..solid() }
}

/// A mesh flattened onto the ground: overlapping shadows are no darker than one.
pub fn shadow() -> DrawParameters<'static> {
    DrawParameters {
        depth: Depth { test: DepthTest::IfLess, write: false, ..Depth::default() },
        blend: shadow::darker(),
        ..DrawParameters::default()
    }
}

/// Lines, or the edges of triangles, through everything.
pub fn lines_on_top() -> DrawParameters<'static> {
    DrawParameters { polygon_mode: PolygonMode::Line, ..DrawParameters::default() }
}
