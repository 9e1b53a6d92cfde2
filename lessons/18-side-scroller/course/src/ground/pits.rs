//! Pits, which are drawn dark, so that nobody takes them for a meadow.

use super::{Mesh, surfaces};
use glam::DVec2;

/// Distance between the places at which they are looked for, in metres.
const STEP: f64 = 0.25;
/// Largest width of a bridge over one, or of a column in it, in metres.
const BRIDGE: f32 = 4.5;
/// Height over the ground beside it of a roof that is open below, in metres.
const ROOF: f64 = 1.0;
/// Height over the ground at which there is room for feet, in metres.
const ROOM: f64 = 0.15;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pit {
    /// Range of x, in metres.
    pub sides: (f32, f32),
    /// Height of its lower edge, in metres.
    pub edge: f32,
}

/// Returns the pits between two x, from the left: where no ground is above the `abyss`, with what bridges it. A roof is
/// not ground.
pub fn pits(obstacles: &[Vec<DVec2>], mesh: &Mesh, abyss: f64, (from, to): (f64, f64)) -> Vec<Pit> {
    let mut beside = f64::MAX;
    // Whether there is ground, and the lowest place where somebody can stand on it.
    let mut ground = |x: f64| {
        let tops: Vec<f64> = surfaces(obstacles, x).map(|(y, _)| y).filter(|y| *y > abyss).collect();
        let is_free = |y: f64| mesh.find(DVec2::new(x, y + ROOM)).is_some();
        let lowest = tops.iter().copied().filter(|y| is_free(*y)).min_by(f64::total_cmp);
        let is_roof = lowest.is_some_and(|y| y > beside + ROOF && is_free(beside - ROOM));
        let lowest = lowest.filter(|_| !is_roof);
        beside = lowest.unwrap_or(beside);
        (x, !tops.is_empty() && !is_roof, lowest)
    };
    let count = ((to - from) / STEP).max(0.0) as u32;
    let places: Vec<_> = (0..=count).map(|place| ground(from + f64::from(place) * STEP)).collect();
    let parts: Vec<_> = places.chunk_by(|a, b| a.1 == b.1).collect();
    let pit = |number: usize| {
        let (first, last) = (parts[number].first()?, parts[number].last()?);
        let beside = |part: usize| parts.get(part).into_iter().flat_map(|part| part.iter());
        let before = number.checked_sub(1).and_then(|before| beside(before).rev().find_map(|place| place.2));
        let after = beside(number + 1).find_map(|place| place.2);
        let edge = before.into_iter().chain(after).min_by(f64::total_cmp)?;
        (!first.1).then_some(Pit { sides: (first.0 as f32, last.0 as f32), edge: edge as f32 })
    };
    let mut pits: Vec<Pit> = Vec::new();
    for pit in (0..parts.len()).filter_map(pit) {
        match pits.last_mut().filter(|before| pit.sides.0 - before.sides.1 < BRIDGE) {
            Some(before) => (before.sides.1, before.edge) = (pit.sides.1, before.edge.min(pit.edge)),
            None => pits.push(pit),
        }
    }
    pits
}
