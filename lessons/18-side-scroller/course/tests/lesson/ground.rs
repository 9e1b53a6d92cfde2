//! The ground: properties over random levels and runs.

use check::Random;
use glam::DVec2;
use lesson_18::{
    checks::REFERENCE,
    finished::ANSWERS,
    ground::{Body, FARTHEST, advance, depth, expanded, is_convex, mesh_of},
    knight::WALK,
};

const STEP: f64 = 1.0 / 60.0;

/// A walking knight never hops downhill.
const _: () = assert!(WALK < Body::DETACH_SPEED);

struct Numbers(Random);

impl Numbers {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * f64::from(self.0.unit())
    }

    fn point(&mut self, low: (f64, f64), high: (f64, f64)) -> DVec2 {
        DVec2::new(self.between(low.0, high.0), self.between(low.1, high.1))
    }
}

/// The smallest convex polygon around points (Andrew's monotone chain).
pub(crate) fn hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut corners: Vec<DVec2> = Vec::new();
    for _ in 0..2 {
        let begin = corners.len();
        for &point in &points {
            while let [.., a, b] = corners[begin..]
                && (b - a).perp_dot(point - a) <= 0.0
            {
                corners.pop();
            }
            corners.push(point);
        }
        corners.pop();
        points.reverse();
    }
    corners
}

fn rectangle(corner: DVec2, width: f64, height: f64) -> Vec<DVec2> {
    [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)].map(|(x, y)| corner + DVec2::new(x, y)).to_vec()
}

/// A floor and what may lie on it: slivers, copies, neighbors that touch, edges that almost coincide.
fn obstacles(numbers: &mut Numbers) -> Vec<Vec<DVec2>> {
    let mut obstacles = vec![rectangle(DVec2::new(-20.0, -2.0), 40.0, 2.0)];
    for _ in 0..2 + numbers.0.below(10) {
        let corner = numbers.point((-12.0, -1.0), (12.0, 6.0));
        let kind = numbers.0.below(6);
        let other = obstacles[numbers.0.below(obstacles.len())].clone();
        obstacles.push(match kind {
            0 => rectangle(corner.round(), numbers.between(1.0, 4.0).round(), 1.0),
            1 => {
                let count = 3 + numbers.0.below(6);
                hull((0..count).map(|_| corner + numbers.point((-2.0, -1.5), (2.0, 1.5))).collect())
            }
            2 => rectangle(corner, 4.0, 10.0f64.powf(numbers.between(-12.0, -1.0))),
            3 => other,
            4 => moved(&other, other[1] - other[0]),
            _ => moved(&other, DVec2::new(1.0, 0.3) * 10.0f64.powf(numbers.between(-14.0, -3.0))),
        });
    }
    obstacles
}

fn moved(corners: &[DVec2], by: DVec2) -> Vec<DVec2> {
    corners.iter().map(|corner| corner + by).collect()
}

/// Returns the depth of a point in the obstacles, in metres; negative outside.
fn depth_in(obstacles: &[Vec<DVec2>], point: DVec2) -> f64 {
    obstacles.iter().map(|obstacle| depth(obstacle, point)).fold(f64::NEG_INFINITY, f64::max)
}

/// Number of steps in which something happened to a body.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    flying: usize,
    standing: usize,
    landed: usize,
    off_a_ledge: usize,
    over_a_crest: usize,
    stopped: usize,
}

