//! Checks of the ground.

mod worlds;

use crate::ground::is_convex;
use crate::{Body, Mesh, SideScroller};
use check::words;
use check::{Answer, AnswerError, Ask, AskedCase, Probe, Value, finite};
use given::{CallError, endless::unless_endless};
use glam::DVec2;
use std::f64::consts::TAU;
use worlds::BodyInWorld;

pub(super) const MINKOWSKI: &[AskedCase] = cases![
    "two squares of 1 m, both from (0, 0) to (1, 1)" => polygons_case(&SQUARE, &SQUARE),
    "a square from (0, 0) to (1, 1), and one from (2, 0) to (3, 1)" =>
        polygons_case(&SQUARE, &SQUARE.map(|(x, y)| (x + 2.0, y))),
    "a square from (0, 0) to (1, 1), and the same whose list begins at (1, 1)" =>
        polygons_case(&SQUARE, &[(1.0, 1.0), (0.0, 1.0), (0.0, 0.0), (1.0, 0.0)]),
    "a square from (0, 0) to (1, 1), and the triangle (0, 0) (1, 0) (0, 1)" =>
        polygons_case(&SQUARE, &[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]),
    "a square from (0, 0) to (1, 1), and the square on its corner, (0, -1) (1, 0) (0, 1) (-1, 0)" =>
        polygons_case(&SQUARE, &[(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)]),
];

type Point = (f64, f64);

/// 18.2 or 18.3.
type BodyMover = fn(&SideScroller, &Mesh, &mut Body, f64) -> Result<f64, CallError>;

const SQUARE: [(f64, f64); 4] = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];

fn polygons_case(q: &mut Ask, answer: &mut Answer, a: &[(f64, f64)], b: &[(f64, f64)]) -> Result<(), AnswerError> {
    let a: Vec<DVec2> = a.iter().copied().map(DVec2::from).collect();
    let b: Vec<DVec2> = b.iter().copied().map(DVec2::from).collect();
    let sum = q.ask("", |course| course.side_scroller.minkowski(&a, &b))?;
    let low = sum.iter().copied().fold(DVec2::INFINITY, DVec2::min);
    let high = sum.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max);
    answer.compare("the outline's range of x", format!("{:.2} to {:.2}", low.x + 0.0, high.x + 0.0));
    answer.compare("its range of y", format!("{:.2} to {:.2}", low.y + 0.0, high.y + 0.0));
    answer.compare("its area", finite(area(&sum) as f32));
    Ok(())
}

/// Returns the area of a polygon, which is negative if its corners go clockwise.
fn area(corners: &[DVec2]) -> f64 {
    (0..corners.len()).map(|k| corners[k].perp_dot(corners[(k + 1) % corners.len()]) / 2.0).sum()
}

/// Compares the sum's extent in 16 directions, which describes a convex polygon fully, wherever its list begins and
/// whether or not corners lie in the middle of an edge.
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
        answer.compare(format!("{what}: area"), finite(area(&sum) as f32));
    }
    Ok(())
}

pub(super) const FLY: &[AskedCase] = cases![
    "a body at (-4, 5) in the air, its velocity (1, 0), for 0.01 s" => fly_case((-4.0, 5.0), (1.0, 0.0), 0.01),
    "the same body for 1 s" => fly_case((-4.0, 5.0), (1.0, 0.0), 1.0),
    "a body 1 m above a level floor, its velocity (0, -2), for 1 s" => fly_case((-4.0, 1.0), (0.0, -2.0), 1.0),
    "a body 1 m above a level floor, its velocity (1, -2), for 1 s" => fly_case((-4.0, 1.0), (1.0, -2.0), 1.0),
    "a body on a level floor, which it leaves with the velocity (1, 2), for 0.5 s" =>
        fly_case((-4.0, 0.0), (1.0, 2.0), 0.5),
    "a body that flies against a wall, with the velocity (2, 1), for 1 s, and reaches it after 0.5 s" =>
        fly_case((4.0, 2.0), (2.0, 1.0), 1.0),
    "a body that falls onto a slope of 45° with the velocity (0, -2), for 1 s, and meets it after 0.5 s" =>
        fly_case((0.5, 1.5), (0.0, -2.0), 1.0),
];

/// Asks for a flight over a floor, a slope of 45° from (0, 0) to (1, 1), level ground after it, and a wall at x = 5.
fn fly_case(q: &mut Ask, answer: &mut Answer, at: Point, velocity: Point, seconds: f64) -> Result<(), AnswerError> {
    let world = worlds::simple_ground().flight("flight", at, velocity, seconds);
    body_case(q, answer, &world, SideScroller::fly)
}

