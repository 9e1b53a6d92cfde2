//! What is asked about: polygons to add, and bodies in small worlds.

use crate::{Body, Mesh};
use common::check::{Probe, Random};
use glam::DVec2;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::rc::Rc;

/// A body, and what it moves in.
pub(super) struct World {
    pub what: String,
    pub mesh: Mesh,
    pub body: Body,
    pub seconds: f64,
    /// How it loses its velocity there is its own affair.
    pub in_a_corner: bool,
}

/// One for each way to make worlds, seed and index.
type Cache = BTreeMap<(usize, u64, usize), Rc<Vec<World>>>;

/// The worlds of a probe: mistakes are looked for by asking the same again and again.
pub(super) fn cached(probe: &Probe, worlds: fn(&Probe) -> Vec<World>) -> Rc<Vec<World>> {
    thread_local! {
        static CACHE: RefCell<Cache> = const { RefCell::new(BTreeMap::new()) };
    }
    let key = (worlds as usize, probe.seed, probe.index);
    CACHE
        .with_borrow_mut(|cache| cache.entry(key).or_insert_with(|| Rc::new(worlds(probe))).clone())
}

/// Numbers in double precision.
struct Numbers(Random);

impl Numbers {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * f64::from(self.0.unit())
    }
}

// Polygons

/// Pairs of convex polygons, and what they are called.
pub(super) fn polygons(probe: &Probe) -> Vec<(String, Vec<DVec2>, Vec<DVec2>)> {
    let numbers = &mut Numbers(probe.random());
    let rectangle =
        |x: f64, y: f64| [(0.0, 0.0), (x, 0.0), (x, y), (0.0, y)].map(DVec2::from).to_vec();
    let named = |what: &str, a, b| (what.to_owned(), a, b);
    if probe.is_last() {
        let square = rectangle(1.0, 1.0);
        let mut corner_in_an_edge = rectangle(2.0, 1.0);
        corner_in_an_edge.insert(2, DVec2::new(2.0, 0.4));
        corner_in_an_edge.insert(1, DVec2::new(0.7, 0.0));
        return vec![
            named("a square and itself", square.clone(), square.clone()),
            named("a corner in the middle of an edge", corner_in_an_edge, square.clone()),
            named("a sliver", rectangle(5.0, 1e-9), square),
            named("many corners", polygon(numbers, 40, 3.0), polygon(numbers, 25, 0.5)),
        ];
    }
    let (x, y) = (numbers.between(2.0, 4.0), numbers.between(0.5, 1.5));
    let collider = knight(numbers);
    let block = begun_elsewhere(numbers, rectangle(x, y));
    let (few, more) = (3 + numbers.0.below(2), 5 + numbers.0.below(3));
    vec![
        named("a block and a collider", block, collider),
        named("few corners and many", polygon(numbers, few, 2.0), polygon(numbers, more, 1.0)),
        named("many corners and few", polygon(numbers, more, 1.5), polygon(numbers, few, 0.8)),
    ]
}

/// Not symmetric, so that it matters whether it is turned.
fn knight(numbers: &mut Numbers) -> Vec<DVec2> {
    let mut part = |x: f64, y: f64| DVec2::new(x + numbers.between(-0.05, 0.05), y);
    let corners =
        vec![part(0.1, 0.0), part(0.5, 0.3), part(0.4, 1.5), part(-0.3, 1.7), part(-0.2, 0.2)];
    begun_elsewhere(numbers, corners)
}

/// On an ellipse, which is somewhere else than the origin.
fn polygon(numbers: &mut Numbers, count: usize, size: f64) -> Vec<DVec2> {
    let middle = DVec2::new(numbers.between(1.0, 2.0), numbers.between(-2.0, -1.0));
    let radii = DVec2::new(size, size * numbers.between(0.5, 0.9));
    let corner = |k: usize| {
        let angle = (k as f64 + numbers.between(0.1, 0.9)) * TAU / count as f64;
        middle + DVec2::from_angle(angle) * radii
    };
    let corners = (0..count).map(corner).collect();
    begun_elsewhere(numbers, corners)
}

