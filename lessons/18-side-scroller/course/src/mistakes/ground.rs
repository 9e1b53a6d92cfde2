//! Mistakes of the ground.

use crate::{Body, Mesh};
use common::check::{mistake, nan_band};
use glam::DVec2;
use std::f32::consts::PI;

pub(super) fn minkowski(a: &[DVec2], b: &[DVec2]) -> Vec<DVec2> {
    let turned = if mistake("TURNED-AGAIN") { -1.0 } else { 1.0 };
    let b: Vec<DVec2> = b.iter().map(|&corner| corner * turned).collect();
    if mistake("ALL-SUMS") {
        return a.iter().flat_map(|&p| b.iter().map(move |&q| p + q)).collect();
    }
    if mistake("ALL-SUMS:B") {
        return b.iter().flat_map(|&q| a.iter().map(move |&p| p + q)).collect();
    }
    if mistake("HULL-OF-BOTH") {
        return hull(&[a, &b].concat());
    }
    let first_corners = a[0] + b[0];
    let (a, b) = match () {
        () if mistake("FIRST-CORNERS") || mistake("SAME-INDEX") => (a.to_vec(), b),
        () if mistake("SAME-INDEX:ZIP") => (a.to_vec(), b),
        () => (from_lowest(a), from_lowest(&b)),
    };
    let count = match a.len().max(b.len()) {
        most if mistake("SAME-INDEX") || mistake("SAME-INDEX:LOWEST") => most,
        _ if mistake("SAME-INDEX:ZIP") => a.len().min(b.len()),
        _ => 0,
    };
    if count > 0 {
        return (0..count).map(|k| a[k % a.len()] + b[k % b.len()]).collect();
    }
    let is_open = mistake("NOT-CLOSED") || mistake("NOT-CLOSED:LAST");
    let count = |corners: &[DVec2]| corners.len() - usize::from(is_open);
    let (count_a, count_b) = (count(&a), count(&b));
    let edge = |corners: &[DVec2], k: usize| corners[(k + 1) % corners.len()] - corners[k % corners.len()];
    let mut corner = match () {
        () if mistake("NOT-PLACED") => a[0],
        () if mistake("NOT-PLACED:B") => b[0],
        () if mistake("NOT-PLACED:ORIGIN") => DVec2::ZERO,
        () if mistake("NOT-PLACED:FIRST") => first_corners,
        () if mistake("MINUS") => a[0] - b[0],
        () => a[0] + b[0],
    };
    let mut sum = Vec::new();
    let angle = |edge: DVec2| edge.y.atan2(edge.x);
    let slope = |edge: DVec2| edge.y / edge.x;
    let is_sorted = mistake("ANGLES-FROM-BEHIND:SORTED");
    if is_sorted || mistake("SLOPE:SORTED") {
        let key = |edge: &DVec2| if is_sorted { angle(*edge) } else { slope(*edge) };
        let edges_a = (0..count_a).map(|i| edge(&a, i));
        let mut edges: Vec<_> = edges_a.chain((0..count_b).map(|j| edge(&b, j))).collect();
        edges.sort_by(|a, b| key(a).total_cmp(&key(b)));
        for edge in edges {
            sum.push(corner);
            corner += edge;
        }
        return sum;
    }
    let (mut i, mut j) = (0, 0);
    while if mistake("STOPS-EARLY") { i < count_a && j < count_b } else { i < count_a || j < count_b } {
        sum.push(corner);
        let (edge_a, edge_b) = (edge(&a, i), edge(&b, j));
        let a_is_first = match edge_a.perp_dot(edge_b) {
            turn if mistake("TURN-REVERSED") => turn <= 0.0,
            _ if mistake("DOT") => edge_a.dot(edge_b) >= 0.0,
            _ if mistake("ANGLES-FROM-BEHIND") => angle(edge_a) <= angle(edge_b),
            _ if mistake("SLOPE") => slope(edge_a) <= slope(edge_b),
            _ if mistake("IN-TURNS") => i <= j,
            _ if mistake("IN-TURNS:ONE-BY-ONE") => true,
            turn => turn >= 0.0,
        };
        let takes_a = j == count_b || i < count_a && a_is_first;
        corner += match () {
            () if takes_a => edge_a,
            () if mistake("MINUS") => -edge_b,
            () => edge_b,
        };
        i += usize::from(takes_a);
        j += usize::from(!takes_a);
    }
    if mistake("NOT-CLOSED:LAST") {
        sum.push(corner);
    }
    sum
}

