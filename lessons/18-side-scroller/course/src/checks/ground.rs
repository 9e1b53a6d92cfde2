//! Checks of the ground.

mod worlds;

use crate::figures::ground as figures;
use crate::ground::is_convex;
use crate::{Body, Mesh, SideScroller};
use check::{Answer, AnswerError, Case, Check, Value, finite};
use given::{CallError, Course, endless::unless_endless};
use glam::DVec2;
use std::f64::consts::TAU;
use worlds::BodyInWorld;

/// 18.1: two polygons.
pub(super) const MINKOWSKI: Check<[Vec<DVec2>; 2], Vec<DVec2>> = Check {
    // Metres; polygons reach a few metres, and single precision is right to a millionth.
    tolerance: 1e-4,
    words: |polygons| {
        let [a, b] = polygons.each_ref().map(|corners| {
            let corners = corners.iter().map(|corner| format!("({:.2}, {:.2})", corner.x, corner.y));
            corners.collect::<Vec<_>>().join(" ")
        });
        format!("a = {a} and b = {b}")
    },
    by_hand: || {
        let mut cases = vec![
            Case::at([1.0, 1.0, 4.0], figures::triangles)
                .called("the triangles (0, 0) (2, 0) (0, 1) and (1, 1) (-1, 1) (0, 0)"),
            Case::at([1.5, 0.8, 6.0], figures::triangles)
                .called("the triangles (0, 0) (2, 0) (0, 1) and (1.5, 0.8) (-1, 1) (0, 0)"),
        ];
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        for (words, other) in [
            ("two squares of 1 m, both from (0, 0) to (1, 1)", square),
            (
                "a square from (0, 0) to (1, 1), and the same whose list begins at (1, 1)",
                [(1.0, 1.0), (0.0, 1.0), (0.0, 0.0), (1.0, 0.0)],
            ),
            (
                "a square from (0, 0) to (1, 1), and the square on its corner, (0, -1) (1, 0) (0, 1) (-1, 0)",
                [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)],
            ),
        ] {
            cases.push(Case::new([square, other].map(|corners| corners.map(DVec2::from).to_vec())).called(words));
        }
        cases
    },
    drawn: worlds::polygons,
    call: |course, [a, b]| Ok(course.side_scroller.minkowski(a, b)?),
    compare: |_, sum, answer| {
        let low = sum.iter().copied().fold(DVec2::INFINITY, DVec2::min).as_vec2();
        let high = sum.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max).as_vec2();
        answer.compare("the point of the outline's lowest x and lowest y", finite(low));
        answer.compare("the point of the outline's highest x and highest y", finite(high));
        for k in 0..DIRECTIONS {
            let direction = DVec2::from_angle(0.1 + k as f64 * TAU / DIRECTIONS as f64);
            let reach = sum.iter().map(|corner| corner.dot(direction)).fold(f64::NEG_INFINITY, f64::max);
            let label = format!("its reach towards ({:.2}, {:.2})", direction.x, direction.y);
            answer.compare(label, finite(reach as f32));
        }
        let reversed: Vec<DVec2> = sum.iter().rev().copied().collect();
        let shape = match () {
            () if sum.iter().any(|corner| !corner.is_finite()) => "not finite",
            () if sum.len() < 3 => "fewer than three corners",
            () if is_convex(&sum) => "convex, counterclockwise",
            () if is_convex(&reversed) => "convex, clockwise",
            () => "not convex",
        };
        answer.compare("the order of its corners", shape);
        // Negative if the corners go clockwise.
        let area: f64 = (0..sum.len()).map(|k| sum[k].perp_dot(sum[(k + 1) % sum.len()]) / 2.0).sum();
        answer.compare("its area", finite(area as f32));
    },
};

const DIRECTIONS: usize = 16;

