//! Convex polygons: corners in metres, counterclockwise.

use crate::SideScroller;
use crate::mesh::turn;
use given::CallError;
use glam::DVec2;

/// Distance that a corner may lie outside an edge of a convex polygon, in metres: less than the grid's step.
const FLAT: f64 = 1e-5;

pub(super) fn edges(corners: &[DVec2]) -> impl Iterator<Item = (DVec2, DVec2)> {
    (0..corners.len()).map(|k| (corners[k], corners[(k + 1) % corners.len()]))
}

/// Returns the depth of a point inside a convex polygon, in metres; negative outside.
pub fn depth(corners: &[DVec2], point: DVec2) -> f64 {
    let edges = edges(corners).filter(|(a, b)| a != b);
    edges.map(|(a, b)| turn(a, b, point) / a.distance(b)).fold(f64::INFINITY, f64::min)
}

/// Returns whether at least three finite corners stand counterclockwise around a convex polygon. Corners in the middle
/// of an edge, and the same one twice, are allowed.
pub fn is_convex(corners: &[DVec2]) -> bool {
    corners.len() >= 3
        && corners.iter().all(|corner| corner.is_finite())
        && corners.iter().all(|corner| depth(corners, *corner) >= -FLAT)
}

/// Expands every obstacle by a collider: the sum of the obstacle and the collider turned by half a turn, by 18.1.
pub fn expanded(
    answers: &SideScroller,
    obstacles: &[Vec<DVec2>],
    collider: &[DVec2],
) -> Result<Vec<Vec<DVec2>>, CallError> {
    let turned: Vec<DVec2> = collider.iter().map(|&corner| -corner).collect();
    let mut expanded = Vec::new();
    for obstacle in obstacles {
        expanded.push(answers.minkowski(obstacle, &turned)?);
    }
    Ok(expanded)
}

/// Returns the heights and the normals of the upper sides of convex polygons at an x.
pub fn surfaces(polygons: &[Vec<DVec2>], x: f64) -> impl Iterator<Item = (f64, DVec2)> {
    // Counterclockwise: upper sides go to the left.
    let upper = polygons.iter().flat_map(|polygon| edges(polygon));
    upper.filter(move |(from, to)| to.x < x && x <= from.x).map(move |(from, to)| {
        let fraction = (x - to.x) / (from.x - to.x);
        (to.y + (from.y - to.y) * fraction, (from - to).perp().normalize())
    })
}
