//! Checks of the ground.

mod worlds;

use crate::ground::endless::unless_endless;
use crate::ground::is_convex;
use crate::{Answers, Body, Mesh, finished};
use common::check::{Answer, Check, Probe, announce};
use common::words;
use glam::DVec2;
use std::f64::consts::TAU;
use worlds::World;

pub(super) const MINKOWSKI: Check<Answers> = Check {
    // Metres; polygons reach a few metres, and single precision is right to a millionth of that.
    tolerance: 1e-4,
    ask: |answers, probe| {
        let mut all = Answer::default();
        let mut is_right = true;
        for (what, a, b) in worlds::polygons(probe) {
            let asked = words!("polygons", what, a = listed(&a), b = listed(&b));
            announce(asked.clone());
            let sum = (answers.minkowski)(&a, &b);
            let mut one = summed(&what, &sum);
            // Said of the first one that goes wrong.
            if is_right && !reaches_alike(&sum, &(finished::ANSWERS.minkowski)(&a, &b)) {
                one = one.noting(vec![asked]);
                is_right = false;
            }
            all = all.and(one);
        }
        Ok(all)
    },
};

pub(super) const FLY: Check<Answers> = Check {
    // Metres, metres a second, seconds: numbers below 20. Who loses 10 microseconds at each edge is found out.
    tolerance: 1e-5,
    ask: |answers, probe| Ok(moved(answers.fly, probe, worlds::flights)),
};

pub(super) const WALK: Check<Answers> = Check {
    // As above.
    tolerance: 1e-5,
    ask: |answers, probe| Ok(moved(answers.walk, probe, worlds::walks)),
};

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

fn reaches_alike(one: &[DVec2], other: &[DVec2]) -> bool {
    let is_near = |k| (reach(one, k) - reach(other, k)).abs() < f64::from(MINKOWSKI.tolerance);
    is_convex(one) && (0..DIRECTIONS).all(is_near)
}

/// How far a polygon reaches in 16 directions says all of a convex one, wherever its corners begin and whether or not
/// some of them lie in the middle of an edge.
fn summed(what: &str, sum: &[DVec2]) -> Answer {
    let label = |k: usize| {
        let direction = direction(k);
        format!("{what}: how far it reaches towards ({:.2}, {:.2})", direction.x, direction.y)
    };
    let reversed: Vec<DVec2> = sum.iter().rev().copied().collect();
    let shape = match () {
        () if sum.iter().any(|corner| !corner.is_finite()) => "not finite",
        () if sum.len() < 3 => "fewer than three corners",
        () if is_convex(sum) => "convex, counterclockwise",
        () if is_convex(&reversed) => "convex, clockwise",
        () => "not convex",
    };
    let shape = Answer::words(|_| format!("{what}: in their order, the corners are"), [shape]);
    let area: f64 = (0..sum.len()).map(|k| sum[k].perp_dot(sum[(k + 1) % sum.len()]) / 2.0).sum();
    Answer::finite_numbers(label, (0..DIRECTIONS).map(|k| reach(sum, k) as f32))
        .and(shape)
        .and(Answer::finite_numbers(|_| format!("{what}: area"), [area as f32]))
}

/// Where bodies are and how fast, after an answer has moved them.
fn moved(answer: fn(&Mesh, &mut Body, f64) -> f64, probe: &Probe, worlds: fn(&Probe) -> Vec<World>) -> Answer {
    let mut all = Answer::default();
    for world in worlds::cached(probe, worlds).iter() {
        let mut body = world.body;
        announce(world.asked.clone());
        let left = unless_endless(MOST_EDGES, || answer(&world.mesh, &mut body, world.seconds));
        let outcome = outcome(world, &body, left);
        let outcome: Answer = outcome.into_iter().take(compared(world)).collect();
        all = all.and(outcome.grouped(|_| world.kind.into()));
    }
    all
}

/// How many edges an answer may ask about. In these worlds right ones ask about less than 200.
const MOST_EDGES: usize = 2000;

/// What is said of an answer that goes on asking the mesh.
const NO_END: &str = "in a loop that does not end";

/// What is compared, the most telling first; `left` is `None` if the answer has come to no end.
fn outcome(world: &World, body: &Body, left: Option<f64>) -> [Answer; 8] {
    let label = |what: &str| format!("{}: {what}", world.what);
    let word = |what, word: &str| Answer::words(|_| label(what), [if left.is_some() { word } else { NO_END }]);
    let number = |what, number: f64| match left {
        Some(_) => Answer::finite_numbers(|_| label(what), [number as f32]),
        None => word(what, NO_END),
    };
    // Rounding alone gains less than this.
    let time = match left {
        Some(left) if left - world.seconds > 1e-14 => "more than there was",
        _ => "no more than there was",
    };
    [
        word("it is", &support(&world.mesh, body)),
        number("position, x", body.position.x),
        number("position, y", body.position.y),
        word("its triangle", triangle(&world.mesh, body)),
        word("its time left is", time),
        number("velocity, x", body.velocity.x),
        number("velocity, y", body.velocity.y),
        number("seconds left", left.unwrap_or_default()),
    ]
}

/// How many of these count: in a corner neither the velocity nor the time.
fn compared(world: &World) -> usize {
    if world.in_a_corner { 5 } else { 8 }
}

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
