//! What moves on the ground.

use super::Mesh;
use glam::DVec2;

/// A figure, as the ground knows it: a point in one of the free triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// In metres; y is up. Where its feet are.
    pub position: DVec2,
    /// In metres a second.
    pub velocity: DVec2,
    /// The triangle it is in. The position may be a rounding error outside; the triangle is always a free one.
    pub triangle: usize,
    /// The edge of that triangle on which it stands: 0, 1 or 2.
    pub support: Option<usize>,
}

impl Body {
    /// Slower than this towards an edge, a body moves along it: what is left is a rounding error. Metres a second.
    pub const ALONG: f64 = 1e-9;
    /// A body that meets as many walls in one flight is in a corner, and stops.
    pub const MOST_WALLS: usize = 4;
    /// Faster than this away from the next edge, a body leaves the ground. Metres a second.
    pub const LETS_GO: f64 = 2.0;

    /// At rest in the air, or `None` if there is no free triangle. A place on the ground may be a little below it, since
    /// corners that almost coincide are welded: then it is a little higher.
    pub fn new(mesh: &Mesh, position: DVec2) -> Option<Self> {
        let higher = [0.0, 0.002, 0.01, 0.05].map(|by| position + by * DVec2::Y);
        let found = |position: DVec2| {
            let triangle = mesh.find(position)?;
            Some(Body { position, velocity: DVec2::ZERO, triangle, support: None })
        };
        higher.into_iter().find_map(found)
    }

    /// The same body in another mesh, in the air; `None` if its place is solid there.
    pub fn moved_to(&self, mesh: &Mesh) -> Option<Self> {
        Body::new(mesh, self.position).map(|found| Body { velocity: self.velocity, ..found })
    }
}
