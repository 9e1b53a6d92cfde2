//! Darkness in the depth: pits have no bottom, and nothing in them ends in mid-air.

use crate::game::Stage;
use crate::level::Level;
use common::graphics::{LineVertex, debug_draw::Shapes};
use glam::{Vec3, Vec4};

const COLOR: Vec4 = Vec4::new(0.02, 0.03, 0.05, 1.0);
/// Depth below the lowest walkable point at which the mist starts, and at which it is opaque, in metres.
const START_DEPTH: f32 = 1.2;
const OPAQUE_DEPTH: f32 = 5.5;
/// Extent of the mist to both sides and below, and its distance from the viewer's side of the ground, in metres.
const REACH: i32 = 16;
const BOTTOM: f32 = 30.0;
const FRONT_Z: f32 = 2.6;
/// Distance from a passage, which has a darkness of its own, at which it is as dense as elsewhere, in metres.
const PASSAGE_MARGIN: f32 = 1.5;

/// The darkness behind pits, which hides the meadow: heights over the lowest ground near, in metres, and the opacity there.
const PIT_ROWS: [(f32, f32); 4] = [(0.0, 0.0), (-0.6, 0.75), (-2.2, 1.0), (-BOTTOM, 1.0)];
/// Its depth, behind which the ground ends, in metres.
const PIT_Z: f32 = -1.45;

/// Adds the darkness in pits and below the ground, up to `REACH` metres beside `x`.
pub fn add_mist(shapes: &mut Shapes, stage: &Stage, x: f32) {
    let level = &stage.level;
    let floor = lowest_floor(level);
    let opaque = f32::max(floor - OPAQUE_DEPTH, level.abyss as f32);
    let rows = [(-START_DEPTH, 0.0), (opaque - floor, 1.0), (-BOTTOM, 1.0)];
    let mut front = Vec::new();
    let mut behind = Vec::new();
    for column in -REACH..=REACH {
        let x = x.floor() + column as f32;
        front.push((Vec3::new(x, floor, FRONT_Z), opacity_beside_passages(level, x)));
        behind.push((Vec3::new(x, stage.heights.at(x), PIT_Z), 1.0));
    }
    add_grid(shapes, &PIT_ROWS, &behind);
    add_grid(shapes, &rows, &front);
}

/// Adds a grid of quads. `rows` are heights over the columns' places and opacities from top to bottom, `columns` places and
/// opacities from left to right; a corner's opacity is the product of both.
fn add_grid(shapes: &mut Shapes, rows: &[(f32, f32)], columns: &[(Vec3, f32)]) {
    for pair in rows.windows(2) {
        for sides in columns.windows(2) {
            for (row, side) in [(1, 0), (1, 1), (0, 1), (1, 0), (0, 1), (0, 0)] {
                let position = sides[side].0 + pair[row].0 * Vec3::Y;
                let color = COLOR.with_w(pair[row].1 * sides[side].1);
                shapes.triangles.push(LineVertex { position, color });
            }
        }
    }
}

/// Returns the height of the lowest place outside of passages where somebody begins, or ends.
fn lowest_floor(level: &Level) -> f32 {
    let mut lowest = level.door.y as f32;
    for place in level.spawns.iter().map(|spawn| spawn.position).chain([level.start]) {
        if level.darkness.iter().all(|dark| !(dark.from..=dark.to).contains(&place.x)) {
            lowest = lowest.min(place.y as f32);
        }
    }
    lowest
}

/// Returns the mist's opacity at an x: 0 in a passage, growing to 1 beside it.
fn opacity_beside_passages(level: &Level, x: f32) -> f32 {
    let mut nearest = f32::MAX;
    for dark in &level.darkness {
        nearest = nearest.min(f32::max(dark.from as f32 - x, x - dark.to as f32));
    }
    (nearest / PASSAGE_MARGIN).clamp(0.0, 1.0)
}