/// The same corners, beginning with the lowest, of several the left one.
fn from_lowest(corners: &[DVec2]) -> Vec<DVec2> {
    let key = |k: &usize| (corners[*k].y, corners[*k].x);
    let lower = |one: usize, other: usize| if key(&other) < key(&one) { other } else { one };
    let lowest = (0..corners.len()).reduce(lower).unwrap_or(0);
    [&corners[lowest..], &corners[..lowest]].concat()
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
    // What may happen at each edge is asked once: a name is looked up among many.
    let look = Look::new();
    let most = match Body::MOST_WALLS {
        _ if mistake("WALLS-UNCOUNTED") => usize::MAX,
        most if mistake("WALLS-UNCOUNTED:ONE-MORE") => most + 1,
        most if mistake("CORNER-TOO-SOON:ONE-LESS") => most - 1,
        most => most,
    };
    let shortest = if mistake("MINIMUM-STEP") { 1e-3 } else { 0.0 };
    if mistake("MINIMUM-STEP:ONCE") && (body.velocity * seconds).length() < 1e-3 {
        return 0.0;
    }
    let lost = match () {
        () if mistake("TIME-LOST") => 1e-5,
        () if mistake("TIME-LOST:LESS") => 1e-6,
        () if mistake("TIME-LOST:MORE") => 1e-4,
        () => 0.0,
    };
    let moved = if mistake("NOT-MOVED-THERE") { 0.0 } else { 1.0 };
    let counted = if mistake("TIME-TWICE") { 0.0 } else { 1.0 };
    let keeps_triangle = mistake("TRIANGLE-FORGOTTEN");
    let taken = if mistake("FREE-IS-SOLID") { 1.0 } else { 0.0 };
    let counts_all = mistake("CORNER-TOO-SOON");
    let one_edge = mistake("ONE-EDGE");
    let one_of_all = mistake("ONE-EDGE:NO-WALL");
    let one_and_rest = mistake("ONE-EDGE:REST");
    let one_of_all_and_rest = mistake("ONE-EDGE:REST-NO-WALL");
    let straight = mistake("ONE-EDGE:STRAIGHT");
    let mut left = seconds;
    let mut met = 0;
    while met < most {
        if (body.velocity * left).length() < shortest {
            return 0.0;
        }
        let Some((edge, passes)) = look.ahead(mesh, body, left) else {
            body.position += body.velocity * left;
            return if mistake("USED-TIME-RETURNED") { left } else { 0.0 };
        };
        body.position += body.velocity * passes * moved;
        left -= passes * counted;
        if lost > 0.0 {
            left = (left - lost).max(0.0);
        }
        if let Some(next) = mesh.beyond(body.triangle, edge) {
            let normal = mesh.normal(body.triangle, edge);
            body.velocity -= normal * normal.dot(body.velocity) * taken;
            if !keeps_triangle {
                body.triangle = next;
            }
            if straight {
                body.position += body.velocity * left;
            }
            if one_edge || one_of_all || straight || look.past_the_time && left <= 0.0 {
                return 0.0;
            }
            if one_and_rest || one_of_all_and_rest {
                return left;
            }
            met += usize::from(counts_all);
            continue;
        }
        if let Some(left) = meets_ground(mesh, body, edge, left) {
            return left;
        }
        met += 1;
    }
    if !mistake("CORNER-KEEPS-VELOCITY") {
        body.velocity = DVec2::ZERO;
    }
    if mistake("REST-IN-A-CORNER") { left } else { 0.0 }
}