/// 18.2: a body in the air.
pub(super) const FLY: Check<BodyInWorld, (Body, Option<f64>)> = Check {
    // Metres, metres a second, seconds: numbers below 20. Who loses 10 microseconds at each edge is found out.
    tolerance: 1e-5,
    words: BodyInWorld::words,
    by_hand: || {
        let mut cases: Vec<Case<BodyInWorld>> = Vec::new();
        for (words, state) in [
            ("a body at (2, 1), its velocity (4, -1), for 0.25 s", [4.0, -1.0, 0.25]),
            ("the same body with the velocity (0, 2), for 1 s: after 0.5 s it crosses the edge y = x", [0.0, 2.0, 1.0]),
            ("the same body with the velocity (4, -1), for 0.75 s: after 0.5 s it meets a wall", [4.0, -1.0, 0.75]),
            ("the same flight for 1.25 s: after 1 s it meets the floor", [4.0, -1.0, 1.25]),
            ("the same body with the velocity (1, -2), for 1 s: after 0.5 s it meets the floor", [1.0, -2.0, 1.0]),
            ("the same body with the velocity (-2, 0), for 2 s: it meets a slope at (-1.5, 1)", [-2.0, 0.0, 2.0]),
        ] {
            cases.push(Case::at(state, |state| figures::flight(state).into()).called(words));
        }
        cases.push(
            Case::new(figures::flight_from(DVec2::new(2.0, 0.0), (1.0, 2.0), 0.5).into())
                .called("a body at (2, 0) on the floor, which it leaves with the velocity (1, 2), for 0.5 s"),
        );
        for case in &mut cases {
            case.input.step = worlds::step_of_flight(&case.input);
        }
        cases
    },
    drawn: |probe| worlds::of(probe, if probe.is_last() { worlds::rare_flights } else { worlds::flights }),
    call: |course, world| move_body(course, world, SideScroller::fly),
    compare: |world, (body, left), answer| compare_body(world, &body, left, answer),
};

/// 18.3: a body on the ground.
pub(super) const WALK: Check<BodyInWorld, (Body, Option<f64>)> = Check {
    // As above.
    tolerance: 1e-5,
    words: BodyInWorld::words,
    by_hand: || {
        let slope = DVec2::new(-0.32, -0.24);
        let level = DVec2::new(0.4, 0.0);
        let mut cases = vec![
            shown_walk(
                "a body on a slope with d = (0.8, 0.6), 0.4 m before its upper end, its velocity (2, 0), for 0.2 s",
                [0.0, 2.0, 0.2],
            ),
            level_walk("the same body to the left: with the velocity (-2, 0), for 0.5 s", slope, -2.0, 0.5),
            level_walk("the same body at rest, for 0.5 s", slope, 0.0, 0.5),
            level_walk("a body at rest at the upper end of the slope, for 0.5 s", DVec2::ZERO, 0.0, 0.5),
            shown_walk("the first body for 0.5 s; after the slope the ground is level", [0.0, 2.0, 0.5]),
            level_walk(
                "a body on level ground, 0.3 m before the foot of the slope, with the velocity (6, 0), for 0.1 s",
                DVec2::new(-1.8, -1.125),
                6.0,
                0.1,
            ),
            level_walk(
                "a body 0.4 m to the right of the slope, which walks down with the velocity (-1, 0), for 1 s",
                level,
                -1.0,
                1.0,
            ),
            shown_walk("the first body for 0.5 s; after the slope the ground rises by 80°", [80.0, 2.0, 0.5]),
            shown_walk(
                "the first body with the velocity (4, 0), for 0.5 s; after the slope the ground falls by 30°",
                [-30.0, 4.0, 0.5],
            ),
            level_walk(
                "a body 0.4 m to the right of the slope, so fast that it leaves the ground: with the velocity (-6, 0), \
                 for 0.2 s",
                level,
                -6.0,
                0.2,
            ),
        ];
        for case in &mut cases {
            case.input.step = worlds::step_of_walk(&case.input);
        }
        cases
    },
    drawn: |probe| worlds::of(probe, if probe.is_last() { worlds::rare_walks } else { worlds::walks }),
    call: |course, world| move_body(course, world, SideScroller::walk),
    compare: |world, (body, left), answer| compare_body(world, &body, left, answer),
};

fn shown_walk(words: &str, state: [f32; 3]) -> Case<BodyInWorld> {
    Case::at(state, |state| figures::walk(state).into()).called(words)
}

