//! Inputs of the checks: polygons to add, and bodies in small worlds.

use crate::finished::ANSWERS;
use crate::ground::mesh_of;
use crate::{Body, Mesh};
use check::{Probe, Random};
use glam::DVec2;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::rc::Rc;

/// A body, and what it moves in.
#[derive(Clone)]
pub(crate) struct BodyInWorld {
    /// Name that it shares with its mirror image: "onto the floor".
    pub kind: &'static str,
    pub mesh: Rc<Mesh>,
    pub body: Body,
    pub seconds: f64,
    /// Whether it ends in a corner, in which velocity and time do not count.
    pub in_a_corner: bool,
    /// The step of 18.2 or 18.3 that it takes.
    pub step: u8,
    /// The triangle behind the edge that the body reaches first, where step 1 of 18.2 asks for that.
    pub next: Option<usize>,
}

impl From<(Mesh, Body, f64)> for BodyInWorld {
    fn from((mesh, body, seconds): (Mesh, Body, f64)) -> Self {
        BodyInWorld { kind: "", mesh: Rc::new(mesh), body, seconds, in_a_corner: false, step: 0, next: None }
    }
}

impl BodyInWorld {
    pub(super) fn words(&self) -> String {
        let [position, velocity] =
            [self.body.position, self.body.velocity].map(|v| format!("({:.2}, {:.2})", v.x, v.y));
        format!("{}, from {position} with velocity {velocity} for {:.3} s", self.kind, self.seconds)
    }
}

/// One for each way to make worlds, seed and index.
type Cache = BTreeMap<(usize, u64, usize), Vec<BodyInWorld>>;

/// Returns the worlds of a probe, made once: mistakes are looked for by calling with the same again and again.
pub(super) fn of(probe: &Probe, worlds: fn(&Probe) -> Vec<BodyInWorld>) -> Vec<BodyInWorld> {
    thread_local! {
        static CACHE: RefCell<Cache> = const { RefCell::new(BTreeMap::new()) };
    }
    let key = (worlds as usize, probe.seed, probe.index);
    CACHE.with_borrow_mut(|cache| cache.entry(key).or_insert_with(|| worlds(probe)).clone())
}

/// Numbers in double precision.
struct Numbers(Random);

impl Numbers {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * f64::from(self.0.unit())
    }
}

// Polygons

/// Returns a block and a collider, few corners and many, many and few; in the last probe a square and itself, a corner in the
/// middle of an edge, a sliver, and many corners.
pub(super) fn polygons(probe: &Probe) -> Vec<[Vec<DVec2>; 2]> {
    let numbers = &mut Numbers(probe.random());
    if probe.is_last() {
        let square = block((0.0, 1.0), (0.0, 1.0));
        let mut corner_in_an_edge = block((0.0, 2.0), (0.0, 1.0));
        corner_in_an_edge.insert(2, DVec2::new(2.0, 0.4));
        corner_in_an_edge.insert(1, DVec2::new(0.7, 0.0));
        return vec![
            [square.clone(), square.clone()],
            [corner_in_an_edge, square.clone()],
            [block((0.0, 5.0), (0.0, 1e-9)), square],
            [polygon(numbers, 40, 3.0), polygon(numbers, 25, 0.5)],
        ];
    }
    let x = numbers.between(2.0, 4.0);
    let y = numbers.between(0.5, 1.5);
    let collider = knight(numbers);
    let block = begun_elsewhere(numbers, block((0.0, x), (0.0, y)));
    let few = 3 + numbers.0.below(2);
    let more = 5 + numbers.0.below(3);
    vec![
        [block, collider],
        [polygon(numbers, few, 2.0), polygon(numbers, more, 1.0)],
        [polygon(numbers, more, 1.5), polygon(numbers, few, 0.8)],
    ]
}

/// Returns a collider that is not symmetric, so that it matters whether it is turned.
fn knight(numbers: &mut Numbers) -> Vec<DVec2> {
    let corners = [(0.1, 0.0), (0.5, 0.3), (0.4, 1.5), (-0.3, 1.7), (-0.2, 0.2)];
    let corners = corners.map(|(x, y)| DVec2::new(x + numbers.between(-0.05, 0.05), y));
    begun_elsewhere(numbers, corners.to_vec())
}