/// The same polygon, beginning with any corner but the lowest.
fn begun_elsewhere(numbers: &mut Numbers, mut corners: Vec<DVec2>) -> Vec<DVec2> {
    let begin = numbers.0.below(corners.len());
    corners.rotate_left(begin);
    let lowest = |corners: &[DVec2]| corners.iter().all(|corner| corner.y >= corners[0].y);
    while lowest(&corners) {
        corners.rotate_left(1);
    }
    corners
}

// Worlds

/// Solid between a line of points, from left to right, and a depth of 5 m.
fn terrain(line: &[(f64, f64)]) -> Vec<Vec<DVec2>> {
    let below = |pair: &[(f64, f64)]| {
        let [a, b] = [pair[0], pair[1]].map(DVec2::from);
        vec![DVec2::new(a.x, -5.0), DVec2::new(b.x, -5.0), b, a]
    };
    line.windows(2).map(below).collect()
}

fn block(x: (f64, f64), y: (f64, f64)) -> Vec<DVec2> {
    [(x.0, y.0), (x.1, y.0), (x.1, y.1), (x.0, y.1)].map(DVec2::from).to_vec()
}

/// How steep a slope is that rises so many metres on one.
fn degrees(rise: f64) -> String {
    format!("of {:.0} degrees", rise.atan().to_degrees())
}

fn between(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    DVec2::from(a).midpoint(b.into()).into()
}

/// How a body begins: where (on the ground, if it stands), how fast, for how long.
struct Begin {
    at: (f64, f64),
    velocity: (f64, f64),
    seconds: f64,
}

/// A world as it is described, and its mirror image.
fn both_ways(
    all: &mut Vec<World>,
    what: &str,
    obstacles: &[Vec<DVec2>],
    stands: bool,
    begin: &Begin,
) {
    for side in [1.0, -1.0] {
        let to_side = |p: &DVec2| DVec2::new(p.x * side, p.y);
        let turned = |corners: &Vec<DVec2>| {
            let mut corners: Vec<DVec2> = corners.iter().map(to_side).collect();
            if side < 0.0 {
                corners.reverse();
            }
            corners
        };
        let obstacles: Vec<_> = obstacles.iter().map(turned).collect();
        let bounds = (DVec2::new(-8.0, -6.0), DVec2::new(8.0, 8.0));
        // The worlds are ours: one that is no world is no check.
        let mesh = Mesh::new(&obstacles, bounds).expect("convex polygons");
        let position = to_side(&begin.at.into());
        let velocity = to_side(&begin.velocity.into());
        let standing = if stands { mesh.standing_at(position) } else { None };
        assert_eq!(standing.is_some(), stands, "{what}: no ground");
        let triangle = standing.map_or_else(|| mesh.find(position), |(triangle, _)| Some(triangle));
        let triangle = triangle.unwrap_or_else(|| panic!("{what}: no room"));
        // The mesh's points are on a grid.
        let position = standing.map_or(position, |(triangle, edge)| {
            let ((a, b), normal) = (mesh.edge(triangle, edge), mesh.normal(triangle, edge));
            (position - normal * normal.dot(position - a)).clamp(a.min(b), a.max(b))
        });
        let support = standing.map(|(_, edge)| edge);
        let body = Body { position, velocity, triangle, support };
        let way = if side > 0.0 { "to the right" } else { "to the left" };
        let (what, seconds) = (format!("{what}, {way}"), begin.seconds);
        let in_a_corner = what.contains("corner");
        all.push(World { what, mesh, body, seconds, in_a_corner });
    }
}

