//! A body that moves on the ground.

use super::Mesh;
use glam::DVec2;

/// A figure, as the ground knows it: a point in one of the free triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Position of its feet, in metres; y is up.
    pub position: DVec2,
    /// Velocity in metres a second.
    pub velocity: DVec2,
    /// The triangle it is in. The position may be a rounding error outside; the triangle is always a free one.
    pub triangle: usize,
    /// The edge of that triangle on which it stands: 0, 1 or 2.
    pub support: Option<usize>,
}

impl Body {
    /// Speed towards an edge below which a body moves along it: the rest is a rounding error. Metres a second.
    pub const MIN_APPROACH_SPEED: f64 = 1e-9;
    /// Number of walls in one flight after which a body is in a corner, and stops.
    pub const MAX_WALLS: usize = 4;
    /// Speed away from the next edge above which a body leaves the ground. Metres a second.
    pub const DETACH_SPEED: f64 = 2.0;

    /// Creates a body at rest in the air, or `None` if there is no free triangle. A place on the ground may be a little
    /// below it, since corners that almost coincide are welded: then the body is a little higher.
    pub fn new(mesh: &Mesh, position: DVec2) -> Option<Self> {
        let higher = [0.0, 0.002, 0.01, 0.05].map(|by| position + by * DVec2::Y);
        higher.into_iter().find_map(|position| {
            let triangle = mesh.find(position)?;
            Some(Body { position, velocity: DVec2::ZERO, triangle, support: None })
        })
    }

    /// Returns the body in another mesh, in the air; `None` if its place is solid there.
    pub fn moved_to(&self, mesh: &Mesh) -> Option<Self> {
        Body::new(mesh, self.position).map(|found| Body { velocity: self.velocity, ..found })
    }
}