/// Asks for the motion of one body, and compares all that an answer sets.
fn body_case(q: &mut Ask, answer: &mut Answer, world: &BodyInWorld, moves: BodyMover) -> Result<(), AnswerError> {
    let (body, left) = q.ask("", |course| {
        let mut body = world.body;
        let left = unless_endless(MAX_EDGES, || moves(&course.side_scroller, &world.mesh, &mut body, world.seconds))?;
        Ok::<_, CallError>((body, left))
    })?;
    let Some(left) = left else {
        answer.compare("the body's x", "in a loop that does not end");
        return Ok(());
    };
    answer.compare("the body's x", finite(body.position.x as f32));
    answer.compare("the body's y", finite(body.position.y as f32));
    answer.compare("the body's support", support(&world.mesh, &body));
    answer.compare("the velocity along x", finite(body.velocity.x as f32));
    answer.compare("the velocity along y", finite(body.velocity.y as f32));
    answer.compare("the time left", finite(left as f32));
    answer.compare("the body's triangle", triangle(&world.mesh, &body));
    Ok(())
}

pub(crate) fn fly(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    moved(q, answer, worlds::flights, SideScroller::fly)
}

pub(super) const WALK: &[AskedCase] = cases![
    "a body on level ground, with the velocity (1, 0), for 0.01 s" => walk_case((-4.0, 0.0), (1.0, 0.0), 0.01),
    "the same body for 1 s" => walk_case((-4.0, 0.0), (1.0, 0.0), 1.0),
    "the same body, to the left: with the velocity (-1, 0), for 1 s" => walk_case((-4.0, 0.0), (-1.0, 0.0), 1.0),
    "a body at rest on level ground, for 1 s" => walk_case((-4.0, 0.0), (0.0, 0.0), 1.0),
    "a body at (-0.5, 0), at the foot of a slope of 45°, with the velocity (1, 0), for 1 s" =>
        walk_case((-0.5, 0.0), (1.0, 0.0), 1.0),
    "a body at rest at (0, 0), the foot of the slope, for 1 s" => walk_case((0.0, 0.0), (0.0, 0.0), 1.0),
    "a body at (-0.5, 0) that runs up the slope with the velocity (6, 0), for 0.1 s" =>
        walk_case((-0.5, 0.0), (6.0, 0.0), 0.1),
    "a body at (4, 1) that walks against a wall with the velocity (2, 0), for 1 s, and reaches it after 0.5 s" =>
        walk_case((4.0, 1.0), (2.0, 0.0), 1.0),
    "a body at (2, 1) that walks down the slope of 45° to the left, with the velocity (-1, 0), for 1.5 s" =>
        walk_case((2.0, 1.0), (-1.0, 0.0), 1.5),
    "the same body, but so fast that it leaves the ground at the crest: with the velocity (-6, 0), for 0.5 s" =>
        walk_case((2.0, 1.0), (-6.0, 0.0), 0.5),
];

/// Asks for a walk over the ground of [`fly_case`].
fn walk_case(q: &mut Ask, answer: &mut Answer, at: Point, velocity: Point, seconds: f64) -> Result<(), AnswerError> {
    let world = worlds::simple_ground().walk("walk", at, velocity, seconds);
    body_case(q, answer, &world, SideScroller::walk)
}

pub(crate) fn walk(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    moved(q, answer, worlds::walks, SideScroller::walk)
}

fn listed(corners: &[DVec2]) -> String {
    corners.iter().map(|corner| format!("({:.2}, {:.2})", corner.x, corner.y)).collect::<Vec<_>>().join(" ")
}

/// Returns one of the directions in which polygons are compared.
fn direction(k: usize) -> DVec2 {
    DVec2::from_angle(0.1 + k as f64 * TAU / DIRECTIONS as f64)
}

const DIRECTIONS: usize = 16;

fn reach(corners: &[DVec2], k: usize) -> f64 {
    let reaches = corners.iter().map(|corner| corner.dot(direction(k)));
    reaches.fold(f64::NEG_INFINITY, f64::max)
}

/// Compares the bodies that an answer has moved in all worlds of a probe.
fn moved(
    q: &mut Ask,
    answer: &mut Answer,
    worlds: fn(&Probe) -> Vec<BodyInWorld>,
    moves: BodyMover,
) -> Result<(), AnswerError> {
    for world in worlds::cached(&q.probe, worlds).iter() {
        let (body, left) = q.ask(&*world.asked, |course| {
            let mut body = world.body;
            let answers = &course.side_scroller;
            let left = unless_endless(MAX_EDGES, || moves(answers, &world.mesh, &mut body, world.seconds))?;
            Ok::<_, CallError>((body, left))
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

/// Largest number of edges that an answer may look up. In these worlds right ones look up less than 200.
const MAX_EDGES: usize = 2000;

/// Describes what a body stands on.
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

/// Describes a body's triangle.
fn triangle(mesh: &Mesh, body: &Body) -> &'static str {
    match mesh.triangles.get(body.triangle) {
        None => "does not exist",
        Some(triangle) if triangle.is_solid => "is solid",
        Some(_) if mesh.outside(body.triangle, body.position) <= 1e-6 => "holds its position",
        Some(_) => "does not hold its position",
    }
}