/// Returns a polygon on an ellipse that does not surround the origin.
fn polygon(numbers: &mut Numbers, count: usize, size: f64) -> Vec<DVec2> {
    let middle = DVec2::new(numbers.between(1.0, 2.0), numbers.between(-2.0, -1.0));
    let radii = DVec2::new(size, size * numbers.between(0.5, 0.9));
    let corners = (0..count)
        .map(|k| {
            let angle = (k as f64 + numbers.between(0.1, 0.9)) * TAU / count as f64;
            middle + DVec2::from_angle(angle) * radii
        })
        .collect();
    begun_elsewhere(numbers, corners)
}

/// Rotates a polygon's list so that it does not begin at the lowest corner.
fn begun_elsewhere(numbers: &mut Numbers, mut corners: Vec<DVec2>) -> Vec<DVec2> {
    let begin = numbers.0.below(corners.len());
    corners.rotate_left(begin);
    while corners.iter().all(|corner| corner.y >= corners[0].y) {
        corners.rotate_left(1);
    }
    corners
}

// Worlds

/// Returns the solid ground between a line of points, from left to right, and a depth of 5 m.
fn terrain(line: &[(f64, f64)]) -> Vec<Vec<DVec2>> {
    line.windows(2)
        .map(|pair| {
            let [a, b] = [pair[0], pair[1]].map(DVec2::from);
            vec![DVec2::new(a.x, -5.0), DVec2::new(b.x, -5.0), b, a]
        })
        .collect()
}

fn block(x: (f64, f64), y: (f64, f64)) -> Vec<DVec2> {
    [(x.0, y.0), (x.1, y.0), (x.1, y.1), (x.0, y.1)].map(DVec2::from).to_vec()
}

/// Some ground as it is described, or its mirror image.
pub(super) struct Ground {
    mesh: Rc<Mesh>,
    /// 1, or -1 if it is mirrored.
    side: f64,
}

impl Ground {
    fn new(obstacles: &[Vec<DVec2>], side: f64) -> Self {
        let mut obstacles = obstacles.to_vec();
        for corners in &mut obstacles {
            for corner in corners.iter_mut() {
                *corner = to_side(*corner, side);
            }
            if side < 0.0 {
                corners.reverse();
            }
        }
        let bounds = (DVec2::new(-8.0, -6.0), DVec2::new(8.0, 8.0));
        // The worlds are ours: one that is no world is no check.
        let mesh = mesh_of(&obstacles, bounds).expect("convex polygons");
        Ground { mesh: Rc::new(mesh), side }
    }

    /// A body in the air: where, how fast, for how long.
    pub(super) fn flight(
        &self,
        kind: &'static str,
        at: impl Into<DVec2>,
        velocity: impl Into<DVec2>,
        seconds: f64,
    ) -> BodyInWorld {
        let position = to_side(at.into(), self.side);
        let triangle = self.mesh.find(position).unwrap_or_else(|| panic!("{kind}: no room"));
        let velocity = to_side(velocity.into(), self.side);
        self.world(kind, Body { position, velocity, triangle, support: None }, seconds)
    }

    /// A body on the ground.
    pub(super) fn walk(
        &self,
        kind: &'static str,
        at: impl Into<DVec2>,
        velocity: impl Into<DVec2>,
        seconds: f64,
    ) -> BodyInWorld {
        let body = standing(&self.mesh, to_side(at.into(), self.side), kind);
        let velocity = to_side(velocity.into(), self.side);
        self.world(kind, Body { velocity, ..body }, seconds)
    }

    fn world(&self, kind: &'static str, body: Body, seconds: f64) -> BodyInWorld {
        BodyInWorld { kind, mesh: self.mesh.clone(), body, seconds, in_a_corner: false, step: 0, next: None }
    }
}

fn standing(mesh: &Mesh, at: DVec2, kind: &str) -> Body {
    let (triangle, edge) = mesh.standing_at(at).unwrap_or_else(|| panic!("{kind}: no ground"));
    let ((a, b), normal) = (mesh.edge(triangle, edge), mesh.normal(triangle, edge));
    // The mesh's points are on a grid.
    let position = (at - normal * normal.dot(at - a)).clamp(a.min(b), a.max(b));
    Body { position, velocity: DVec2::ZERO, triangle, support: Some(edge) }
}

