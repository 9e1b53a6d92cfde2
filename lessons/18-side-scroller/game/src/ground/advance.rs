//! One step of a body, by the answers 18.2 and 18.3.

use super::{Body, Mesh};
use crate::SideScroller;
use given::{CallError, endless::unless_endless};
use std::ops::RangeInclusive;

/// Largest number of changes between ground and air within one step.
const MAX_TURNS: usize = 64;
/// Largest number of edges an answer may ask the mesh about in one call. Right ones ask about less than 1000.
const MAX_EDGES: usize = 20_000;
/// Largest distance of a body outside its triangle, in metres. Right answers stay a thousand million times closer.
const OUTSIDE: f64 = 1e-3;

/// Moves a body for `seconds`: flying and walking by turns, until the time is used up. Gravity is the caller's. A body that
/// lands keeps its speed along x, but becomes no faster: the slope takes up the fall and does not turn it aside.
///
/// # Errors
/// If an answer comes to no end, leaves something that is not a body in a free triangle of this mesh, or
/// returns a time that cannot be.
pub fn advance(answers: &SideScroller, mesh: &Mesh, body: &mut Body, seconds: f64) -> Result<(), CallError> {
    let mut left = seconds;
    for _ in 0..MAX_TURNS {
        let before = *body;
        let (id, answer) = if before.support.is_some() { ("18.3", answers.walk) } else { ("18.2", answers.fly) };
        let Some(rest) = unless_endless(MAX_EDGES, || answer(mesh, body, left))? else {
            return Err(CallError::unusable(id, format!("it has asked about {MAX_EDGES} edges, and comes to no end")));
        };
        if let Some(problem) = problem(mesh, body) {
            return Err(CallError::unusable(id, problem));
        }
        if !(0.0..=left).contains(&rest) {
            return Err(CallError::unusable(id, format!("of {left} s {rest} s are left")));
        }
        // In a corner, rounding errors would grow from step to step.
        body.position = mesh.nearest(body.triangle, body.position);
        if let Some(edge) = body.support.filter(|_| before.support.is_none()) {
            let (from, to) = mesh.edge(body.triangle, edge);
            let along = (to - from).normalize();
            let fastest = before.velocity.length();
            body.velocity = along * (before.velocity.x / along.x).clamp(-fastest, fastest);
        }
        left = rest;
        if left <= 0.0 {
            return Ok(());
        }
    }
    let id = if body.support.is_some() { "18.3" } else { "18.2" };
    Err(CallError::unusable(id, format!("after {MAX_TURNS} turns between ground and air {left} s are still left")))
}

/// Shortens a body's velocity so that the body moves along x only as far as there is `room` in `seconds`; on the ground
/// it keeps to its edge.
pub fn keep_within(mesh: &Mesh, body: &mut Body, room: RangeInclusive<f64>, seconds: f64) {
    let goes = body.velocity.x * seconds;
    let may_go = goes.clamp(*room.start(), *room.end());
    if may_go == goes {
        return;
    }
    match body.support {
        None => body.velocity.x = may_go / seconds,
        Some(edge) => {
            let (from, to) = mesh.edge(body.triangle, edge);
            body.velocity = (to - from) * (may_go / (seconds * (to.x - from.x)));
        }
    }
}

/// Describes the fault of a body that an answer has left.
fn problem(mesh: &Mesh, body: &Body) -> Option<String> {
    let Body { position, velocity, triangle, support } = *body;
    if !(position.is_finite() && velocity.is_finite()) {
        return Some(format!("position {position} and velocity {velocity} are to be finite"));
    }
    let count = mesh.triangles.len();
    if triangle >= count {
        return Some(format!("there are {count} triangles, and the body is in number {triangle}"));
    }
    if mesh.triangles[triangle].is_solid {
        return Some(format!("the body is in triangle {triangle}, which is solid"));
    }
    let outside = mesh.outside(triangle, position);
    if outside > OUTSIDE {
        return Some(format!("the body is {outside:.3} m outside its triangle {triangle}"));
    }
    match support {
        Some(edge) if edge >= 3 => Some(format!("a triangle has no edge {edge} to stand on")),
        Some(edge) if mesh.beyond(triangle, edge).is_some() => {
            Some(format!("edge {edge} of triangle {triangle} has no ground beyond"))
        }
        _ => None,
    }
}
