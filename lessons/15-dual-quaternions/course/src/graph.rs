//! The graphs along the picture's lower edge: how thick each bar is along its length, measured, and by 15.1.

use common::scenes::FlatShapes;
use common::scenes::graph::Axes;
use common::scenes::text::{dot_size, word_size};
use glam::{Vec2, Vec4};

/// Fractions of the picture.
const BOTTOM: f32 = 0.03;
const TOP: f32 = 0.27;
const SIDE: f32 = 0.02;
/// Colours, sRGB: behind the graphs, of rules and words, and of 15.1's curve.
const BACK: Vec4 = Vec4::new(0.10, 0.12, 0.16, 0.90);
const RULE: Vec4 = Vec4::new(0.75, 0.80, 0.86, 0.35);
const INK: Vec4 = Vec4::new(0.93, 0.95, 0.98, 1.0);
const FORMULA: Vec4 = Vec4::new(1.0, 0.93, 0.30, 1.0);

/// Returns the positions along the bar, from 0 to 1, for which 15.1 is called.
pub(crate) fn positions() -> Vec<f32> {
    (0..=96).map(|step| step as f32 / 96.0).collect()
}

/// Returns the corners and the axes of the graph with this index, in a picture of this size in pixels.
fn axes(index: usize, (width, height): (u32, u32)) -> ([Vec2; 2], Axes) {
    let size = Vec2::new(width as f32, height as f32);
    let dot = dot_size(height);
    let left = if index == 0 { SIDE } else { 0.5 + SIDE / 2.0 };
    let low = Vec2::new(left, BOTTOM) * size;
    let high = Vec2::new(left + 0.5 - 1.5 * SIDE, TOP) * size;
    let axes = Axes {
        corners: [low + Vec2::new(13.0, 6.0) * dot, high - Vec2::new(5.0, 14.0) * dot],
        values: [Vec2::ZERO, Vec2::ONE],
        margin: Vec2::new(0.0, 0.12),
    };
    ([low, high], axes)
}

/// Returns the unit of a curve's thickness: no more than fits a narrow picture.
fn stroke((width, height): (u32, u32)) -> f32 {
    dot_size(height.min(width * 2 / 3))
}

/// Draws the graph with this index in a picture of `size` pixels. `measured` has the position along the bar and the
/// thickness of each ring, `curve` 15.1's thicknesses at [`positions`].
pub(crate) fn draw(
    sheet: &mut FlatShapes,
    index: usize,
    (name, color): (&str, Vec4),
    measured: &[(f32, f32)],
    curve: &[f32],
    size: (u32, u32),
) {
    let dot = dot_size(size.1);
    let ([low, high], axes) = axes(index, size);
    sheet.rectangle(low, high, BACK);
    for (value, digit) in [(0.0, "0"), (1.0, "1")] {
        axes.horizontal(sheet, value, dot * 0.5, RULE);
        let at = axes.at(0.0, value) - Vec2::new(9.0, 3.5) * dot;
        sheet.write(digit, at.round(), dot, INK);
    }
    sheet.write(name, (high - word_size(name, dot) - 4.0 * dot).round(), dot, color);
    for (along, thickness) in measured.iter().step_by(2) {
        let at = axes.at(*along, *thickness);
        if at.is_finite() {
            sheet.disc(at, 2.6 * stroke(size), 12, color);
        }
    }
    draw_curve(sheet, &axes, curve, 1.6 * stroke(size), FORMULA);
}

/// Draws the finished curve of 15.1 over the student's.
pub(crate) fn draw_ghost(sheet: &mut FlatShapes, curve: &[f32], size: (u32, u32), color: Vec4) {
    for index in 0..2 {
        draw_curve(sheet, &axes(index, size).1, curve, 1.6 * stroke(size), color);
    }
}

fn draw_curve(sheet: &mut FlatShapes, axes: &Axes, curve: &[f32], thickness: f32, color: Vec4) {
    axes.curve(sheet, positions().into_iter().zip(curve.iter().copied()), thickness, color);
}