/// 10 s in one random level: adds what was seen.
fn run(seed: u64, mut seen: Seen) -> Seen {
    let mut numbers = Numbers(Random::new(seed));
    let collider = hull((0..8).map(|_| numbers.point((-0.3, 0.0), (0.35, 1.7))).collect());
    let expanded = expanded(&REFERENCE.side_scroller, &obstacles(&mut numbers), &collider).unwrap();
    let bounds = (DVec2::new(-25.0, -6.0), DVec2::new(25.0, 14.0));
    let mesh = mesh_of(&expanded, bounds).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    let start = DVec2::new(numbers.between(-12.0, 12.0), 12.0);
    let mut body = Body::new(&mesh, start).unwrap_or_else(|| panic!("seed {seed}: no place"));
    let mut push = 0.0;
    let mut jumps = false;
    for step in 0..600 {
        if step % 20 == 0 {
            push = [-30.0, -6.0, -3.0, 0.0, 3.0, 6.0, 30.0][numbers.0.below(7)];
            jumps = numbers.0.below(5) < 2;
        }
        if jumps && body.support.is_some() {
            body.velocity.y += 7.0;
            body.support = None;
        }
        match body.support {
            Some(edge) => {
                let (a, b) = mesh.edge(body.triangle, edge);
                body.velocity = (b - a).normalize() * push;
            }
            None => body.velocity += DVec2::new(3.0 * push, -18.0) * STEP,
        }
        let speed = body.velocity.length();
        let stood = body.support.is_some();
        advance(&REFERENCE.side_scroller, &mesh, &mut body, STEP)
            .unwrap_or_else(|loss| panic!("seed {seed}, step {step}: {loss:?}"));
        let inside = depth_in(&expanded, body.position);
        let outside = mesh.outside(body.triangle, body.position);
        assert!(inside < 1e-4, "seed {seed}, step {step}: {inside} m inside, {body:?}");
        assert!(outside < 1e-12, "seed {seed}, step {step}: {outside} m outside, {body:?}");
        let gained = body.velocity.length() - speed;
        let stands = body.support.is_some();
        seen.flying += usize::from(!stood && !stands);
        seen.standing += usize::from(stood && stands);
        seen.landed += usize::from(!stood && stands);
        let is_fast = stood && !stands && speed > 20.0;
        seen.over_a_crest += usize::from(is_fast);
        seen.off_a_ledge += usize::from(stood && !stands && !is_fast);
        seen.stopped += usize::from(stood && stands && speed > 1.0 && body.velocity.length() == 0.0);
        assert!(gained < 1e-9, "seed {seed}, step {step}, stood {stood}: {gained} m/s faster");
    }
    seen
}

/// Nothing that can happen to a body is left out.
#[test]
fn no_body_gets_into_the_ground() {
    let mut seen = Seen::default();
    for seed in 0..200 {
        seen = run(seed, seen);
    }
    let Seen { flying, standing, landed, off_a_ledge, over_a_crest, stopped } = seen;
    for count in [flying, standing, landed, off_a_ledge, over_a_crest, stopped] {
        assert!(count > 10, "{seen:?}");
    }
}

/// A slope of several pieces that touch or overlap is walked as one: no seam catches, slows down or lets go.
#[test]
fn no_seam_catches() {
    let blunt = [(0.0, 0.0), (0.3, 0.4), (0.25, 1.7), (-0.2, 1.7), (-0.35, 0.4)];
    let collider = blunt.map(DVec2::from);
    for seed in 0..300 {
        let mut numbers = Numbers(Random::new(seed));
        let along = DVec2::from_angle(numbers.between(-0.8, 0.8));
        let origin = numbers.point((-1.0, -1.0), (1.0, 1.0));
        let mut obstacles = Vec::new();
        let mut at = -4.0;
        while at < 4.0 {
            let length = numbers.between(0.5, 3.0);
            let thickness = numbers.between(0.2, 1.0);
            let corner = origin + along * at;
            let right = along * length;
            let down = -along.perp() * thickness;
            obstacles.push(vec![corner + down, corner + down + right, corner + right, corner]);
            at += if numbers.0.below(2) == 0 { length } else { length * numbers.between(0.3, 1.0) };
        }
        let expanded = expanded(&REFERENCE.side_scroller, &obstacles, &collider).unwrap();
        let mesh = mesh_of(&expanded, (DVec2::splat(-12.0), DVec2::splat(12.0))).unwrap();
        for way in [1.0, -1.0] {
            let mut body = Body::new(&mesh, origin - along * way * 3.9 + DVec2::Y * 0.1).unwrap();
            body.velocity = -DVec2::Y;
            advance(&REFERENCE.side_scroller, &mesh, &mut body, 0.2).unwrap();
            assert!(body.support.is_some(), "seed {seed}: {body:?}");
            body.velocity = along * 2.0 * way;
            let from = body.position;
            for step in 0..210 {
                advance(&REFERENCE.side_scroller, &mesh, &mut body, STEP).unwrap();
                let loss = 2.0 - body.velocity.length();
                assert!(loss.abs() < 1e-4, "seed {seed}, way {way}, step {step}: {loss} m/s lost");
                assert!(body.support.is_some(), "seed {seed}, way {way}, step {step}: let go");
            }
            let far = body.position.distance(from);
            assert!((far - 7.0).abs() < 1e-4, "seed {seed}, way {way}: {far} m instead of 7");
        }
    }
}