/// Lands a body, or has it go on along a wall; the seconds to return if the flight ends here.
fn meets_ground(mesh: &Mesh, body: &mut Body, edge: usize, left: f64) -> Option<f64> {
    let normal = mesh.normal(body.triangle, edge);
    let into = normal * normal.dot(body.velocity);
    let came_with = body.velocity;
    let lands = mesh.can_stand(body.triangle, edge);
    body.velocity -= match () {
        () if mistake("VELOCITY-KEPT") || mistake("VELOCITY-KEPT:RETURNS") => DVec2::ZERO,
        () if mistake("VELOCITY-KEPT:LANDING") && lands => DVec2::ZERO,
        () if mistake("STOPPED") => body.velocity,
        () if mistake("STOPPED:LANDING") && lands => body.velocity,
        () if mistake("STOPPED:WALLS") && !lands => body.velocity,
        () if mistake("BOUNCES") => into * 2.0,
        () if mistake("DOUBLED") => -into,
        () if mistake("SPEED-KEPT") => {
            let along = body.velocity - into;
            body.velocity - along.normalize_or_zero() * body.velocity.length()
        }
        () if mistake("Y-ALONE") => body.velocity * DVec2::Y,
        () if mistake("INTO-ALONE") => body.velocity - into,
        () => into,
    };
    let stands = match body.velocity.y {
        _ if mistake("STANDS-ON-ALL") => true,
        _ if mistake("STANDS-ON-ALL:UPWARD") => normal.y > 1e-9,
        _ if mistake("NEVER-STANDS") => false,
        up if mistake("ONLY-FALLING") => lands && up < 0.0,
        up if mistake("ONLY-FALLING:LEVEL") => lands && up <= 0.0,
        _ if mistake("ONLY-FALLING:BEFORE") => lands && came_with.y < 0.0,
        _ => lands,
    };
    if stands && !mistake("NEVER-STANDS:RETURNS") {
        body.support = Some(edge);
    }
    let is_lost = match stands {
        _ if mistake("REST-LOST") => true,
        stands if mistake("REST-LOST:LANDING") => stands,
        stands if mistake("REST-LOST:WALLS") => !stands,
        stands => !stands && mistake("VELOCITY-KEPT:RETURNS"),
    };
    if is_lost {
        return Some(0.0);
    }
    if stands || mistake("BACK-AT-A-WALL") || mistake("ONE-EDGE:REST-NO-WALL") {
        return Some(left);
    }
    if mistake("ONE-EDGE:STRAIGHT") {
        body.position += body.velocity * left;
    }
    if mistake("ONE-EDGE:STRAIGHT") || mistake("ONE-EDGE:NO-WALL") {
        return Some(0.0);
    }
    None
}

/// How somebody looks for the edge that a body reaches first.
struct Look {
    /// At most so fast towards an edge is no motion towards it.
    along: f64,
    /// -1: the edges behind.
    side: f64,
    to_a_corner: bool,
    /// -1: distances are below 0.
    sign: f64,
    /// What is nearer is missed.
    nearest: f64,
    /// What passes before it is taken to pass then.
    soonest: f64,
    past_the_time: bool,
    /// What is least for the edge that is taken: of its place in the list, its time and its distance.
    rank: fn(f64, f64, f64) -> f64,
    /// Whether edges that are not reached in time count.
    ranks_all: bool,
}

impl Look {
    fn new() -> Self {
        let sign_is_lost = mistake("TIME-BELOW-0") || mistake("TIME-BELOW-0:KEPT");
        Look {
            along: match Body::ALONG {
                _ if mistake("SLOW-IS-NONE") => 1e-2,
                _ if mistake("SLOW-IS-NONE:LESS") => 1e-3,
                _ if mistake("ALONG-FORGOTTEN") => 0.0,
                _ if mistake("STRAIGHT-THROUGH") => f64::INFINITY,
                along => along,
            },
            side: if mistake("AWAY-FOR-TOWARDS") { -1.0 } else { 1.0 },
            to_a_corner: mistake("TO-A-CORNER"),
            sign: if sign_is_lost { -1.0 } else { 1.0 },
            nearest: match () {
                () if mistake("TOUCHED-IS-MISSED") => f64::MIN_POSITIVE,
                () if mistake("TOUCHED-IS-MISSED:BEYOND") => 0.0,
                () => f64::NEG_INFINITY,
            },
            soonest: match () {
                () if mistake("TIME-RUNS-BACKWARDS") => f64::NEG_INFINITY,
                () if mistake("TIME-BELOW-0:KEPT") => f64::NEG_INFINITY,
                () => 0.0,
            },
            past_the_time: mistake("PAST-THE-TIME"),
            rank: match () {
                () if mistake("NOT-THE-FIRST") => |place, _, _| place,
                () if mistake("NOT-THE-FIRST:LAST-IN-LIST") => |place, _, _| -place,
                () if mistake("NOT-THE-FIRST:LATEST") => |_, time, _| -time,
                () if mistake("NOT-THE-FIRST:LATEST-OF-ALL") => |_, time, _| -time,
                () if mistake("NOT-THE-FIRST:NEAREST") => |_, _, distance| distance,
                () => |_, time, _| time,
            },
            ranks_all: mistake("NOT-THE-FIRST:LATEST-OF-ALL") || mistake("NOT-THE-FIRST:NEAREST"),
        }
    }

