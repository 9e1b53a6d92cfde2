//! The triangles of the ground, and the body in them.

mod body;

pub use body::Body;

use crate::endless;
use glam::DVec2;

/// Smallest y of the normal of an edge on which a body can stand: the cosine of 50 degrees.
pub const WALKABLE: f64 = 0.642_787_609_686_539_4;

/// Three corners, counterclockwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    /// Places in [`Mesh::points`].
    pub corners: [usize; 3],
    /// The triangle beyond the edge from corner k to corner k + 1.
    pub neighbors: [Option<usize>; 3],
    /// Whether it belongs to what no body may enter.
    pub is_solid: bool,
}

/// Triangles that cover the level and all around it.
///
/// An edge is 0, 1 or 2: from that corner of its triangle to the next one, the triangle to its left. An edge with
/// solid ground beyond therefore runs to the right.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Points in metres.
    pub points: Vec<DVec2>,
    /// Free and solid ones.
    pub triangles: Vec<Triangle>,
}

impl Mesh {
    /// The two ends of an edge: the triangle lies to its left.
    pub fn edge(&self, triangle: usize, edge: usize) -> (DVec2, DVec2) {
        endless::count();
        let corners = self.triangles[triangle].corners;
        (self.points[corners[edge]], self.points[corners[(edge + 1) % 3]])
    }

    /// Returns the normal of an edge, into the triangle. Its length is 1.
    pub fn normal(&self, triangle: usize, edge: usize) -> DVec2 {
        let (a, b) = self.edge(triangle, edge);
        (b - a).perp().normalize()
    }

    /// The free triangle beyond an edge; `None` if what lies there is solid.
    pub fn beyond(&self, triangle: usize, edge: usize) -> Option<usize> {
        self.triangles[triangle].neighbors[edge].filter(|&next| !self.triangles[next].is_solid)
    }

    /// Whether a body can stand on an edge: what lies beyond is solid, and its slope is at most 50 degrees.
    pub fn can_stand(&self, triangle: usize, edge: usize) -> bool {
        self.beyond(triangle, edge).is_none() && self.normal(triangle, edge).y >= WALKABLE
    }

    /// The solid edge that follows a solid one, at its right end or at its left: a triangle and one of its edges.
    ///
    /// Right and left are those of a body that stands on the edge; all free triangles around the end are passed.
    pub fn next_edge(&self, triangle: usize, edge: usize, to_the_right: bool) -> (usize, usize) {
        let step = if to_the_right { 1 } else { 2 };
        let mut triangle = triangle;
        let mut edge = (edge + step) % 3;
        while let Some(next) = self.beyond(triangle, edge) {
            let [a, b, c] = self.triangles[next].neighbors;
            let back = [a, b, c].iter().position(|&neighbor| neighbor == Some(triangle));
            edge = (back.unwrap_or(0) + step) % 3;
            triangle = next;
        }
        (triangle, edge)
    }

    /// A free triangle that holds a point; `None` if it is in something solid.
    pub fn find(&self, point: DVec2) -> Option<usize> {
        (0..self.triangles.len())
            .filter(|&triangle| !self.triangles[triangle].is_solid)
            .find(|&triangle| self.outside(triangle, point) <= 0.0)
    }

    /// The edge that can be stood on and on which a point lies, to a millimetre: its triangle and which of three.
    pub fn standing_at(&self, point: DVec2) -> Option<(usize, usize)> {
        for triangle in (0..self.triangles.len()).filter(|&triangle| !self.triangles[triangle].is_solid) {
            for edge in 0..3 {
                let nearest = nearest_on(self.edge(triangle, edge), point);
                if nearest.distance(point) < 1e-3 && self.can_stand(triangle, edge) {
                    return Some((triangle, edge));
                }
            }
        }
        None
    }

    /// Returns the distance of a point outside a triangle, in metres; negative inside.
    pub fn outside(&self, triangle: usize, point: DVec2) -> f64 {
        let mut outside = f64::NEG_INFINITY;
        for edge in 0..3 {
            let (a, b) = self.edge(triangle, edge);
            outside = outside.max(-turn(a, b, point) / a.distance(b));
        }
        outside
    }

    /// The point of a triangle that is nearest to a point: the point itself if it is inside.
    pub fn nearest(&self, triangle: usize, point: DVec2) -> DVec2 {
        if self.outside(triangle, point) <= 0.0 {
            return point;
        }
        let mut nearest = nearest_on(self.edge(triangle, 0), point);
        for edge in 1..3 {
            let other = nearest_on(self.edge(triangle, edge), point);
            if other.distance_squared(point) < nearest.distance_squared(point) {
                nearest = other;
            }
        }
        nearest
    }
}

/// Twice the signed area of the triangle `a`, `b`, `c`: positive if they are counterclockwise.
pub fn turn(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    (b - a).perp_dot(c - a)
}

/// The point of a segment that is nearest to a point.
fn nearest_on((a, b): (DVec2, DVec2), point: DVec2) -> DVec2 {
    let fraction = (point - a).dot(b - a) / (b - a).length_squared();
    a.lerp(b, fraction.clamp(0.0, 1.0))
}
