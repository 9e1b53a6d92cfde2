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

struct GroundSample {
    x: f64,
    has_ground: bool,
    /// Lowest height at which somebody can stand.
    lowest: Option<f64>,
}

/// Returns the pits between two x, from the left: where no ground is above the `abyss`, with what bridges it. A roof is
/// not ground.
pub fn pits(obstacles: &[Vec<DVec2>], mesh: &Mesh, abyss: f64, (from, to): (f64, f64)) -> Vec<Pit> {
    let mut places = Vec::new();
    let mut beside = f64::MAX;
    for step in 0..=((to - from) / STEP).max(0.0) as u32 {
        let x = from + f64::from(step) * STEP;
        let tops: Vec<f64> = surfaces(obstacles, x).map(|(y, _)| y).filter(|y| *y > abyss).collect();
        let mut lowest = tops.iter().copied().filter(|y| has_room(mesh, x, *y)).min_by(f64::total_cmp);
        let is_roof = lowest.is_some_and(|y| y > beside + ROOF && has_room(mesh, x, beside - ROOM));
        if is_roof {
            lowest = None;
        }
        beside = lowest.unwrap_or(beside);
        places.push(GroundSample { x, has_ground: !tops.is_empty() && !is_roof, lowest });
    }
    let parts: Vec<&[GroundSample]> = places.chunk_by(|a, b| a.has_ground == b.has_ground).collect();
    let mut pits: Vec<Pit> = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        if part[0].has_ground {
            continue;
        }
        let before = if number > 0 { parts[number - 1].iter().rev().find_map(|place| place.lowest) } else { None };
        let after = parts.get(number + 1).and_then(|part| part.iter().find_map(|place| place.lowest));
        let Some(edge) = before.into_iter().chain(after).min_by(f64::total_cmp) else { continue };
        let edge = edge as f32;
        let left = part[0].x as f32;
        let right = part[part.len() - 1].x as f32;
        match pits.last_mut() {
            Some(before) if left - before.sides.1 < BRIDGE => {
                before.sides.1 = right;
                before.edge = before.edge.min(edge);
            }
            _ => pits.push(Pit { sides: (left, right), edge }),
        }
    }
    pits
}

fn has_room(mesh: &Mesh, x: f64, y: f64) -> bool {
    mesh.find(DVec2::new(x, y + ROOM)).is_some()
}
