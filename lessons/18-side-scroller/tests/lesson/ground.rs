//! The ground: properties over random levels and runs.

use common::check::Random;
use glam::DVec2;
use lesson_18::checks::REFERENCE;
use lesson_18::ground::{Body, Mesh, advance, depth, expanded};

const STEP: f64 = 1.0 / 60.0;

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
fn hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
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
    let (right, up) = (DVec2::X * width, DVec2::Y * height);
    vec![corner, corner + right, corner + right + up, corner + up]
}

/// A floor and what may lie on it: slivers, copies, neighbors that touch, edges that almost coincide.
fn obstacles(numbers: &mut Numbers) -> Vec<Vec<DVec2>> {
    let mut obstacles = vec![rectangle(DVec2::new(-20.0, -2.0), 40.0, 2.0)];
    for _ in 0..2 + numbers.0.below(10) {
        let corner = numbers.point((-12.0, -1.0), (12.0, 6.0));
        let kind = numbers.0.below(6);
        let other = obstacles[numbers.0.below(obstacles.len())].clone();
        let moved = |by: DVec2| other.iter().map(|&corner| corner + by).collect();
        obstacles.push(match kind {
            0 => rectangle(corner.round(), numbers.between(1.0, 4.0).round(), 1.0),
            1 => {
                let count = 3 + numbers.0.below(6);
                let offset = |_| corner + numbers.point((-2.0, -1.5), (2.0, 1.5));
                hull((0..count).map(offset).collect())
            }
            2 => rectangle(corner, 4.0, 10.0f64.powf(numbers.between(-12.0, -1.0))),
            3 => other,
            4 => moved(other[1] - other[0]),
            _ => moved(DVec2::new(1.0, 0.3) * 10.0f64.powf(numbers.between(-14.0, -3.0))),
        });
    }
    obstacles
}

/// 10 s in one random level.
fn run(seed: u64) {
    let mut numbers = Numbers(Random::new(seed));
    let around = (0..8).map(|_| numbers.point((-0.3, 0.0), (0.35, 1.7))).collect();
    let collider = hull(around);
    let expanded = expanded(REFERENCE.minkowski, &obstacles(&mut numbers), &collider);
    let bounds = (DVec2::new(-25.0, -6.0), DVec2::new(25.0, 14.0));
    let mesh = Mesh::new(&expanded, bounds).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    let start = DVec2::new(numbers.between(-12.0, 12.0), 12.0);
    let mut body = Body::new(&mesh, start).unwrap_or_else(|| panic!("seed {seed}: no place"));
    let (mut push, mut jumps) = (0.0, false);
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
        let (speed, stood) = (body.velocity.length(), body.support.is_some());
        advance(&REFERENCE, &mesh, &mut body, STEP)
            .unwrap_or_else(|error| panic!("seed {seed}, step {step}: {error}"));
        let inside = expanded.iter().map(|obstacle| depth(obstacle, body.position));
        let inside = inside.fold(f64::NEG_INFINITY, f64::max);
        let outside = mesh.outside(body.triangle, body.position);
        assert!(inside < 1e-4, "seed {seed}, step {step}: {inside} m inside, {body:?}");
        assert!(outside < 1e-12, "seed {seed}, step {step}: {outside} m outside, {body:?}");
        let gained = body.velocity.length() - speed;
        assert!(gained < 1e-9, "seed {seed}, step {step}, stood {stood}: {gained} m/s faster");
    }
}

#[test]
fn no_body_gets_into_the_ground() {
    (0..200).for_each(run);
}

#[test]
#[ignore = "takes minutes unoptimised"]
fn no_body_gets_into_the_ground_of_10_000_levels() {
    (0..10_000).for_each(run);
}

/// A slope of several pieces that touch or overlap is walked as one: no seam catches, slows down or lets go.
#[test]
fn no_seam_catches() {
    let blunt = [(0.0, 0.0), (0.3, 0.4), (0.25, 1.7), (-0.2, 1.7), (-0.35, 0.4)];
    let collider = blunt.map(DVec2::from);
    for seed in 0..2000 {
        let mut numbers = Numbers(Random::new(seed));
        let along = DVec2::from_angle(numbers.between(-0.8, 0.8));
        let origin = numbers.point((-1.0, -1.0), (1.0, 1.0));
        let mut obstacles = Vec::new();
        let mut at = -4.0;
        while at < 4.0 {
            let (length, thick) = (numbers.between(0.5, 3.0), numbers.between(0.2, 1.0));
            let corner = origin + along * at;
            let (right, down) = (along * length, -along.perp() * thick);
            obstacles.push(vec![corner + down, corner + down + right, corner + right, corner]);
            at += if numbers.0.below(2) == 0 { length } else { length * numbers.between(0.3, 1.0) };
        }
        let expanded = expanded(REFERENCE.minkowski, &obstacles, &collider);
        let mesh = Mesh::new(&expanded, (DVec2::splat(-12.0), DVec2::splat(12.0))).unwrap();
        for way in [1.0, -1.0] {
            let mut body = Body::new(&mesh, origin - along * way * 3.9 + DVec2::Y * 0.1).unwrap();
            body.velocity = -DVec2::Y;
            advance(&REFERENCE, &mesh, &mut body, 0.2).unwrap();
            assert!(body.support.is_some(), "seed {seed}: {body:?}");
            body.velocity = along * 2.0 * way;
            let from = body.position;
            for step in 0..210 {
                advance(&REFERENCE, &mesh, &mut body, STEP).unwrap();
                let lost = 2.0 - body.velocity.length();
                // Ends of pieces 2 mm apart, and one of them moved by 0.06 mm: a turn by 2 degrees.
                assert!(lost.abs() < 1e-4, "seed {seed}, way {way}, step {step}: {lost} m/s lost");
                assert!(body.support.is_some(), "seed {seed}, way {way}, step {step}: let go");
            }
            let far = body.position.distance(from);
            assert!((far - 7.0).abs() < 1e-4, "seed {seed}, way {way}: {far} m instead of 7");
        }
    }
}
