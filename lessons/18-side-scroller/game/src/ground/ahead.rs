//! The end of the ground beside a body that stands on it.

use super::{Body, Mesh};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// It turns up, too steep to be walked on.
    Wall,
    /// It turns down.
    Ledge,
}

/// Returns what ends the ground within `reach` metres to the right or left of a standing body, and its distance; `None`
/// if nothing does, or the body is in the air.
pub fn ahead(mesh: &Mesh, body: &Body, to_the_right: bool, reach: f64) -> Option<(Ahead, f64)> {
    let mut triangle = body.triangle;
    let mut edge = body.support?;
    let mut position = body.position;
    let mut distance = 0.0;
    loop {
        let (a, b) = mesh.edge(triangle, edge);
        let (end, along) = if to_the_right { (b, b - a) } else { (a, a - b) };
        distance += position.distance(end);
        if distance > reach {
            return None;
        }
        let (next, next_edge) = mesh.next_edge(triangle, edge, to_the_right);
        if !mesh.can_stand(next, next_edge) {
            let is_wall = mesh.normal(next, next_edge).dot(along) < 0.0;
            return Some((if is_wall { Ahead::Wall } else { Ahead::Ledge }, distance));
        }
        triangle = next;
        edge = next_edge;
        position = end;
    }
}
