//! How OpenGL draws surfaces, outlines and ghosts: depth, blending and colour masks.

use crate::graphics::canvas::blend_over;
use glium::{Blend, Depth, DepthTest, DrawParameters, PolygonMode, draw_parameters::PolygonOffset};

/// A surface.
pub(in crate::graphics) fn parameters(see_through: bool) -> DrawParameters<'static> {
    DrawParameters {
        depth: Depth { test: DepthTest::IfLess, write: !see_through, ..Depth::default() },
        blend: if see_through { blend_over() } else { Blend::default() },
        // Collada files use either winding order: where the back is seen too nothing is culled, and the shader lights the
        // visible side.
        ..DrawParameters::default()
    }
}

/// Lines a little in front of the surface that they outline.
pub(super) fn line_parameters() -> DrawParameters<'static> {
    DrawParameters {
        depth: Depth { test: DepthTest::IfLessOrEqual, write: false, ..Depth::default() },
        blend: blend_over(),
        polygon_mode: PolygonMode::Line,
        polygon_offset: PolygonOffset { line: true, factor: -1.0, units: -2.0, ..PolygonOffset::default() },
        ..DrawParameters::default()
    }
}

/// Of a ghost, depth alone first.
pub(super) fn ghost_depth() -> DrawParameters<'static> {
    DrawParameters {
        depth: Depth { test: DepthTest::IfLess, write: true, ..Depth::default() },
        color_mask: (false, false, false, false),
        ..DrawParameters::default()
    }
}

/// Then what of it is nearest.
pub(super) fn ghost_color() -> DrawParameters<'static> {
    DrawParameters {
        depth: Depth { test: DepthTest::IfLessOrEqual, write: false, ..Depth::default() },
        blend: blend_over(),
        ..DrawParameters::default()
    }
}
