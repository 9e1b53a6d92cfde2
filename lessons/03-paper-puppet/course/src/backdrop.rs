//! The paper theatre around the figures: sky, hills, floor and curtains.

use crate::paper::Paper;
use drawing::Painted;
use glam::{Vec2, Vec3};
use std::f32::consts::PI;

const SKY: [Vec3; 2] = [Vec3::new(0.24, 0.46, 0.55), Vec3::new(0.66, 0.81, 0.78)];
const SUN: Vec3 = Vec3::new(0.99, 0.90, 0.66);
const HILLS: [Vec3; 2] = [Vec3::new(0.46, 0.68, 0.62), Vec3::new(0.32, 0.56, 0.50)];
const FLOOR: [Vec3; 2] = [Vec3::new(0.62, 0.45, 0.32), Vec3::new(0.48, 0.33, 0.24)];
const PLANK: Vec3 = Vec3::new(0.45, 0.32, 0.22);
const CURTAIN: [Vec3; 2] = [Vec3::new(0.70, 0.16, 0.20), Vec3::new(0.56, 0.11, 0.16)];
/// The upper edge of the floor, in metres.
const GROUND: f32 = 0.34;
/// Half of the stage's width, in metres.
const HALF_WIDTH: f32 = 2.7;
pub(crate) const HEIGHT: f32 = 3.0;
pub(crate) const ASPECT: f32 = 2.0 * HALF_WIDTH / HEIGHT;
/// The stage is wider than the picture: to this x at both sides.
const FAR: f32 = 12.0;

/// Returns what is behind all figures, from the back to the front: the sky, two hills, and the floor.
pub(crate) fn behind() -> [Painted; 4] {
    let mut sky = Paper::default();
    sky.rectangle(Vec2::new(-FAR, 3.4), Vec2::splat(FAR), [SKY[0]; 2]);
    sky.rectangle(Vec2::new(-FAR, 0.0), Vec2::new(FAR, 3.4), SKY);
    sky.disc(Vec2::new(0.42, 1.78), 0.62, 0, SUN);
    let mut floor = Paper::default();
    floor.rectangle(Vec2::splat(-FAR), Vec2::new(FAR, 0.0), [FLOOR[1]; 2]);
    floor.rectangle(Vec2::new(-FAR, 0.0), Vec2::new(FAR, GROUND), FLOOR);
    for line in [0.06, 0.15, 0.25, GROUND] {
        floor.rectangle(Vec2::new(-FAR, line - 0.004), Vec2::new(FAR, line + 0.004), [PLANK; 2]);
    }
    [sky.0, hill(0.95, 0.4, HILLS[0]), hill(0.70, 2.3, HILLS[1]), floor.0]
}

/// Returns the land below two waves about a height.
fn hill(height: f32, shift: f32, color: Vec3) -> Painted {
    const COLUMNS: i16 = 120;
    let mut paper = Paper::default();
    for column in -COLUMNS..COLUMNS {
        let [a, b, c, d] =
            [(column, false), (column + 1, false), (column + 1, true), (column, true)].map(|(edge, up)| {
                let x = FAR * f32::from(edge) / f32::from(COLUMNS);
                let top = height + 0.16 * (1.5 * x + shift).sin() + 0.06 * (3.7 * x + 1.6 + shift).sin();
                Vec2::new(x, if up { top } else { 0.0 })
            });
        paper.quad([a, b, c, d], color);
    }
    paper.0
}

/// Returns the curtains in front of all figures: one at each side, whose edge has three soft folds, and scallops along the top.
pub(crate) fn curtains() -> Painted {
    const STEPS: i16 = 48;
    let mut paper = Paper::default();
    for side in [-1.0, 1.0] {
        for step in -STEPS..STEPS {
            let [low, high] = [step, step + 1].map(|step| {
                let down = f32::from(STEPS - step.max(0)) / f32::from(STEPS); // 0 at the top, 1 at the floor
                let fold = 0.07 * (3.0 * PI * down).cos() * (1.0 - 0.6 * down);
                Vec2::new(side * (HALF_WIDTH - 0.10 - fold), HEIGHT * f32::from(step) / f32::from(STEPS))
            });
            paper.quad([low, high, high.with_x(side * FAR), low.with_x(side * FAR)], CURTAIN[0]);
        }
    }
    let top = HEIGHT - 0.16;
    paper.rectangle(Vec2::new(-FAR, top), Vec2::splat(FAR), [CURTAIN[0]; 2]);
    for number in 0..14u8 {
        let middle = Vec2::new(0.5 * f32::from(number) - 3.25, top);
        for piece in 0..16u8 {
            let [first, second] = [piece, piece + 1]
                .map(|piece| middle + Vec2::new(0.25, 0.17) * Vec2::from_angle(-PI * f32::from(piece) / 16.0));
            paper.triangle([middle, first, second], [0; 3], CURTAIN[0]);
        }
    }
    paper.rectangle(Vec2::new(-FAR, top + 0.09), Vec2::splat(FAR), [CURTAIN[1]; 2]);
    paper.0
}