/// A walk where the ground after the slope is level.
fn level_walk(words: &str, position: DVec2, velocity: f64, seconds: f64) -> Case<BodyInWorld> {
    Case::new(figures::walk_from(0.0, position, velocity, seconds).into()).called(words)
}

/// Moves a body by 18.2 or 18.3. Returns it with the seconds left, or `None` in a loop that does not end.
fn move_body(
    course: &Course,
    world: &BodyInWorld,
    moves: fn(&SideScroller, &Mesh, &mut Body, f64) -> Result<f64, CallError>,
) -> Result<(Body, Option<f64>), AnswerError> {
    let mut body = world.body;
    let left = unless_endless(MAX_EDGES, || moves(&course.side_scroller, &world.mesh, &mut body, world.seconds))?;
    Ok((body, left))
}

fn compare_body(world: &BodyInWorld, body: &Body, left: Option<f64>, answer: &mut Answer) {
    // Rounding alone gains less than this.
    let time = match left {
        Some(left) if left - world.seconds > 1e-14 => "more than at the beginning",
        _ => "no more than at the beginning",
    };
    let step = world.step;
    let mut compared: Vec<(&str, Value, u8)> = vec![
        ("its position", finite(body.position.as_vec2()), step),
        ("its support", support(&world.mesh, body).into(), step),
        ("its triangle", triangle(world, body).into(), step),
        ("its time left", time.into(), step),
    ];
    // In a corner neither the velocity counts nor the time.
    if !world.in_a_corner {
        compared.push(("its velocity", finite(body.velocity.as_vec2()), step));
        compared.push(("the number of seconds left", finite(left.unwrap_or_default() as f32), step));
    }
    if world.kind == worlds::ONTO_A_SLOPE && world.body.support.is_some() {
        compared.push(("its distance from the ground", finite(distance_to_ground(&world.mesh, body.position)), 1));
    }
    for (what, value, step) in compared {
        let value = if left.is_some() { value } else { "never reached, in a loop that does not end".into() };
        answer.compare(what, value).group(world.kind).step(step);
    }
}

/// Returns the distance from a point to the nearest edge with something solid beyond it, in metres.
fn distance_to_ground(mesh: &Mesh, point: DVec2) -> f32 {
    let mut nearest = f64::INFINITY;
    for triangle in (0..mesh.triangles.len()).filter(|triangle| !mesh.triangles[*triangle].is_solid) {
        for edge in (0..3).filter(|edge| mesh.beyond(triangle, *edge).is_none()) {
            let (a, b) = mesh.edge(triangle, edge);
            let fraction = (point - a).dot(b - a) / (b - a).length_squared();
            nearest = nearest.min(point.distance(a.lerp(b, fraction.clamp(0.0, 1.0))));
        }
    }
    nearest as f32
}

/// Largest number of edges that an answer may look up. In these worlds right ones look up less than 200.
const MAX_EDGES: usize = 2000;

/// Describes what a body stands on.
fn support(mesh: &Mesh, body: &Body) -> String {
    let Some(edge) = body.support else { return "the air".into() };
    if body.triangle >= mesh.triangles.len() || edge >= 3 {
        return "an edge that does not exist".into();
    }
    if mesh.beyond(body.triangle, edge).is_some() {
        return "an edge with nothing solid beyond".into();
    }
    let normal = mesh.normal(body.triangle, edge);
    // No minus before a zero.
    format!("an edge with the normal ({:.3}, {:.3})", normal.x + 0.0, normal.y + 0.0)
}

/// Describes a body's triangle.
fn triangle(world: &BodyInWorld, body: &Body) -> &'static str {
    let mesh = &world.mesh;
    match world.next {
        Some(next) if body.triangle == next => return "the one beyond the first edge",
        Some(_) if body.triangle == world.body.triangle => return "the one in which it began",
        Some(_) => return "another than the one beyond the first edge",
        None => {}
    }
    match mesh.triangles.get(body.triangle) {
        None => "one that does not exist",
        Some(triangle) if triangle.is_solid => "a solid one",
        Some(_) if mesh.outside(body.triangle, body.position) <= 1e-6 => "the one that holds it",
        Some(_) => "one that does not hold it",
    }
}
