//! Segments that may cross, touch or almost coincide become chains that meet at their ends only.
//!
//! First what is nearer than [`WELD`] is made one, or two pieces of a slope would have a step of a rounding error
//! between them, and whoever walks there would run against it. Then snap rounding: all points are on a grid, and a
//! segment passes through each point whose square it enters. Rounded so, chains touch but never cross, however close
//! or parallel the segments were. John Hobby, "Practical segment intersection with finite precision output",
//! Computational Geometry 13 (1999).

use glam::DVec2;

/// The step of the grid in metres: a power of two, so that what is on the grid is exact in floating point.
const GRID: f64 = 1.0 / 1_048_576.0;
/// Points, and segments that pass them, are one if they are nearer than this many steps: a sixteenth of a
/// millimetre. Against that, what rounding to the grid adds is small: the links of a chain are hardly turned by it.
const WELD: i64 = 64;

/// A point on the grid, in its steps.
pub(super) type Cell = (i64, i64);
pub(super) type Segment = (Cell, Cell);

pub(super) fn cell(point: DVec2) -> Cell {
    ((point.x / GRID).round() as i64, (point.y / GRID).round() as i64)
}

pub(super) fn point((x, y): Cell) -> DVec2 {
    DVec2::new(x as f64, y as f64) * GRID
}

/// Returns each segment as a chain of points, without segments that have become shorter than [`WELD`].
pub(super) fn chains(segments: &[Segment]) -> Vec<Vec<Cell>> {
    let pieces = welded(segments);
    let mut points: Vec<Cell> = pieces.iter().flat_map(|&(a, b)| [a, b]).collect();
    points.extend(crossings(&pieces));
    points.sort_unstable();
    points.dedup();
    pieces.iter().map(|piece| chain(&points, *piece, enters)).collect()
}

/// Returns the segments, cut at their crossings and at the ends that they pass, with points closer than [`WELD`] made
/// one.
fn welded(segments: &[Segment]) -> Vec<Segment> {
    let mut points = Vec::new();
    let mut whole: Vec<Segment> = Vec::new();
    for (a, b) in segments {
        whole.push((weld(&mut points, *a), weld(&mut points, *b)));
    }
    whole.retain(|(a, b)| a != b);
    for crossing in crossings(&whole) {
        weld(&mut points, crossing);
    }
    points.sort_unstable();
    let mut pieces = Vec::new();
    for segment in whole {
        pieces.extend(chain(&points, segment, passes).windows(2).map(|pair| (pair[0], pair[1])));
    }
    pieces
}

/// Returns the known point within [`WELD`] of a cell; otherwise adds the cell and returns it.
fn weld(points: &mut Vec<Cell>, cell: Cell) -> Cell {
    let known = points.iter().find(|p| (p.0 - cell.0).pow(2) + (p.1 - cell.1).pow(2) <= WELD * WELD).copied();
    if known.is_none() {
        points.push(cell);
    }
    known.unwrap_or(cell)
}

/// Returns those of the sorted `points` that a segment `takes`, in the segment's direction.
fn chain(points: &[Cell], (a, b): Segment, takes: fn(Segment, Cell) -> bool) -> Vec<Cell> {
    let from = points.partition_point(|p| p.0 < a.0.min(b.0) - WELD);
    let to = points.partition_point(|p| p.0 <= a.0.max(b.0) + WELD);
    let between = points[from..to].iter().copied();
    let mut chain: Vec<Cell> = between.filter(|&point| takes((a, b), point)).collect();
    chain.sort_by_key(|p| (p.0 - a.0) * (b.0 - a.0) + (p.1 - a.1) * (b.1 - a.1));
    chain
}

/// Returns whether a point is an end of a segment, or beside the segment and nearer than [`WELD`].
fn passes((a, b): Segment, point: Cell) -> bool {
    let dx = b.0 - a.0;
    let dy = b.1 - a.1;
    let px = point.0 - a.0;
    let py = point.1 - a.1;
    let along = px * dx + py * dy;
    let across = dx * py - dy * px;
    let squared = dx * dx + dy * dy;
    let is_beside = 0 < along && along < squared;
    point == a || point == b || is_beside && i128::from(across).pow(2) <= i128::from(squared) * i128::from(WELD * WELD)
}

/// Returns whether a segment enters the square of one step around a point of the grid: neither the square's two axes
/// nor the segment's normal separate the two.
fn enters((a, b): Segment, point: Cell) -> bool {
    let ax = a.0 - point.0;
    let ay = a.1 - point.1;
    let bx = b.0 - point.0;
    let by = b.1 - point.1;
    let dx = bx - ax;
    let dy = by - ay;
    ax.min(bx) <= 0
        && ax.max(bx) >= 0
        && ay.min(by) <= 0
        && ay.max(by) >= 0
        && 2 * (ax * dy - ay * dx).abs() <= dx.abs() + dy.abs()
}

/// Returns the points where two segments cross, rounded to the grid.
fn crossings(segments: &[Segment]) -> Vec<Cell> {
    let mut all = Vec::new();
    for (k, &segment) in segments.iter().enumerate() {
        all.extend(segments[..k].iter().filter_map(|&other| crossing(segment, other)));
    }
    all
}

fn crossing((a, b): Segment, (c, d): Segment) -> Option<Cell> {
    if a.0.max(b.0) < c.0.min(d.0) || c.0.max(d.0) < a.0.min(b.0) {
        return None;
    }
    let c_side = turn(a, b, c);
    let d_side = turn(a, b, d);
    let a_side = turn(c, d, a);
    let b_side = turn(c, d, b);
    if c_side.signum() * d_side.signum() >= 0 || a_side.signum() * b_side.signum() >= 0 {
        return None;
    }
    // Exact but for the last rounding.
    let fraction = i128::from(a_side.abs());
    let whole = fraction + i128::from(b_side.abs());
    let [x, y] = [(a.0, b.0), (a.1, b.1)]
        .map(|(a, b)| a + (2 * fraction * i128::from(b - a) + whole).div_euclid(2 * whole) as i64);
    Some((x, y))
}

/// Returns twice the signed area of the triangle `a`, `b`, `c`.
fn turn(a: Cell, b: Cell, c: Cell) -> i64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}
