//! Snap rounding: segments that may cross become chains that meet at their ends only.
//!
//! All points are moved to a grid, and every segment passes through each point whose square it enters. Rounded so,
//! chains touch but never cross, however close or parallel the segments were. John Hobby, "Practical segment
//! intersection with finite precision output", Computational Geometry 13 (1999).

use glam::DVec2;

/// The step of the grid in metres: a power of two, so that what is on the grid is exact in floating point.
pub(super) const GRID: f64 = 1.0 / 16_384.0;

/// A point on the grid, in its steps.
pub(super) type Cell = (i64, i64);

/// The nearest point on the grid.
pub(super) fn cell(point: DVec2) -> Cell {
    ((point.x / GRID).round() as i64, (point.y / GRID).round() as i64)
}

/// In metres.
pub(super) fn point((x, y): Cell) -> DVec2 {
    DVec2::new(x as f64, y as f64) * GRID
}

/// Each segment as a chain of points, from its begin to its end.
pub(super) fn chains(segments: &[(Cell, Cell)]) -> Vec<Vec<Cell>> {
    let mut points: Vec<Cell> = segments.iter().flat_map(|&(a, b)| [a, b]).collect();
    for (k, &segment) in segments.iter().enumerate() {
        for &other in &segments[..k] {
            points.extend(crossing(segment, other));
        }
    }
    points.sort_unstable();
    points.dedup();
    let chain = |&(a, b): &(Cell, Cell)| {
        // They are sorted by x.
        let from = points.partition_point(|p| p.0 < a.0.min(b.0));
        let to = points.partition_point(|p| p.0 <= a.0.max(b.0));
        let mut chain: Vec<Cell> =
            points[from..to].iter().copied().filter(|&point| passes(a, b, point)).collect();
        chain.sort_by_key(|p| (p.0 - a.0) * (b.0 - a.0) + (p.1 - a.1) * (b.1 - a.1));
        chain
    };
    segments.iter().map(chain).collect()
}

/// Whether the segment from `a` to `b` enters the square of one step around a point of the grid: neither the square's
/// two axes nor the segment's normal separate them.
fn passes(a: Cell, b: Cell, point: Cell) -> bool {
    let (ax, ay) = (a.0 - point.0, a.1 - point.1);
    let (bx, by) = (b.0 - point.0, b.1 - point.1);
    let (dx, dy) = (bx - ax, by - ay);
    ax.min(bx) <= 0
        && ax.max(bx) >= 0
        && ay.min(by) <= 0
        && ay.max(by) >= 0
        && 2 * (ax * dy - ay * dx).abs() <= dx.abs() + dy.abs()
}

/// Where two segments cross, on the grid: exact but for the last rounding.
fn crossing((a, b): (Cell, Cell), (c, d): (Cell, Cell)) -> Option<Cell> {
    if a.0.max(b.0) < c.0.min(d.0) || c.0.max(d.0) < a.0.min(b.0) {
        return None;
    }
    let turn = |a: Cell, b: Cell, c: Cell| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    let (c_side, d_side) = (turn(a, b, c), turn(a, b, d));
    let (a_side, b_side) = (turn(c, d, a), turn(c, d, b));
    if c_side.signum() * d_side.signum() >= 0 || a_side.signum() * b_side.signum() >= 0 {
        return None;
    }
    let (share, whole) = (i128::from(a_side), i128::from(a_side - b_side));
    let along = |a: i64, b: i64| {
        let (share, whole) = (share * whole.signum(), whole.abs());
        a + (2 * share * i128::from(b - a) + whole).div_euclid(2 * whole) as i64
    };
    Some((along(a.0, b.0), along(a.1, b.1)))
}
