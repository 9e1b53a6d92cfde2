//! The triangles.

use glam::DVec2;

/// Three corners, counterclockwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Triangle {
    /// Places in [`Mesh::points`].
    pub corners: [usize; 3],
    /// The triangle beyond the edge from corner k to corner k + 1.
    pub neighbors: [Option<usize>; 3],
    /// Whether it belongs to what no body may enter.
    pub is_solid: bool,
}

/// Triangles that cover the level and all around it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// In metres.
    pub points: Vec<DVec2>,
    /// Free and solid ones.
    pub triangles: Vec<Triangle>,
}

impl Mesh {
    /// The two ends of an edge (0, 1 or 2): the triangle lies to its left.
    pub fn edge(&self, triangle: usize, edge: usize) -> (DVec2, DVec2) {
        let corners = self.triangles[triangle].corners;
        (self.points[corners[edge]], self.points[corners[(edge + 1) % 3]])
    }

    /// At right angles to an edge, into the triangle. Length 1.
    pub fn normal(&self, triangle: usize, edge: usize) -> DVec2 {
        let (a, b) = self.edge(triangle, edge);
        (b - a).perp().normalize()
    }

    /// The free triangle beyond an edge; `None` if what lies there is solid.
    pub fn beyond(&self, triangle: usize, edge: usize) -> Option<usize> {
        self.triangles[triangle].neighbors[edge].filter(|&next| !self.triangles[next].is_solid)
    }
}