fn to_side(p: DVec2, side: f64) -> DVec2 {
    DVec2::new(p.x * side, p.y)
}

/// Returns 1 if the worlds of a probe are asked as described, or -1 if mirrored. Both in each probe would take twice as
/// long, and mistakes are looked for by asking again and again.
fn side(probe: &Probe) -> f64 {
    if probe.index.is_multiple_of(2) { 1.0 } else { -1.0 }
}

pub(super) fn flights(probe: &Probe) -> Vec<BodyInWorld> {
    let numbers = &mut Numbers(probe.random());
    let side = side(probe);
    let rise = numbers.between(0.3, 0.9);
    let slope = terrain(&[(-6.0, 0.0), (-1.0, 0.0), (4.0, 5.0 * rise), (6.0, 5.0 * rise)]);
    let slope = Ground::new(&slope, side);
    let speed = numbers.between(3.0, 5.0);
    let rising = (numbers.between(4.0, 4.5), numbers.between(0.5, 0.8));
    let sinking = (numbers.between(1.0, 2.0), -speed);
    let mut all = vec![
        slope.flight("onto a slope", (0.3, 4.2), (0.4, -speed), 2.0),
        slope.flight("onto a slope while it rises", (-1.5, 0.3), rising, 2.0),
        slope.flight("onto the floor", (-4.5, 1.2), sinking, 2.0),
        lowered(slope.flight("into the floor that it touches", (-4.5, 0.0), sinking, 2.0), 1e-12),
    ];
    let slow = (numbers.between(0.01, 0.02), numbers.between(0.02, 0.03));
    all.push(slope.flight("slowly", (-4.5, 2.0), slow, 1.0 / 60.0));
    // Half a millimetre a second is a speed, too; and a tenth of `Body::MIN_APPROACH_SPEED` is none.
    all.push(slope.flight("very slowly onto the floor", (-4.5, 0.001), (3e-4, -4e-4), 3.0));
    let along = (sinking.0, -0.1 * Body::MIN_APPROACH_SPEED);
    all.push(slope.flight("along the floor", (-4.5, 0.0), along, 0.5));

    // Down along a wall, and on below its end; against it and up; against a steep slope, which carries nobody.
    let wall = Ground::new(&[block((0.5, 2.0), (numbers.between(-0.5, 0.0), 7.0))], side);
    let down = (numbers.between(2.0, 3.0), -speed);
    all.push(wall.flight("down along a wall and past it", (-0.5, 4.0), down, 1.6));
    let up = (3.0, numbers.between(1.0, 3.0));
    all.push(wall.flight("up along a wall", (-0.5, 2.0), up, 0.9));
    let top = numbers.between(2.0, 4.0);
    let steep = Ground::new(&terrain(&[(-6.0, -4.0), (0.0, -4.0), (2.0, top), (6.0, 4.5)]), side);
    all.push(steep.flight("down a slope too steep to stand on", (0.9, 1.5), (0.3, -speed), 1.0));
    // Three walls, and then ground, which is none.
    let chute = terrain(&[(-6.0, 0.0), (0.0, 0.0), (0.3, -1.0), (0.7, -1.9), (1.3, -2.7), (6.0, -2.7)]);
    all.push(Ground::new(&chute, side).flight(
        "down three steep slopes onto the floor",
        (0.1, 0.5),
        (0.0, -speed),
        3.0,
    ));
    let ceiling = vec![DVec2::new(-4.0, 3.0), DVec2::new(4.0, 3.0 + rise), DVec2::new(0.0, 6.0)];
    let up = (numbers.between(1.0, 2.0), 4.0);
    all.push(Ground::new(&[ceiling], side).flight("against a ceiling", (-1.0, 1.5), up, 0.9));
    let notch = [[(-2.0, 2.0), (-3.0, 2.0), (0.0, -4.0)], [(0.0, -4.0), (3.0, 2.0), (2.0, 2.0)]];
    let notch = Ground::new(&notch.map(|corners| corners.map(DVec2::from).to_vec()), side);
    let above = (numbers.between(-0.5, 0.5), 1.0);
    all.push(in_a_corner(notch.flight("into the corner of a notch", above, (0.5, -8.0), 1.5)));
    let up = (numbers.between(0.2, 0.4), numbers.between(4.8, 5.2));
    let overhangs = Ground::new(&overhangs(), side);
    all.push(overhangs.flight("along six overhangs in a row", (0.1, -1.0), up, 1.2));

    let rubble = Ground::new(&rubble(numbers), side);
    for k in 0..4 {
        // To the right; the mirror images fly to the left.
        let angle = (f64::from(k) + numbers.between(0.2, 0.8)) * TAU / 8.0 - TAU / 4.0;
        let velocity = DVec2::from_angle(angle) * numbers.between(11.0, 14.0);
        all.push(rubble.flight("between blocks", (0.05, -0.04), velocity, 0.4));
    }
    for angle in [0.4, -0.7] {
        let velocity = DVec2::from_angle(angle + numbers.between(-0.1, 0.1)) * numbers.between(1.0, 2.0);
        all.push(across_one_edge(&rubble.flight(ONE_EDGE, (0.05, -0.04), velocity, 0.0), &rubble));
    }
    by_step(all, step_of_flight)
}