/// Bodies in the air.
pub(super) fn flights(probe: &Probe) -> Vec<World> {
    let numbers = &mut Numbers(probe.random());
    let mut all = Vec::new();
    if probe.is_last() {
        return rare_flights(numbers);
    }
    let mut add = |what: &str, obstacles: &[Vec<DVec2>], at, velocity, seconds| {
        both_ways(&mut all, what, obstacles, false, &Begin { at, velocity, seconds });
    };
    let rise = numbers.between(0.3, 0.9);
    let slope = terrain(&[(-6.0, 0.0), (-1.0, 0.0), (4.0, 5.0 * rise), (6.0, 5.0 * rise)]);
    let speed = numbers.between(3.0, 5.0);
    let onto = format!("onto a slope {}", degrees(rise));
    add(&onto, &slope, (0.3, 4.2), (0.4, -speed), 2.0);
    add("onto the floor", &slope, (-4.5, 1.2), (numbers.between(1.0, 2.0), -speed), 0.8);

    // Down along a wall, and on below its end; against it and up; against a steep slope, which carries nobody.
    let wall = block((0.5, 2.0), (numbers.between(-0.5, 0.0), 7.0));
    let down = (numbers.between(2.0, 3.0), -speed);
    add("down along a wall and past it", std::slice::from_ref(&wall), (-0.5, 4.0), down, 1.6);
    add("up along a wall", &[wall], (-0.5, 2.0), (3.0, numbers.between(1.0, 3.0)), 0.9);
    let top = numbers.between(2.0, 4.0);
    let steep = terrain(&[(-6.0, -4.0), (0.0, -4.0), (2.0, top), (6.0, 4.5)]);
    let what = format!("down a slope {}, too steep to stand on", degrees(0.5 * (top + 4.0)));
    add(&what, &steep, (0.9, 1.5), (0.3, -speed), 1.0);
    let ceiling = vec![DVec2::new(-4.0, 3.0), DVec2::new(4.0, 3.0 + rise), DVec2::new(0.0, 6.0)];
    add("against a ceiling", &[ceiling], (-1.0, 1.5), (numbers.between(1.0, 2.0), 4.0), 0.9);
    let notch = vec![
        vec![DVec2::new(-2.0, 2.0), DVec2::new(-3.0, 2.0), DVec2::new(0.0, -4.0)],
        vec![DVec2::new(0.0, -4.0), DVec2::new(3.0, 2.0), DVec2::new(2.0, 2.0)],
    ];
    add("into the corner of a notch", &notch, (numbers.between(-0.5, 0.5), 1.0), (0.5, -8.0), 1.5);
    let slow = (numbers.between(0.01, 0.02), numbers.between(0.02, 0.03));
    add("slowly", &slope, (-4.5, 2.0), slow, 1.0 / 60.0);
    // Half a millimetre a second is a speed, too.
    add("very slowly onto the floor", &slope, (-4.5, 0.001), (3e-4, -4e-4), 3.0);
    let overhangs = overhangs();
    let up = (numbers.between(0.2, 0.4), numbers.between(4.8, 5.2));
    add("along six overhangs in a row", &overhangs, (0.1, -1.0), up, 1.2);

    let rubble = rubble(numbers);
    for k in 0..4 {
        // To the right; the mirror images fly to the left.
        let way =
            DVec2::from_angle((f64::from(k) + numbers.between(0.2, 0.8)) * TAU / 8.0 - TAU / 4.0);
        let what = format!("flight {k} between blocks");
        add(&what, &rubble, (0.05, -0.04), (way * numbers.between(11.0, 14.0)).into(), 0.4);
    }
    all
}

/// A bent ceiling that meets a body again and again, with all the room below: 70 degrees, then 60, down to 20.
fn overhangs() -> Vec<Vec<DVec2>> {
    let mut begin = DVec2::ZERO;
    let mut all = Vec::new();
    for angle in [70.0, 60.0, 50.0, 40.0, 30.0, 20.0_f64] {
        let end = begin + DVec2::from_angle(angle.to_radians()) * 0.8;
        let back = DVec2::new(-2.0, 2.0);
        all.push(vec![begin, end, end + back, begin + back]);
        begin = end;
    }
    all
}

