//! The paper theatre's stage: sky, hills, floor and curtains of flat shapes.

use common::graphics::debug_draw::Shapes;
use common::scenes::FlatShapes;
use glam::{Vec2, Vec4};
use std::f32::consts::PI;

const SKY: [Vec4; 2] = [Vec4::new(0.24, 0.46, 0.55, 1.0), Vec4::new(0.66, 0.81, 0.78, 1.0)];
const SUN: Vec4 = Vec4::new(0.99, 0.90, 0.66, 1.0);
const HILLS: [Vec4; 2] = [Vec4::new(0.46, 0.68, 0.62, 1.0), Vec4::new(0.32, 0.56, 0.50, 1.0)];
const FLOOR: [Vec4; 2] = [Vec4::new(0.62, 0.45, 0.32, 1.0), Vec4::new(0.48, 0.33, 0.24, 1.0)];
const CURTAIN: [Vec4; 2] = [Vec4::new(0.70, 0.16, 0.20, 1.0), Vec4::new(0.56, 0.11, 0.16, 1.0)];
pub(crate) const SHADE: Vec4 = Vec4::new(0.04, 0.07, 0.10, 0.28);
/// Offset of the shadow from the paper, in metres.
pub(crate) const SHADOW: Vec2 = Vec2::new(0.025, -0.035);
const BRASS: [Vec4; 3] =
    [Vec4::new(0.36, 0.25, 0.08, 1.0), Vec4::new(0.83, 0.65, 0.25, 1.0), Vec4::new(1.0, 0.93, 0.70, 1.0)];
/// The upper edge of the floor, in metres.
pub(crate) const GROUND: f32 = 0.34;
/// Half of the stage's width in the camera's view, in metres.
pub(crate) const HALF_WIDTH: f32 = 2.7;
pub(crate) const HEIGHT: f32 = 3.0;
/// The stage is wider than the picture: to this x at both sides.
const FAR: f32 = 12.0;

pub(crate) fn pin(paper: &mut FlatShapes, at: Vec2) {
    let [edge, brass, light] = BRASS;
    paper.disc(at, 0.030, 24, edge);
    paper.disc(at, 0.024, 24, brass);
    paper.disc(at + Vec2::new(-0.006, 0.007), 0.009, 24, light);
}

/// Draws a rectangle whose colour changes from `top` to `bottom`.
fn gradient(paper: &mut FlatShapes, low: Vec2, high: Vec2, [top, bottom]: [Vec4; 2]) {
    let right = Vec2::new(high.x, low.y);
    let left = Vec2::new(low.x, high.y);
    paper.blended([(low, bottom), (right, bottom), (high, top)]);
    paper.blended([(low, bottom), (high, top), (left, top)]);
}

/// Draws everything below the height `top(x)`, in columns.
fn draw_land(paper: &mut FlatShapes, top: impl Fn(f32) -> f32, color: Vec4) {
    const COLUMNS: i32 = 240;
    for column in -COLUMNS..COLUMNS {
        let [left, right] = [column, column + 1].map(|column| FAR * column as f32 / COLUMNS as f32);
        let c = Vec2::new(left, 0.0);
        let d = Vec2::new(right, 0.0);
        paper.quad([c, d, Vec2::new(right, top(right)), Vec2::new(left, top(left))], color);
    }
}

/// Draws a curtain at the left (`side` is -1) or right (1), whose edge has three soft folds.
fn draw_curtain(paper: &mut FlatShapes, side: f32, shift: Vec2, color: Vec4) {
    const STEPS: i32 = 48;
    for step in -STEPS..STEPS {
        let [low, high] = [step, step + 1].map(|step| {
            let down = (STEPS - step.max(0)) as f32 / STEPS as f32; // 0 at the top, 1 at the floor
            let fold = 0.07 * (3.0 * PI * down).cos() * (1.0 - 0.6 * down);
            Vec2::new(side * (HALF_WIDTH - 0.10 - fold), HEIGHT * step as f32 / STEPS as f32) + shift
        });
        let [far_low, far_high] = [low, high].map(|edge| edge.with_x(side * FAR));
        paper.quad([low, high, far_high, far_low], color);
    }
}

/// Draws the curtain's lower hem: half discs in a row, the middle of the first at `from`.
fn scallops(paper: &mut FlatShapes, from: Vec2, color: Vec4) {
    const COUNT: usize = 14;
    const PIECES: usize = 16;
    for number in 0..COUNT {
        let middle = from + Vec2::X * 0.5 * number as f32;
        for piece in 0..PIECES {
            let [first, second] = [piece, piece + 1]
                .map(|piece| middle + Vec2::new(0.25, 0.17) * Vec2::from_angle(-PI * piece as f32 / PIECES as f32));
            paper.triangle([middle, first, second], color);
        }
    }
}

/// Returns the sum of two waves, each with its height, its frequency and its shift.
fn waves(x: f32, parts: [(f32, f32, f32); 2]) -> f32 {
    parts.iter().map(|(height, often, shift)| height * (often * x + shift).sin()).sum()
}

/// Returns what is behind all figures: sky, sun, hills and floor.
pub(crate) fn backdrop() -> Shapes {
    let mut paper = FlatShapes::default();
    paper.rectangle(Vec2::splat(-FAR), Vec2::splat(FAR), SKY[0]);
    gradient(&mut paper, Vec2::new(-FAR, 0.0), Vec2::new(FAR, 3.4), SKY);
    paper.disc(Vec2::new(0.42, 1.78), 0.62, 96, SUN);
    for (number, shift) in [(0, 0.0), (1, 1.9)] {
        let rise = 0.95 - 0.25 * number as f32;
        let parts = [(0.16, 1.5, 0.4 + shift), (0.06, 3.7, 2.0 + shift)];
        draw_land(&mut paper, |x| rise - 0.035 + waves(x - 0.03, parts), SHADE);
        draw_land(&mut paper, |x| rise + waves(x, parts), HILLS[number]);
    }
    paper.rectangle(Vec2::splat(-FAR), Vec2::new(FAR, GROUND), FLOOR[1]);
    gradient(&mut paper, Vec2::new(-FAR, 0.0), Vec2::new(FAR, GROUND), FLOOR);
    let plank = Vec4::new(0.30, 0.20, 0.14, 0.35);
    for line in [0.06, 0.15, 0.25] {
        paper.line(Vec2::new(-FAR, line), Vec2::new(FAR, line), 0.008, plank);
    }
    paper.line(Vec2::new(-FAR, GROUND), Vec2::new(FAR, GROUND), 0.012, plank);
    paper.shapes
}

/// Returns the curtains in front of all figures: one at each side, and scallops along the top.
pub(crate) fn curtains() -> Shapes {
    let mut paper = FlatShapes::default();
    let top = HEIGHT - 0.16;
    for (shift, color) in [(SHADOW, SHADE), (Vec2::ZERO, CURTAIN[0])] {
        for side in [-1.0, 1.0] {
            draw_curtain(&mut paper, side, shift, color);
        }
        paper.rectangle(Vec2::new(-FAR, top) + shift, Vec2::splat(FAR), color);
        scallops(&mut paper, Vec2::new(-3.25, top) + shift, color);
    }
    paper.rectangle(Vec2::new(-FAR, top + 0.09), Vec2::splat(FAR), CURTAIN[1]);
    paper.shapes
}
