//! How OpenGL draws surfaces, shadows, lines and ghosts: depth, blending, offset and colour masks.

use super::{canvas::blend_over, shadow};
use glam::Vec3;
use glium::{Depth, DepthTest, DrawParameters, PolygonMode, draw_parameters::PolygonOffset};

/// Colour of a shadow on the ground; sRGB.
pub const SHADOW_COLOR: Vec3 = Vec3::new(0.33, 0.38, 0.43);
/// Colour of the finished scene's lines over the student's; sRGB.
pub const GHOST_COLOR: Vec3 = Vec3::new(1.0, 0.2, 0.75);

/// Returns draw parameters for opaque surfaces: the nearest one hides the others.
pub fn solid() -> DrawParameters<'static> {
    DrawParameters {
        depth: Depth { test: DepthTest::IfLess, write: true, ..Depth::default() },
        ..DrawParameters::default()
    }
}

/// Parameters for a surface of a figure.
pub fn surface(see_through: bool) -> DrawParameters<'static> {
    if !see_through {
        return solid();
    }
    DrawParameters {
        depth: Depth { test: DepthTest::IfLess, write: false, ..Depth::default() },
        blend: blend_over(),
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

/// Returns draw parameters for a wireframe: the edges of triangles, moved towards the eye by a little, so that the surface
/// does not hide them.
pub(super) fn outline() -> DrawParameters<'static> {
    DrawParameters {
        depth: Depth { test: DepthTest::IfLessOrEqual, write: false, ..Depth::default() },
        blend: blend_over(),
        polygon_mode: PolygonMode::Line,
        polygon_offset: PolygonOffset { line: true, factor: -1.0, units: -2.0, ..PolygonOffset::default() },
        ..DrawParameters::default()
    }
}

/// A ghost is drawn twice: depth alone first, so that only the nearest of its surfaces is seen.
pub fn ghost() -> [DrawParameters<'static>; 2] {
    let depth = DrawParameters { color_mask: (false, false, false, false), ..solid() };
    let color = DrawParameters {
        depth: Depth { test: DepthTest::IfLessOrEqual, write: false, ..Depth::default() },
        blend: blend_over(),
        ..DrawParameters::default()
    };
    [depth, color]
}
