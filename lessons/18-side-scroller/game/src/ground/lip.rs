//! Lips: the grown outline's bevels beside what is drawn.

use super::{Ahead, Body, Mesh};
use crate::measures::COLLIDER;
use glam::DVec2;

/// Largest distance of a bevel's end from its direction, in metres: points lie on a grid.
const STRAIGHT: f64 = 2e-4;

/// A lip ahead of a standing body, or below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lip {
    /// x at which the drawn ground ends, in metres.
    pub x: f64,
    /// Ground beyond the lip.
    pub end: Ahead,
}

/// Returns the lip to the right or left that begins within `reach` metres along x; `None` if the ground goes on, if it
/// ends at a wall without a lip, or if the body is in the air. A bevel that leads down to other ground is no lip.
pub fn lip(mesh: &Mesh, body: &Body, to_the_right: bool, reach: f64) -> Option<Lip> {
    let side = if to_the_right { 1.0 } else { -1.0 };
    let mut here = (body.triangle, body.support?);
    let mut x = None;
    if is_bevel(mesh, here, side) {
        x = Some(inner_end(mesh, here, to_the_right));
    }
    loop {
        let (a, b) = mesh.edge(here.0, here.1);
        let [end, along] = if to_the_right { [b, b - a] } else { [a, a - b] };
        if x.is_none() && side * (end.x - body.position.x) > reach {
            return None;
        }
        here = mesh.next_edge(here.0, here.1, to_the_right);
        if is_bevel(mesh, here, side) {
            x = x.or(Some(end.x));
        } else if mesh.can_stand(here.0, here.1) {
            x = None;
        } else {
            let is_wall = mesh.normal(here.0, here.1).dot(along) < 0.0;
            let end = if is_wall { Ahead::Wall } else { Ahead::Ledge };
            return x.map(|x| Lip { x, end });
        }
    }
}

/// Returns the x at which the bevels that a body stands on begin.
fn inner_end(mesh: &Mesh, mut edge: (usize, usize), to_the_right: bool) -> f64 {
    let side = if to_the_right { 1.0 } else { -1.0 };
    loop {
        let (a, b) = mesh.edge(edge.0, edge.1);
        edge = mesh.next_edge(edge.0, edge.1, !to_the_right);
        if !is_bevel(mesh, edge, side) {
            return if to_the_right { a.x } else { b.x };
        }
    }
}

/// Returns whether an edge, a triangle's, goes down to a `side` as the collider's lower end does.
fn is_bevel(mesh: &Mesh, (triangle, edge): (usize, usize), side: f64) -> bool {
    let (a, b) = mesh.edge(triangle, edge);
    let bevel = DVec2::new(COLLIDER[1].x, -side * COLLIDER[1].y).normalize();
    mesh.can_stand(triangle, edge) && bevel.perp_dot(b - a).abs() < STRAIGHT
}
