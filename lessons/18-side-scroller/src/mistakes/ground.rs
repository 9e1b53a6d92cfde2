//! Mistakes of the ground.

use crate::{Body, Mesh};
use common::check::{mistake, nan_band};
use glam::DVec2;
use std::f32::consts::PI;

/// Whoever goes astray in the triangles comes to an end all the same.
const MOST: usize = 1000;

pub(super) fn minkowski(a: &[DVec2], b: &[DVec2]) -> Vec<DVec2> {
    let turned = if mistake("TURNED-AGAIN") { -1.0 } else { 1.0 };
    let b: Vec<DVec2> = b.iter().map(|&corner| corner * turned).collect();
    let (count_a, count_b) = (a.len(), b.len());
    let all_sums = || a.iter().flat_map(|&p| b.iter().map(move |&q| p + q));
    if mistake("ALL-SUMS") {
        return all_sums().collect();
    }
    if mistake("HULL-OF-BOTH") {
        return hull(&[a, &b].concat());
    }
    if mistake("SAME-INDEX") {
        return (0..count_a.max(count_b)).map(|k| a[k % count_a] + b[k % count_b]).collect();
    }
    let lowest = |corners: &[DVec2]| {
        let key = |k: &usize| (corners[*k].y, corners[*k].x);
        let lower = |one: usize, other: usize| if key(&other) < key(&one) { other } else { one };
        (0..corners.len()).reduce(lower).unwrap_or(0)
    };
    let is_first = mistake("FIRST-CORNERS");
    let (first_a, first_b) = if is_first { (0, 0) } else { (lowest(a), lowest(&b)) };
    let (mut i, mut j) = (0, 0);
    let mut sum = Vec::new();
    let mut corner = match b[first_b] {
        _ if mistake("NOT-PLACED") => a[first_a],
        lowest if mistake("MINUS") => a[first_a] - lowest,
        lowest => a[first_a] + lowest,
    };
    let angle = |edge: DVec2| edge.y.atan2(edge.x);
    let goes_on = |i: usize, j: usize| match () {
        () if mistake("STOPS-EARLY") => i < count_a && j < count_b,
        () => i < count_a || j < count_b,
    };
    while goes_on(i, j) {
        sum.push(corner);
        let edge_a = a[(first_a + i + 1) % count_a] - a[(first_a + i) % count_a];
        let edge_b = b[(first_b + j + 1) % count_b] - b[(first_b + j) % count_b];
        let turn = match edge_a.perp_dot(edge_b) {
            turn if mistake("TURN-REVERSED") => -turn,
            _ if mistake("DOT") => edge_a.dot(edge_b),
            _ if mistake("ANGLES-FROM-BEHIND") => angle(edge_b) - angle(edge_a),
            turn => turn,
        };
        let takes_a = j == count_b || i < count_a && turn >= 0.0;
        corner += match () {
            () if takes_a => edge_a,
            () if mistake("MINUS") => -edge_b,
            () => edge_b,
        };
        i += usize::from(takes_a);
        j += usize::from(!takes_a);
    }
    sum
}

/// The smallest convex polygon around points, by wrapping it like a gift.
fn hull(points: &[DVec2]) -> Vec<DVec2> {
    let lowest = |a: DVec2, b: DVec2| if (b.y, b.x) < (a.y, a.x) { b } else { a };
    let first = points.iter().copied().reduce(lowest).unwrap_or_default();
    let mut corners = vec![first];
    while corners.len() <= points.len() {
        let last = corners[corners.len() - 1];
        let further = |a: DVec2, b: DVec2| {
            let turn = (a - last).perp_dot(b - last);
            let is_further = turn == 0.0 && b.distance(last) > a.distance(last);
            if turn < 0.0 || is_further { b } else { a }
        };
        match points.iter().copied().filter(|&p| p != last).reduce(further) {
            Some(next) if next != first => corners.push(next),
            _ => break,
        }
    }
    corners
}

