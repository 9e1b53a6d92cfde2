//! What one tries first: move, look for an overlap, push out. It tunnels through what is thinner than a step, and in a
//! wedge the two sides push to and fro.

use super::polygon::{depth, edges, turn};
use super::{Body, Mesh, WALKABLE};
use glam::DVec2;

/// How often a body is pushed out of one polygon after another.
const ROUNDS: usize = 2;

/// Moves a body for `seconds`, then pushes it out of each expanded obstacle it overlaps, across the nearest edge.
///
/// The triangle follows where it can; the mesh plays no other part.
pub fn naive(mesh: &Mesh, obstacles: &[Vec<DVec2>], body: &mut Body, seconds: f64) {
    body.position += body.velocity * seconds;
    let mut stands = false;
    for _ in 0..ROUNDS {
        for obstacle in obstacles {
            let inside = depth(obstacle, body.position);
            let Some(normal) = nearest_normal(obstacle, body.position) else { continue };
            if inside <= 0.0 {
                continue;
            }
            body.position += normal * inside;
            body.velocity -= normal * normal.dot(body.velocity).min(0.0);
            stands |= normal.y >= WALKABLE;
        }
    }
    body.support = None;
    if let Some(triangle) = mesh.find(body.position) {
        body.triangle = triangle;
    }
    if stands && let Some((triangle, edge)) = mesh.standing_at(body.position) {
        (body.triangle, body.support) = (triangle, Some(edge));
    }
}

/// Out of a convex polygon, across the edge that is nearest to a point inside.
fn nearest_normal(corners: &[DVec2], point: DVec2) -> Option<DVec2> {
    let distance = |(a, b): &(DVec2, DVec2)| turn(*a, *b, point) / a.distance(*b);
    edges(corners)
        .filter(|(a, b)| a != b)
        .min_by(|one, other| distance(one).total_cmp(&distance(other)))
        .map(|(a, b)| -(b - a).perp().normalize())
}