    /// The edge, and after how many seconds; `None` if the time ends before that.
    fn ahead(&self, mesh: &Mesh, body: &Body, left: f64) -> Option<(usize, f64)> {
        let in_time = |time: f64| time < left || self.past_the_time;
        let mut first = None;
        let mut least = f64::INFINITY;
        for edge in 0..3 {
            let normal = mesh.normal(body.triangle, edge);
            let into = -normal.dot(body.velocity) * self.side;
            let (corner, _) = mesh.edge(body.triangle, edge);
            let distance = match normal.dot(body.position - corner) * self.sign {
                _ if self.to_a_corner => body.position.distance(corner),
                distance => distance,
            };
            let time = (distance / into).max(self.soonest);
            let counts = self.ranks_all || in_time(time);
            if into <= self.along || distance < self.nearest || !counts {
                continue;
            }
            let rank = (self.rank)(edge as f64, time, distance);
            if rank < least {
                least = rank;
                first = Some((edge, time));
            }
        }
        first.filter(|&(_, time)| in_time(time))
    }
}

pub(super) fn walk(mesh: &Mesh, body: &mut Body, seconds: f64) -> f64 {
    let speed = body.velocity.x as f32;
    body.velocity *= f64::from(nan_band("speed", speed, -2.5..2.5));
    let mut left = seconds;
    while let Some(edge) = body.support {
        let (a, b) = mesh.edge(body.triangle, edge);
        let along = (b - a).normalize();
        let came_with = body.velocity;
        let (speed, velocity) = pace(b - a, came_with);
        body.velocity = velocity;
        let to_the_right = match speed > 0.0 {
            _ if mistake("ALWAYS-TO-THE-RIGHT") => true,
            _ if mistake("REST-IS-0-BY-0:RIGHT") => speed >= 0.0,
            to_the_right => to_the_right,
        };
        let is_right_end = to_the_right || mistake("REST-IS-0-BY-0:RIGHT-END") && speed >= 0.0;
        let goes_back = mistake("END-BEHIND") || mistake("END-BEHIND:END");
        let end = if is_right_end == goes_back { a } else { b };
        let distance = body.position.distance(end);
        let is_signed = mistake("SPEED-BELOW-0");
        let ends_before = match speed.abs() * left <= distance {
            _ if mistake("END-MISSED") => true,
            _ if is_signed || mistake("SPEED-BELOW-0:WAY") => speed * left <= distance,
            _ if mistake("REST-IS-0-BY-0") => left <= distance / speed.abs(),
            _ if mistake("REST-IS-0-BY-0:RIGHT-END") => left <= distance / speed.abs(),
            _ if mistake("REST-IS-0-BY-0:RIGHT") => left <= distance / speed.abs(),
            ends_before => ends_before,
        };
        if ends_before {
            let is_on_edge = mistake("VELOCITY-KEPT-AT-A-TURN:ON-THE-EDGE");
            body.position += if is_on_edge { along * speed } else { body.velocity } * left;
            return if mistake("USED-TIME-RETURNED") { left } else { 0.0 };
        }
        if !mistake("NOT-MOVED-THERE") {
            body.position = end;
        }
        left -= match distance / speed.abs() {
            _ if mistake("TIME-TWICE") => 0.0,
            _ if is_signed || mistake("SPEED-BELOW-0:TIME") => distance / speed,
            passes => passes,
        };
        let goes_back = mistake("END-BEHIND") || mistake("END-BEHIND:NEXT");
        let next_to_the_right = to_the_right != goes_back || mistake("NEXT-TO-THE-RIGHT");
        let (triangle, next) = mesh.next_edge(body.triangle, edge, next_to_the_right);
        let (of, asked) = match () {
            () if mistake("OLD-NORMAL") => (body.triangle, edge),
            () => (triangle, next),
        };
        let away = mesh.normal(of, asked).dot(match () {
            () if mistake("AWAY-TOO-EARLY") => came_with,
            () => body.velocity,
        });
        if let Some(left) = at_the_end(mesh, body, (triangle, next), (away, speed), left) {
            return left;
        }
    }
    left
}

