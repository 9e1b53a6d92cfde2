//! What one tries first: move, look for an overlap, push out. It tunnels through what is thinner than a step, and in a
//! wedge the two sides push to and fro.

use super::polygon::nearest_edge;
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
            if let Some((inside, normal)) = nearest_edge(obstacle, body.position)
                && inside > 0.0
            {
                body.position += normal * inside;
                body.velocity -= normal * normal.dot(body.velocity).min(0.0);
                stands |= normal.y >= WALKABLE;
            }
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