pub(super) fn fly(mesh: &Mesh, body: &mut Body, seconds: f64) -> f64 {
    let direction = body.velocity.y.atan2(body.velocity.x) as f32;
    body.velocity *= f64::from(nan_band("direction", direction, -PI..PI));
    let mut left = seconds;
    let mut walls = 0;
    for _ in 0..MOST {
        let most = match Body::MOST_WALLS {
            _ if mistake("WALLS-UNCOUNTED") => MOST,
            most if mistake("WALLS-UNCOUNTED:ONE-MORE") => most + 1,
            most => most,
        };
        if walls == most {
            break;
        }
        if mistake("MINIMUM-STEP") && (body.velocity * left).length() < 1e-3 {
            return 0.0;
        }
        let mut first = None;
        let mut passes = left;
        for edge in 0..3 {
            let normal = mesh.normal(body.triangle, edge);
            let into = -normal.dot(body.velocity);
            let (corner, _) = mesh.edge(body.triangle, edge);
            let distance = normal.dot(body.position - corner).max(0.0);
            let is_taken = mistake("FIRST-EDGE-FOUND") && first.is_some();
            let along = match Body::ALONG {
                _ if mistake("SLOW-IS-NONE") => 1e-2,
                _ if mistake("SLOW-IS-NONE:LESS") => 1e-3,
                along => along,
            };
            if into > along && distance / into < passes && !is_taken {
                passes = distance / into;
                first = Some(edge);
            }
        }
        body.position += body.velocity * passes;
        left -= if mistake("TIME-TWICE") && first.is_some() { 0.0 } else { passes };
        if mistake("TIME-LOST") {
            left = (left - 1e-5).max(0.0);
        }
        if mistake("TIME-LOST:MORE") {
            left = (left - 1e-4).max(0.0);
        }
        let Some(edge) = first else { return 0.0 };
        if let Some(next) = mesh.beyond(body.triangle, edge) {
            body.triangle = next;
            if mistake("ONE-CROSSING") {
                return 0.0;
            }
            continue;
        }
        let normal = mesh.normal(body.triangle, edge);
        let into = normal * normal.dot(body.velocity);
        let may_stand = mesh.can_stand(body.triangle, edge);
        body.velocity -= match () {
            () if mistake("VELOCITY-KEPT") => DVec2::ZERO,
            () if mistake("LANDS-AS-IT-CAME") && may_stand => DVec2::ZERO,
            () if mistake("STOPPED") => body.velocity,
            () if mistake("STOPPED-AT-WALLS") && !may_stand => body.velocity,
            () if mistake("BOUNCES") => into * 2.0,
            () => into,
        };
        let stands = match may_stand {
            _ if mistake("STANDS-ON-ALL") => true,
            _ if mistake("STANDS-ON-ALL:UPWARD") => normal.y > 1e-9,
            _ if mistake("NEVER-STANDS") => false,
            stands => stands,
        };
        if stands {
            body.support = Some(edge);
            return if mistake("REST-LOST") { 0.0 } else { left };
        }
        if mistake("VELOCITY-KEPT") || mistake("REST-LOST") {
            return 0.0;
        }
        walls += 1;
    }
    body.velocity = DVec2::ZERO;
    if mistake("REST-IN-A-CORNER") { left } else { 0.0 }
}

pub(super) fn walk(mesh: &Mesh, body: &mut Body, seconds: f64) -> f64 {
    let speed = body.velocity.x as f32;
    body.velocity *= f64::from(nan_band("speed", speed, -2.5..2.5));
    let mut left = seconds;
    for _ in 0..MOST {
        let Some(edge) = body.support else { break };
        let (a, b) = mesh.edge(body.triangle, edge);
        let along = (b - a).normalize();
        let speed = along.dot(body.velocity);
        let came_with = body.velocity;
        match () {
            () if mistake("VELOCITY-KEPT-AT-A-TURN") => {}
            () if mistake("SPEED-KEPT") => {
                body.velocity = along * body.velocity.length() * speed.signum();
            }
            () => body.velocity = along * speed,
        }
        let speed = along.dot(body.velocity);
        let to_the_right = speed > 0.0 || mistake("ALWAYS-TO-THE-RIGHT");
        let end = if to_the_right { b } else { a };
        let distance = body.position.distance(end);
        if speed.abs() * left <= distance {
            body.position += body.velocity * left;
            return 0.0;
        }
        body.position = end;
        if !mistake("TIME-TWICE") {
            left -= distance / speed.abs();
        }
        let (triangle, next) =
            mesh.next_edge(body.triangle, edge, to_the_right || mistake("NEXT-TO-THE-RIGHT"));
        let away = mesh.normal(triangle, next).dot(match () {
            () if mistake("AWAY-TOO-EARLY") => came_with,
            () => body.velocity,
        });
        let most = match Body::LETS_GO {
            _ if mistake("NEVER-LETS-GO") => f64::INFINITY,
            _ if mistake("HOPS-DOWNHILL") => 1e-6,
            most => most,
        };
        let away_or_towards = if mistake("SIGN-LOST") { away.abs() } else { away };
        let is_rise = mistake("RISE-IS-WALL") && away < -1e-9;
        let climbs = mistake("WALL-CLIMBED") && away < 0.0;
        let can_stand = mesh.can_stand(triangle, next) && !is_rise;
        let goes_on = climbs || can_stand && away_or_towards <= most;
        if mistake("SEAM-IS-LEDGE") {
            body.support = None;
        } else if goes_on && !mistake("SEAM-IS-WALL") {
            (body.triangle, body.support) = (triangle, Some(next));
            if mistake("SPEED-KEPT:AT-A-TURN") {
                let (a, b) = mesh.edge(triangle, next);
                body.velocity = (b - a).normalize() * speed;
            }
        } else if away < 0.0 || mistake("SEAM-IS-WALL") {
            if !mistake("WALL-KEEPS-SPEED") {
                body.velocity = DVec2::ZERO;
            }
            return 0.0;
        } else {
            body.support = None;
        }
    }
    left
}