/// The triangles are the level: each free one is outside of every obstacle, each solid one inside of one, and a
/// triangle is its neighbor's neighbor.
#[test]
fn triangles_are_free_or_solid_as_the_level_is() {
    for seed in 0..100 {
        let obstacles = obstacles(&mut Numbers(Random::new(seed)));
        let bounds = (DVec2::new(-25.0, -6.0), DVec2::new(25.0, 14.0));
        let mesh = mesh_of(&obstacles, bounds).unwrap();
        for (index, triangle) in mesh.triangles.iter().enumerate() {
            let [a, b, c] = triangle.corners.map(|corner| mesh.points[corner]);
            assert!((b - a).perp_dot(c - a) > 0.0, "seed {seed}: {a} {b} {c}");
            let middle = (a + b + c) / 3.0;
            let inside = depth_in(&obstacles, middle);
            let is_within = middle.cmpgt(bounds.0).all() && middle.cmplt(bounds.1).all();
            assert!(
                inside.abs() < 2e-4 || triangle.is_solid == (inside > 0.0 || !is_within),
                "seed {seed}: {middle} is {inside} m inside"
            );
            for neighbor in triangle.neighbors.into_iter().flatten() {
                assert!(mesh.triangles[neighbor].neighbors.contains(&Some(index)));
            }
        }
    }
}

/// h(A + B) = h(A) + h(B): the sum reaches as far in a direction as both together.
#[test]
fn a_sum_reaches_as_far_as_both_together() {
    for seed in 0..200 {
        let mut numbers = Numbers(Random::new(seed));
        let [a, b] = [0, 1].map(|_| {
            let count = 3 + numbers.0.below(9);
            hull((0..count).map(|_| numbers.point((-2.0, -1.0), (3.0, 2.0))).collect())
        });
        let sum = (ANSWERS.minkowski)(&a, &b);
        assert!(is_convex(&sum) && sum.len() <= a.len() + b.len(), "seed {seed}: {sum:?}");
        for k in 0..64 {
            let direction = DVec2::from_angle(f64::from(k) * std::f64::consts::TAU / 64.0);
            let apart = reach(&sum, direction) - reach(&a, direction) - reach(&b, direction);
            assert!(apart.abs() < 1e-12, "seed {seed}, direction {direction}: {apart}");
        }
    }
}

fn reach(corners: &[DVec2], direction: DVec2) -> f64 {
    corners.iter().map(|corner| corner.dot(direction)).fold(f64::NEG_INFINITY, f64::max)
}