/// Blocks with room between them, so that there are no corners to be caught in.
fn rubble(numbers: &mut Numbers) -> Vec<Vec<DVec2>> {
    let mut blocks = Vec::new();
    for x in -3..=3 {
        for y in -2..=3 {
            let (x, y) = (f64::from(x) * 2.0, f64::from(y) * 2.0);
            if x != 0.0 || y != 0.0 {
                let middle = DVec2::new(x, y);
                let size = numbers.between(0.15, 0.4);
                let turn = numbers.between(0.0, TAU);
                let corner =
                    |k: i32| middle + DVec2::from_angle(turn + f64::from(k) * TAU / 5.0) * size;
                blocks.push((0..5).map(corner).collect());
            }
        }
    }
    blocks
}

/// Nothing to do, no time to do it in, a rounding error outside, straight into a corner of the bounds.
fn rare_flights(numbers: &mut Numbers) -> Vec<World> {
    let mut all = Vec::new();
    let floor = terrain(&[(-6.0, 0.0), (6.0, 0.0)]);
    let mut add = |what: &str, at, velocity, seconds| {
        both_ways(&mut all, what, &floor, false, &Begin { at, velocity, seconds });
    };
    add("at rest", (1.0, 1.0), (0.0, 0.0), 1.0);
    add("no time", (1.0, 1.0), (1.0, -2.0), 0.0);
    add("into a corner of the bounds", (1.0, 1.0), (100.0, numbers.between(90.0, 95.0)), 10.0);
    add("away from the floor, which it touches", (1.0, 0.0), (1.0, 2.0), 0.5);
    add("into the floor, which it touches", (1.0, 0.0), (1.0, -2.0), 0.5);
    for world in &mut all {
        if world.what.starts_with("away") || world.what.starts_with("into") {
            world.body.position.y -= 1e-15;
        }
    }
    all
}

