//! Darkness in the depth: pits have no bottom, and nothing in them ends in mid-air.

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

/// Around x.
pub fn add_mist(shapes: &mut Shapes, level: &Level, x: f32) {
    let floor = floor(level);
    let heights = [(floor - BEGINS, 0.0), (f32::max(floor - FULL, level.abyss as f32), 1.0), (floor - BOTTOM, 1.0)];
    let corner = |x: f32, (y, opacity): (f32, f32)| LineVertex {
        position: Vec3::new(x, y, BEFORE),
        color: DEEP.with_w(opacity * outside(level, x)),
    };
    for column in -REACH..REACH {
        let [left, right] = [column, column + 1].map(|column| x.floor() + column as f32);
        for pair in heights.windows(2) {
            let [a, b, c, d] =
                [(left, pair[1]), (right, pair[1]), (right, pair[0]), (left, pair[0])].map(|(x, at)| corner(x, at));
            shapes.triangles.extend([a, b, c, a, c, d]);
        }
    }
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