/// A body over hills comes to the same place, however the time is divided.
#[test]
fn no_time_is_lost_between_steps() {
    for parts in [7, 60, 144, 1000] {
        let mut obstacles = Vec::new();
        for k in -20..20 {
            let [left, right] = [k, k + 1].map(|k| DVec2::new(f64::from(k) / 4.0, (f64::from(k) * 0.7).sin() * 0.15));
            obstacles.push(vec![left - DVec2::Y, right - DVec2::Y, right, left]);
        }
        let mesh = mesh_of(&obstacles, (DVec2::splat(-8.0), DVec2::splat(8.0))).unwrap();
        let [whole, divided] = [1, parts].map(|parts| {
            let mut body = Body::new(&mesh, DVec2::new(-3.0, 1.0)).unwrap();
            body.velocity = DVec2::new(3.0, -2.0);
            for _ in 0..parts {
                advance(&REFERENCE.side_scroller, &mesh, &mut body, 1.7 / f64::from(parts)).unwrap();
            }
            body
        });
        assert!(whole.support.is_some());
        assert!(whole.position.distance(divided.position) < 1e-9, "{whole:?}, {divided:?}");
        assert!(whole.velocity.distance(divided.velocity) < 1e-9, "{whole:?}, {divided:?}");
    }
}

#[test]
fn what_is_no_level_is_refused_by_name() {
    let square = rectangle(DVec2::ZERO, 1.0, 1.0);
    let bounds = (DVec2::splat(-8.0), DVec2::splat(8.0));
    let clockwise: Vec<DVec2> = square.iter().rev().copied().collect();
    let star: Vec<DVec2> = (0..5).map(|k| DVec2::from_angle(f64::from(k) * 2.513_274)).collect();
    let no_number = vec![DVec2::ZERO, DVec2::X, DVec2::new(0.0, f64::NAN)];
    for damaged in [clockwise, star, no_number, square[..2].to_vec(), Vec::new()] {
        let error = mesh_of(&[square.clone(), damaged], bounds).unwrap_err();
        assert!(error.contains("expanded obstacle 1 is no convex polygon"), "{error}");
    }
    let error = mesh_of(&[rectangle(DVec2::new(FARTHEST, 0.0), 1.0, 1.0)], bounds).unwrap_err();
    assert!(error.contains("expanded obstacle 0 is more than 500 m from the origin"), "{error}");
    for (low, high) in [(1.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY), (0.0, 2.0 * FARTHEST)] {
        let error = mesh_of(&[], (DVec2::splat(low), DVec2::splat(high))).unwrap_err();
        assert!(error.contains("the bounds of the level"), "{error}");
    }
}

#[test]
fn a_valley_steeper_than_45_degrees_brings_to_rest() {
    let left = [(-4.0, -5.0), (0.0, 0.0), (-4.0, 4.4)].map(DVec2::from).to_vec();
    let right = [(4.0, 4.4), (0.0, 0.0), (4.0, -5.0)].map(DVec2::from).to_vec();
    let mesh = mesh_of(&[left, right], (DVec2::splat(-8.0), DVec2::splat(8.0))).unwrap();
    let position = DVec2::new(-1.0, 1.1);
    let (triangle, edge) = mesh.standing_at(position).unwrap();
    let velocity = DVec2::new(1.0, -1.1) * 2.0;
    let mut body = Body { position, velocity, triangle, support: Some(edge) };
    assert_eq!((ANSWERS.walk)(&mesh, &mut body, 2.0), 0.0);
    assert!(body.position.length() < 1e-3 && body.velocity.length() < 1e-9, "{body:?}");
}

#[test]
fn points_nearer_than_a_sixteenth_of_a_millimetre_are_made_one() {
    for (gap, is_free) in [(0.9, false), (1.1, true)] {
        let gap = gap * 1e-3 / 16.0;
        let blocks = [rectangle(DVec2::ZERO, 1.0, 1.0), rectangle(DVec2::X * (1.0 + gap), 1.0, 1.0)];
        let mesh = mesh_of(&blocks, (DVec2::splat(-8.0), DVec2::splat(8.0))).unwrap();
        assert_eq!(mesh.find(DVec2::new(1.0 + gap / 2.0, 0.5)).is_some(), is_free);
    }
}
