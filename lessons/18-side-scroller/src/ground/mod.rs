//! The ground as a body meets it: polygons, expanded by the body's collider, in a mesh of triangles; and a point that
//! flies and walks through the free ones.

mod mesh;

pub use mesh::{Mesh, Triangle};

use glam::DVec2;

/// A figure, as the ground knows it: a point in one of the free triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// In metres; y is up. Where its feet are.
    pub position: DVec2,
    /// In metres a second.
    pub velocity: DVec2,
    /// The triangle it is in. The position may be a rounding error outside; the triangle never is.
    pub triangle: usize,
    /// The edge of that triangle on which it stands: 0, 1 or 2.
    pub support: Option<usize>,
}