/// Bodies on the ground.
pub(super) fn walks(probe: &Probe) -> Vec<World> {
    let numbers = &mut Numbers(probe.random());
    let mut all = Vec::new();
    let mut add = |what: &str, obstacles: &[Vec<DVec2>], at, velocity, seconds| {
        both_ways(&mut all, what, obstacles, true, &Begin { at, velocity, seconds });
    };
    let mut flat = terrain(&[(-6.0, 0.0), (-1.0, 0.0), (0.3, 0.0), (1.1, 0.0), (6.0, 0.0)]);
    flat.push(block((-0.6, 0.7), (-1.0, 0.0)));
    let speeds: Vec<f64> = numbers.0.spread(8, 1.5, 2.5).into_iter().map(f64::from).collect();
    let speed = speeds[0];
    if probe.is_last() {
        add("standing still", &flat, (-2.0, 0.0), (0.0, 0.0), 1.0);
        add("no time", &flat, (-2.0, 0.0), (speed, 0.0), 0.0);
        add("falling onto the spot", &flat, (-2.0, 0.0), (0.0, -3.0), 0.5);
        let hills: Vec<(f64, f64)> = (0..=60)
            .map(|k| f64::from(k) / 5.0 - 6.0)
            .map(|x| (x, (x * 1.3).sin() * 0.4))
            .collect();
        add(
            "over many small pieces",
            &terrain(&hills),
            between(hills[3], hills[4]),
            (speed, 0.5),
            4.0,
        );
        add("standing still at the right end of an edge", &flat, (-1.5, 0.0), (0.0, 0.0), 0.5);
        add("standing still at the left end of an edge", &flat, (-1.5, 0.0), (0.0, 0.0), 0.5);
        for World { what, mesh, body, .. } in &mut all {
            if let (true, Some(edge)) = (what.contains("end of an edge"), body.support) {
                let (a, b) = mesh.edge(body.triangle, edge);
                body.position = if what.contains("right end") { b } else { a };
            }
        }
        return all;
    }
    add("over pieces of flat ground", &flat, (-2.0, 0.0), (speeds[1], 0.0), 2.0);
    add("slowly", &flat, (-2.0, 0.0), (numbers.between(0.01, 0.05), 0.0), 1.0 / 60.0);

    let rise = numbers.between(0.4, 0.9);
    let up = terrain(&[(-6.0, 0.0), (0.0, 0.0), (5.0, 5.0 * rise), (7.0, 5.0 * rise)]);
    add(&format!("onto a slope {}", degrees(rise)), &up, (-0.5, 0.0), (speeds[2], 0.0), 1.2);
    add(&format!("landing on a slope {}", degrees(rise)), &up, (1.0, rise), (1.0, -2.0), 0.3);
    // It moves towards the slope faster than it may move away from one.
    let rise = numbers.between(1.08, 1.15);
    let up = terrain(&[(-6.0, 0.0), (0.0, 0.0), (4.0, 4.0 * rise), (7.0, 4.0 * rise)]);
    let fast = numbers.between(3.9, 4.2);
    add(&format!("onto a slope {}, fast", degrees(rise)), &up, (-0.5, 0.0), (fast, 0.0), 0.6);
    let down = terrain(&[(-6.0, 0.0), (0.0, 0.0), (4.0, -3.6), (7.0, -3.6)]);
    let what = format!("landing before a slope {} downhill, fast", degrees(0.9));
    add(&what, &down, (-0.5, 0.0), (fast, -3.0), 0.5);

    let rise = numbers.between(0.4, 0.9);
    let down = terrain(&[(-6.0, 0.0), (0.0, 0.0), (5.0, -3.0 * rise), (7.0, -3.0 * rise)]);
    add("over an edge, slowly", &down, (-0.5, 0.0), (speeds[3], 0.0), 1.0);
    let crest = terrain(&[(-6.0, 0.0), (0.0, 4.0 * rise), (5.0, -rise), (7.0, -rise)]);
    let climb = DVec2::new(6.0, 4.0 * rise).normalize();
    let fast = numbers.between(6.0, 7.0);
    add(
        "over a crest, fast",
        &crest,
        (climb * 0.5 - climb * 2.0 + DVec2::Y * 4.0 * rise).into(),
        (climb * fast).into(),
        0.8,
    );

    let ledge = [block((-6.0, 0.0), (-1.0, 0.0))];
    add("off a ledge", &ledge, (-0.8, 0.0), (speeds[4], 0.0), 1.0);
    let steep =
        terrain(&[(-6.0, 0.0), (0.0, 0.0), (1.0, numbers.between(-2.5, -2.0)), (6.0, -2.6)]);
    add("off to where it is too steep", &steep, (-0.8, 0.0), (speeds[5], 0.0), 1.0);
    let mut wall = terrain(&[(-6.0, 0.0), (6.0, 0.0)]);
    wall.push(block((0.0, 1.0), (-1.0, 2.0)));
    add("against a wall", &wall, (-0.8, 0.0), (speeds[6], 0.0), 1.0);
    let steep = terrain(&[(-6.0, 0.0), (0.0, 0.0), (1.0, numbers.between(2.0, 2.5)), (6.0, 2.6)]);
    add("against a slope too steep to walk", &steep, (-0.8, 0.0), (speeds[7], 0.0), 1.0);

    let slow = numbers.between(0.7, 1.2);
    let mut height = || numbers.between(-0.25, 0.25);
    let hills: Vec<(f64, f64)> = (-6..=6).map(|x| (f64::from(x), height())).collect();
    add("over hills", &terrain(&hills), between(hills[2], hills[3]), (slow, 0.0), 2.5);
    all
}
