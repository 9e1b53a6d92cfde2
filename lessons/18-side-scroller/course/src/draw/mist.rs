//! Darkness in the depth: pits have no bottom, and nothing in them ends in mid-air.

use crate::game::Stage;
use crate::ground::Pit;
use crate::level::Level;
use common::graphics::{LineVertex, debug_draw::Shapes};
use glam::{Vec3, Vec4};

const DEEP: Vec4 = Vec4::new(0.02, 0.03, 0.05, 1.0);
/// So far below the lowest place outside of passages it begins, and hides everything, in metres.
const BEGINS: f32 = 1.2;
const FULL: f32 = 5.5;
/// It is drawn up to so far to both sides, and that far below, before everything, in metres.
const REACH: i32 = 16;
const BOTTOM: f32 = 30.0;
const BEFORE: f32 = 2.6;
/// Over so many metres it begins beside a passage, which has a darkness of its own.
const BESIDE: f32 = 1.5;

/// Behind a pit no meadow is seen: at so many metres over its lower edge the darkness there begins, and how dense it is
/// farther down.
const BACK: [(f32, f32); 4] = [(0.25, 0.0), (-0.6, 0.75), (-2.2, 1.0), (-BOTTOM, 1.0)];
/// Where it is drawn, as deep as the ground is, and over how many metres it ends behind the edges.
const BEHIND: f32 = -1.45;
const BEYOND: f32 = 1.5;

/// Around x.
pub fn add_mist(shapes: &mut Shapes, stage: &Stage, x: f32) {
    let level = &stage.level;
    let is_near = |pit: &&Pit| pit.sides.0 < x + REACH as f32 && pit.sides.1 > x - REACH as f32;
    for Pit { sides: (from, to), edge } in stage.pits.iter().filter(is_near) {
        let corner = |(over, opacity): (f32, f32), (x, whole): (f32, f32)| LineVertex {
            position: Vec3::new(x, edge + over, BEHIND),
            color: DEEP.with_w(opacity * whole),
        };
        let columns = [(from - BEYOND, 0.0), (*from, 1.0), (*to, 1.0), (to + BEYOND, 0.0)];
        for (rows, sides) in BACK.windows(2).flat_map(|rows| columns.windows(2).map(move |sides| (rows, sides))) {
            add_quad(shapes, [0, 1].map(|row| [0, 1].map(|side| corner(rows[row], sides[side]))));
        }
    }
    let floor = floor(level);
    let heights = [(floor - BEGINS, 0.0), (f32::max(floor - FULL, level.abyss as f32), 1.0), (floor - BOTTOM, 1.0)];
    let corner = |x: f32, (y, opacity): (f32, f32)| LineVertex {
        position: Vec3::new(x, y, BEFORE),
        color: DEEP.with_w(opacity * outside(level, x)),
    };
    for column in -REACH..REACH {
        let [left, right] = [column, column + 1].map(|column| x.floor() + column as f32);
        for pair in heights.windows(2) {
            add_quad(shapes, [0, 1].map(|row| [left, right].map(|x| corner(x, pair[row]))));
        }
    }
}

/// Upper corners first, each time the left one first.
fn add_quad(shapes: &mut Shapes, [[d, c], [a, b]]: [[LineVertex; 2]; 2]) {
    shapes.triangles.extend([a, b, c, a, c, d]);
}

/// The lowest place outside of passages where somebody begins, or ends.
fn floor(level: &Level) -> f32 {
    let spawns = level.spawns.iter().map(|spawn| spawn.position);
    let places = spawns.chain([level.start, level.door]);
    let is_outside = |x: f64| level.darkness.iter().all(|dark| !(dark.from..=dark.to).contains(&x));
    places.filter(|place| is_outside(place.x)).map(|place| place.y as f32).fold(level.door.y as f32, f32::min)
}

/// 0 in a passage, 1 farther away from all of them.
fn outside(level: &Level, x: f32) -> f32 {
    let away = level.darkness.iter().map(|dark| f32::max(dark.from as f32 - x, x - dark.to as f32));
    (away.fold(f32::MAX, f32::min) / BESIDE).clamp(0.0, 1.0)
}