const ONE_EDGE: &str = "across one edge";

/// Ends a flight as soon as the body is across the first edge: for an answer that goes no further yet.
fn across_one_edge(flight: &BodyInWorld, ground: &Ground) -> BodyInWorld {
    let mut before = 0.0;
    let mut after = 1.0;
    while after - before > 1e-12 {
        let middle = f64::midpoint(before, after);
        let is_before = finished(flight, middle, ANSWERS.fly).triangle == flight.body.triangle;
        *(if is_before { &mut before } else { &mut after }) = middle;
    }
    BodyInWorld {
        next: Some(finished(flight, after, ANSWERS.fly).triangle),
        ..ground.world(ONE_EDGE, flight.body, after)
    }
}

/// Returns the body after `seconds` by the finished answer.
fn finished(world: &BodyInWorld, seconds: f64, moves: fn(&Mesh, &mut Body, f64) -> f64) -> Body {
    let mut body = world.body;
    moves(&world.mesh, &mut body, seconds);
    body
}

/// Sorts worlds by the step of the task after which an answer is right in them.
fn by_step(worlds: impl IntoIterator<Item = BodyInWorld>, step: fn(&BodyInWorld) -> u8) -> Vec<BodyInWorld> {
    let mut all: Vec<BodyInWorld> =
        worlds.into_iter().map(|world| BodyInWorld { step: step(&world), ..world }).collect();
    all.sort_by_key(|world| world.step);
    all
}

/// Returns the step of 18.2 that a flight needs: 1 across one edge at most, 2 across several, 3 along a wall, 4 to the
/// ground.
pub(super) fn step_of_flight(world: &BodyInWorld) -> u8 {
    let after = finished(world, world.seconds, ANSWERS.fly);
    match () {
        () if after.support.is_some() => 4,
        () if after.velocity != world.body.velocity => 3,
        () if after.triangle != world.body.triangle && world.kind != ONE_EDGE => 2,
        () => 1,
    }
}

fn in_a_corner(world: BodyInWorld) -> BodyInWorld {
    BodyInWorld { in_a_corner: true, ..world }
}

/// Moves the body down, out of its triangle by a rounding error.
fn lowered(mut world: BodyInWorld, by: f64) -> BodyInWorld {
    world.body.position.y -= by;
    world
}

/// Returns a bent ceiling that meets a body again and again, with all the room below: 70 degrees, then 60, down to 20.
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

/// Returns blocks with space between them, so that no corner can catch a body.
fn rubble(numbers: &mut Numbers) -> Vec<Vec<DVec2>> {
    let mut blocks = Vec::new();
    for x in -3..=3 {
        for y in -2..=3 {
            let x = f64::from(x) * 2.0;
            let y = f64::from(y) * 2.0;
            if x != 0.0 || y != 0.0 {
                let middle = DVec2::new(x, y);
                let size = numbers.between(0.15, 0.4);
                let turn = numbers.between(0.0, TAU);
                let corners = (0..5).map(|k| middle + DVec2::from_angle(turn + f64::from(k) * TAU / 5.0) * size);
                blocks.push(corners.collect());
            }
        }
    }
    blocks
}