/// How fast a body goes along an edge, and its velocity there.
fn pace(edge: DVec2, came_with: DVec2) -> (f64, DVec2) {
    let along = edge.normalize();
    let speed = match along.dot(came_with) {
        speed if mistake("SPEED-KEPT") => came_with.length() * speed.signum(),
        _ if mistake("SPEED-KEPT:BY-X") => came_with.length() * came_with.x.signum(),
        _ if mistake("X-FOR-ALONG") => came_with.x,
        _ if mistake("NOT-NORMALIZED") => edge.dot(came_with),
        _ if mistake("NOT-NORMALIZED:SPEED") => edge.dot(came_with),
        speed => speed,
    };
    let velocity = match along * speed {
        _ if mistake("VELOCITY-KEPT-AT-A-TURN") => came_with,
        _ if mistake("VELOCITY-KEPT-AT-A-TURN:ON-THE-EDGE") => came_with,
        _ if mistake("X-FOR-ALONG:VELOCITY") => came_with * DVec2::X,
        _ if mistake("NOT-NORMALIZED") => edge * speed,
        _ if mistake("NOT-NORMALIZED:VELOCITY") => edge * speed,
        velocity => velocity,
    };
    (speed, velocity)
}

/// Goes on along the next edge, stops before it or leaves the ground; the seconds to return if the walk ends here.
fn at_the_end(
    mesh: &Mesh,
    body: &mut Body,
    (triangle, next): (usize, usize),
    (away, speed): (f64, f64),
    left: f64,
) -> Option<f64> {
    let most = match Body::LETS_GO {
        _ if mistake("NEVER-LETS-GO") => f64::INFINITY,
        _ if mistake("HOPS-DOWNHILL") => 1e-6,
        most => most,
    };
    let compared = match away {
        away if mistake("SIGN-LOST") => away.abs(),
        _ if mistake("SPEED-LETS-GO") => speed.abs(),
        _ if mistake("SPEED-LETS-GO:SIGNED") => speed,
        away => away,
    };
    let lets_go = compared > most;
    let is_rise = mistake("RISE-IS-WALL") && away < -1e-9;
    let climbs = match () {
        () if mistake("WALL-CLIMBED") => away < 0.0,
        () if mistake("WALL-CLIMBED:STEEP-WALKED") => !lets_go,
        () => false,
    };
    let can_stand = mesh.can_stand(triangle, next) && !is_rise;
    let goes_on = climbs || can_stand && !lets_go;
    let is_wall = match away < 0.0 {
        _ if mistake("SEAM-IS-WALL") => true,
        true => !mistake("WALL-IS-LEDGE"),
        false => mistake("LEDGE-IS-WALL"),
    };
    if mistake("SEAM-IS-LEDGE") {
        body.support = None;
    } else if goes_on && !mistake("SEAM-IS-WALL") {
        if !mistake("HALF-GONE-ON") {
            body.triangle = triangle;
        }
        if !mistake("HALF-GONE-ON:TRIANGLE") {
            body.support = Some(next);
        }
        if mistake("ONE-EDGE") || mistake("ONE-EDGE:REST") {
            return Some(if mistake("ONE-EDGE") { 0.0 } else { left });
        }
        if mistake("SPEED-KEPT:AT-A-TURN") {
            let (a, b) = mesh.edge(triangle, next);
            body.velocity = (b - a).normalize() * speed;
        }
    } else if is_wall {
        if mistake("WALL-KEEPS-SPEED:FOR-EVER") {
            return None;
        }
        if !mistake("WALL-KEEPS-SPEED") {
            body.velocity = DVec2::ZERO;
        }
        return Some(if mistake("WALL-RETURNS-TIME") { left } else { 0.0 });
    } else {
        let stands = mistake("SUPPORT-KEPT") || mistake("SUPPORT-KEPT:NO-TIME");
        body.support = body.support.filter(|_| stands);
        if mistake("LEDGE-IS-WALL:FALLS") {
            body.velocity = DVec2::ZERO;
        }
        let is_lost = mistake("REST-LOST") || mistake("SUPPORT-KEPT:NO-TIME");
        return Some(if is_lost { 0.0 } else { left });
    }
    None
}
