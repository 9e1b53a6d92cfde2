//! Checks of the ground.

mod worlds;

use crate::ground::is_convex;
use crate::{Body, Mesh, SideScroller};
use common::check::{Answer, AnswerError, Ask, Probe, Value, finite};
use common::words;
use given::{Lost, endless::unless_endless};
use glam::DVec2;
use std::f64::consts::TAU;
use worlds::World;

/// How far a polygon reaches in 16 directions says all of a convex one, wherever its corners begin and whether or not
/// some of them lie in the middle of an edge.
pub(crate) fn minkowski(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for (what, a, b) in worlds::polygons(&q.probe) {
        let asked = words!("polygons", what, a = listed(&a), b = listed(&b));
        let sum = q.ask(&*asked, |course| course.side_scroller.minkowski(&a, &b))?;
        for k in 0..DIRECTIONS {
            let DVec2 { x, y } = direction(k);
            let label = format!("{what}: how far it reaches towards ({x:.2}, {y:.2})");
            answer.compare(label, finite(reach(&sum, k) as f32)).note(asked.clone());
        }
        let reversed: Vec<DVec2> = sum.iter().rev().copied().collect();
        let shape = match () {
            () if sum.iter().any(|corner| !corner.is_finite()) => "not finite",
            () if sum.len() < 3 => "fewer than three corners",
            () if is_convex(&sum) => "convex, counterclockwise",
            () if is_convex(&reversed) => "convex, clockwise",
            () => "not convex",
        };
        answer.compare(format!("{what}: in their order, the corners are"), shape).note(asked);
        let area: f64 = (0..sum.len()).map(|k| sum[k].perp_dot(sum[(k + 1) % sum.len()]) / 2.0).sum();
        answer.compare(format!("{what}: area"), finite(area as f32));
    }
    Ok(())
}

pub(crate) fn fly(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    moved(q, answer, worlds::flights, SideScroller::fly)
}

pub(crate) fn walk(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    moved(q, answer, worlds::walks, SideScroller::walk)
}

fn listed(corners: &[DVec2]) -> String {
    let corner = |corner: &DVec2| format!("({:.2}, {:.2})", corner.x, corner.y);
    corners.iter().map(corner).collect::<Vec<_>>().join(" ")
}

/// The directions in which polygons are compared.
fn direction(k: usize) -> DVec2 {
    DVec2::from_angle(0.1 + k as f64 * TAU / DIRECTIONS as f64)
}

const DIRECTIONS: usize = 16;

fn reach(corners: &[DVec2], k: usize) -> f64 {
    let reaches = corners.iter().map(|corner| corner.dot(direction(k)));
    reaches.fold(f64::NEG_INFINITY, f64::max)
}

/// Where bodies are and how fast, after an answer has moved them.
fn moved(
    q: &mut Ask,
    answer: &mut Answer,
    worlds: fn(&Probe) -> Vec<World>,
    moves: fn(&SideScroller, &Mesh, &mut Body, f64) -> Result<f64, Lost>,
) -> Result<(), AnswerError> {
    for world in worlds::cached(&q.probe, worlds).iter() {
        let (body, left) = q.ask(&*world.asked, |course| {
            let mut body = world.body;
            let answers = &course.side_scroller;
            let left = unless_endless(MAX_EDGES, || moves(answers, &world.mesh, &mut body, world.seconds))?;
            Ok::<_, Lost>((body, left))
        })?;
        // Rounding alone gains less than this.
        let time = match left {
            Some(left) if left - world.seconds > 1e-14 => "more than there was",
            _ => "no more than there was",
        };
        let support = support(&world.mesh, &body);
        // The most telling first.
        let compared: [(&str, Value); 8] = [
            ("it is", support.into()),
            ("position, x", finite(body.position.x as f32)),
            ("position, y", finite(body.position.y as f32)),
            ("its triangle", triangle(&world.mesh, &body).into()),
            ("its time left is", time.into()),
            ("velocity, x", finite(body.velocity.x as f32)),
            ("velocity, y", finite(body.velocity.y as f32)),
            ("seconds left", finite(left.unwrap_or_default() as f32)),
        ];
        // In a corner neither the velocity counts nor the time.
        for (what, value) in compared.into_iter().take(if world.in_a_corner { 5 } else { 8 }) {
            let value = if left.is_some() { value } else { "in a loop that does not end".into() };
            answer.compare(format!("{}: {what}", world.what), value).group(world.kind).step(world.step);
        }
    }
    Ok(())
}

/// How many edges an answer may ask about. In these worlds right ones ask about less than 200.
const MAX_EDGES: usize = 2000;

fn support(mesh: &Mesh, body: &Body) -> String {
    let Some(edge) = body.support else { return "in the air".into() };
    if body.triangle >= mesh.triangles.len() || edge >= 3 {
        return "on an edge that does not exist".into();
    }
    if mesh.beyond(body.triangle, edge).is_some() {
        return "on an edge with nothing solid beyond".into();
    }
    let normal = mesh.normal(body.triangle, edge);
    // No minus before a zero.
    format!("on an edge with the normal ({:.3}, {:.3})", normal.x + 0.0, normal.y + 0.0)
}

fn triangle(mesh: &Mesh, body: &Body) -> &'static str {
    match mesh.triangles.get(body.triangle) {
        None => "does not exist",
        Some(triangle) if triangle.is_solid => "is solid",
        Some(_) if mesh.outside(body.triangle, body.position) <= 1e-6 => "holds its position",
        Some(_) => "does not hold its position",
    }
}