/// Returns flights with nothing to do, without time, from a rounding error outside, and into a corner of the bounds.
pub(super) fn rare_flights(probe: &Probe) -> Vec<BodyInWorld> {
    let fast = (100.0, Numbers(probe.random()).between(90.0, 95.0));
    let mut all = Vec::new();
    for side in [1.0, -1.0] {
        let floor = Ground::new(&terrain(&[(-6.0, 0.0), (6.0, 0.0)]), side);
        let away = floor.flight("away from the floor that it touches", (1.0, 0.0), (1.0, 2.0), 0.5);
        let into = floor.flight("into the floor that it touches", (1.0, 0.0), (1.0, -2.0), 0.5);
        all.extend([
            floor.flight("at rest", (1.0, 1.0), (0.0, 0.0), 1.0),
            floor.flight("no time", (1.0, 1.0), (1.0, -2.0), 0.0),
            in_a_corner(floor.flight("into a corner of the bounds", (1.0, 1.0), fast, 10.0)),
            lowered(away, 1e-15),
            lowered(into, 1e-15),
        ]);
    }
    by_step(all, step_of_flight)
}

pub(super) fn walks(probe: &Probe) -> Vec<BodyInWorld> {
    let numbers = &mut Numbers(probe.random());
    let side = side(probe);
    let speeds: Vec<f64> = numbers.0.spread(8, 1.5, 2.5).into_iter().map(f64::from).collect();
    let flat = flat(side);
    let slow = (numbers.between(0.01, 0.05), 0.0);
    let mut all = vec![
        flat.walk("over pieces of flat ground", (-2.0, 0.0), (speeds[1], 0.0), 2.0),
        flat.walk("slowly", (-2.0, 0.0), slow, 1.0 / 60.0),
        at_an_end(&flat, true),
        at_an_end(&flat, false),
    ];

    let rise = numbers.between(0.4, 0.9);
    let up = terrain(&[(-6.0, 0.0), (0.0, 0.0), (5.0, 5.0 * rise), (7.0, 5.0 * rise)]);
    let up = Ground::new(&up, side);
    all.push(up.walk(ONTO_A_SLOPE, (-0.5, 0.0), (speeds[2], 0.0), 1.2));
    all.push(up.walk("landing on a slope", (1.0, rise), (1.0, -2.0), 0.3));
    // It moves towards the slope faster than it may move away from one.
    let rise = numbers.between(1.08, 1.15);
    let up = terrain(&[(-6.0, 0.0), (0.0, 0.0), (4.0, 4.0 * rise), (7.0, 4.0 * rise)]);
    let fast = numbers.between(3.9, 4.2);
    all.push(Ground::new(&up, side).walk("fast onto a slope", (-0.5, 0.0), (fast, 0.0), 0.6));
    let down = Ground::new(&terrain(&[(-6.0, 0.0), (0.0, 0.0), (4.0, -3.6), (7.0, -3.6)]), side);
    all.push(down.walk("landing before a slope downhill", (-0.5, 0.0), (fast, -3.0), 0.5));

    let rise = numbers.between(0.4, 0.9);
    let down = terrain(&[(-6.0, 0.0), (0.0, 0.0), (5.0, -3.0 * rise), (7.0, -3.0 * rise)]);
    all.push(Ground::new(&down, side).walk("slowly over an edge", (-0.5, 0.0), (speeds[3], 0.0), 1.0));
    let crest = terrain(&[(-6.0, 0.0), (0.0, 4.0 * rise), (5.0, -rise), (7.0, -rise)]);
    let climb = DVec2::new(6.0, 4.0 * rise).normalize();
    let before_the_top = DVec2::Y * 4.0 * rise - climb * 1.5;
    let fast = climb * numbers.between(6.0, 7.0);
    all.push(Ground::new(&crest, side).walk("fast over a crest", before_the_top, fast, 0.8));

    let ledge = Ground::new(&[block((-6.0, 0.0), (-1.0, 0.0))], side);
    all.push(ledge.walk("off a ledge", (-0.8, 0.0), (speeds[4], 0.0), 1.0));
    let end = numbers.between(-2.5, -2.0);
    let steep = Ground::new(&terrain(&[(-6.0, 0.0), (0.0, 0.0), (1.0, end), (6.0, -2.6)]), side);
    all.push(steep.walk("off to where it is too steep", (-0.8, 0.0), (speeds[5], 0.0), 1.0));
    let mut wall = terrain(&[(-6.0, 0.0), (6.0, 0.0)]);
    wall.push(block((0.0, 1.0), (-1.0, 2.0)));
    all.push(Ground::new(&wall, side).walk("against a wall", (-0.8, 0.0), (speeds[6], 0.0), 1.0));
    let end = numbers.between(2.0, 2.5);
    let steep = Ground::new(&terrain(&[(-6.0, 0.0), (0.0, 0.0), (1.0, end), (6.0, 2.6)]), side);
    all.push(steep.walk("against a slope too steep to walk", (-0.8, 0.0), (speeds[7], 0.0), 1.0));

    let slow = (numbers.between(0.7, 1.2), 0.0);
    let hills: Vec<(f64, f64)> = (-6..=6).map(|x| (f64::from(x), numbers.between(-0.25, 0.25))).collect();
    let at = DVec2::from(hills[2]).midpoint(hills[3].into());
    all.push(Ground::new(&terrain(&hills), side).walk("over hills", at, slow, 2.5));
    by_step(all, step_of_walk)
}

