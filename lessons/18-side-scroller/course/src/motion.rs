//! The finished form of 18.1 to 18.3.

use crate::{Body, Mesh};
use glam::DVec2;

/// The Minkowski sum of two convex polygons: their edges, merged in the order of their directions.
///
/// Mark de Berg et al., "Computational Geometry" (3rd edition, 2008), section 13.3.
pub(crate) fn minkowski(a: &[DVec2], b: &[DVec2]) -> Vec<DVec2> {
    let a = from_lowest(a);
    let b = from_lowest(b);
    let mut sum = Vec::with_capacity(a.len() + b.len());
    let mut i = 0;
    let mut j = 0;
    while i < a.len() || j < b.len() {
        let corner_a = a[i % a.len()];
        let corner_b = b[j % b.len()];
        sum.push(corner_a + corner_b);
        let edge_a = a[(i + 1) % a.len()] - corner_a;
        let edge_b = b[(j + 1) % b.len()] - corner_b;
        let turn = match () {
            () if i == a.len() => -1.0,
            () if j == b.len() => 1.0,
            () => edge_a.perp_dot(edge_b),
        };
        i += usize::from(turn >= 0.0);
        j += usize::from(turn <= 0.0);
    }
    sum
}

/// Returns the corners rotated so that the lowest comes first, the left one if there are several. From there the
/// directions of the edges go around once, from right (0) to almost right again.
fn from_lowest(corners: &[DVec2]) -> Vec<DVec2> {
    let mut corners = corners.to_vec();
    let mut lowest = 0;
    for (k, corner) in corners.iter().enumerate() {
        if (corner.y, corner.x) < (corners[lowest].y, corners[lowest].x) {
            lowest = k;
        }
    }
    corners.rotate_left(lowest);
    corners
}

/// Moves a body straight through free triangles and along walls until it lands or its time is used up. Returns the
/// seconds left.
pub(crate) fn fly(mesh: &Mesh, body: &mut Body, seconds: f64) -> f64 {
    let mut left = seconds;
    let mut walls = 0;
    while walls < Body::MAX_WALLS {
        let (edge, passes) = first_edge(mesh, body);
        if passes >= left {
            body.position += body.velocity * left;
            return 0.0;
        }
        body.position += body.velocity * passes;
        left -= passes;
        if let Some(next) = mesh.beyond(body.triangle, edge) {
            body.triangle = next;
            continue;
        }
        let normal = mesh.normal(body.triangle, edge);
        body.velocity -= normal * normal.dot(body.velocity);
        if mesh.can_stand(body.triangle, edge) {
            body.support = Some(edge);
            return left;
        }
        walls += 1;
    }
    body.velocity = DVec2::ZERO;
    0.0
}

/// Returns the edge of the body's triangle that the body reaches first and the time to it, which is infinite if it
/// reaches none.
fn first_edge(mesh: &Mesh, body: &Body) -> (usize, f64) {
    let mut first = (0, f64::INFINITY);
    for edge in 0..3 {
        let normal = mesh.normal(body.triangle, edge);
        let into = -normal.dot(body.velocity);
        if into > Body::MIN_APPROACH_SPEED {
            let (corner, _) = mesh.edge(body.triangle, edge);
            let passes = (normal.dot(body.position - corner) / into).max(0.0);
            if passes < first.1 {
                first = (edge, passes);
            }
        }
    }
    first
}

/// Moves a body along the edges that carry it until it leaves the ground or its time is used up. Returns the seconds
/// left.
pub(crate) fn walk(mesh: &Mesh, body: &mut Body, seconds: f64) -> f64 {
    let mut left = seconds;
    while let Some(edge) = body.support {
        let (a, b) = mesh.edge(body.triangle, edge);
        let along = (b - a).normalize();
        let speed = along.dot(body.velocity);
        body.velocity = along * speed;
        let at = along.dot(body.position - a);
        let length = a.distance(b);
        let to = at + speed * left;
        if speed == 0.0 || (0.0..=length).contains(&to) {
            body.position = a + along * to.clamp(0.0, length);
            return 0.0;
        }
        let to_the_right = speed > 0.0;
        let end = if to_the_right { length } else { 0.0 };
        body.position = if to_the_right { b } else { a };
        left = (left - (end - at) / speed).clamp(0.0, left);
        let (triangle, next) = mesh.next_edge(body.triangle, edge, to_the_right);
        let away = mesh.normal(triangle, next).dot(body.velocity);
        if mesh.can_stand(triangle, next) && away <= Body::DETACH_SPEED {
            body.triangle = triangle;
            body.support = Some(next);
        } else if away < 0.0 {
            body.velocity = DVec2::ZERO;
            return 0.0;
        } else {
            body.support = None;
        }
    }
    left
}