/// Here the ground is where an edge's direction does not lead: step 1 of 18.3 asks whether the body is on it.
pub(super) const ONTO_A_SLOPE: &str = "onto a slope";

/// Returns the step of 18.3 that a walk needs: 1 on one edge, 2 over several, 3 to where nothing carries the body.
pub(super) fn step_of_walk(world: &BodyInWorld) -> u8 {
    let after = finished(world, world.seconds, ANSWERS.walk);
    let is_stopped = after.velocity == DVec2::ZERO && world.body.velocity != DVec2::ZERO;
    match () {
        () if after.support.is_none() || is_stopped && after.position != world.body.position => 3,
        () if (after.triangle, after.support) != (world.body.triangle, world.body.support) => 2,
        () => 1,
    }
}

/// Returns one floor of many pieces.
fn flat(side: f64) -> Ground {
    let mut flat = terrain(&[(-6.0, 0.0), (-1.0, 0.0), (0.3, 0.0), (1.1, 0.0), (6.0, 0.0)]);
    flat.push(block((-0.6, 0.7), (-1.0, 0.0)));
    Ground::new(&flat, side)
}

/// Returns a body that stands still at the right or left end of an edge.
fn at_an_end(ground: &Ground, is_right: bool) -> BodyInWorld {
    let kind = "standing still at the end of an edge";
    let mut body = ground.walk(kind, (-1.5, 0.0), (0.0, 0.0), 0.5).body;
    if let Some(edge) = body.support {
        let (a, b) = ground.mesh.edge(body.triangle, edge);
        body.position = if is_right { b } else { a };
    }
    ground.world(kind, body, 0.5)
}

pub(super) fn rare_walks(probe: &Probe) -> Vec<BodyInWorld> {
    let speed = f64::from(probe.random().spread(8, 1.5, 2.5)[0]);
    let mut all = Vec::new();
    for side in [1.0, -1.0] {
        let flat = flat(side);
        let hills: Vec<(f64, f64)> =
            (0..=60).map(|k| f64::from(k) / 5.0 - 6.0).map(|x| (x, (x * 1.3).sin() * 0.4)).collect();
        let at = DVec2::from(hills[3]).midpoint(hills[4].into());
        let hills = Ground::new(&terrain(&hills), side);
        all.extend([
            flat.walk("standing still", (-2.0, 0.0), (0.0, 0.0), 1.0),
            flat.walk("no time", (-2.0, 0.0), (speed, 0.0), 0.0),
            flat.walk("falling onto the spot", (-2.0, 0.0), (0.0, -3.0), 0.5),
            hills.walk("over many small pieces", at, (speed, 0.5), 4.0),
        ]);
    }
    by_step(all, step_of_walk)
}
