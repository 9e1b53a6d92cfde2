//! The error over the iterations: one curve for each method, in powers of ten.

use crate::frame::ReachFrame;
use crate::tentacles::{ITERATIONS, METHODS, errors};
use common::scenes::FlatShapes;
use common::scenes::graph::Axes;
use common::scenes::text::{type_dot, word_size};
use glam::{Vec2, Vec4};

/// Shares of the picture.
const LOW: Vec2 = Vec2::new(0.60, 0.70);
const HIGH: Vec2 = Vec2::new(0.985, 0.94);
/// Space left free above, in dots, for the window's words about whose answers draw.
const ABOVE: f32 = 34.0;
/// Largest fraction of the picture that is left free above.
const MAX_ABOVE: f32 = 0.10;
/// Smallest size of the graph, in dots. In a narrower one the words would overlap: none is written. In a low picture a
/// wider one would cover a knight.
const LEGIBLE: Vec2 = Vec2::new(172.0, 46.0);
/// Behind graph and names.
pub(crate) const BACK: Vec4 = Vec4::new(0.10, 0.12, 0.16, 0.88);
const RULE: Vec4 = Vec4::new(0.75, 0.80, 0.86, 0.35);
const INK: Vec4 = Vec4::new(0.93, 0.95, 0.98, 1.0);
/// The smallest and the largest error that is shown, in metres, as powers of ten: a tenth of a millimetre, a metre.
const POWERS: [f32; 2] = [-4.0, 0.0];

/// Draws the graph for a picture of this size, in pixels.
pub(crate) fn draw(sheet: &mut FlatShapes, frame: &ReachFrame, (width, height): (u32, u32)) {
    let size = Vec2::new(width as f32, height as f32);
    let dot = dot_size((width, height));
    let mut high = HIGH * size;
    high.y = high.y.min(size.y - (ABOVE * dot).min(MAX_ABOVE * size.y));
    let least = if size.x < 1.7 * size.y { LEGIBLE } else { LEGIBLE.with_x(0.0) };
    let low = (LOW * size).min(high - least * dot).max(Vec2::X * 0.01 * size.x);
    let is_legible = high.x - low.x >= 0.99 * LEGIBLE.x * dot;
    sheet.rectangle(low, high, BACK);
    let axes = Axes {
        corners: [low + Vec2::new(32.0, 6.0) * dot, high - Vec2::new(6.0, 16.0) * dot],
        values: [Vec2::new(0.0, POWERS[0]), Vec2::new(ITERATIONS as f32, POWERS[1])],
        margin: Vec2::ZERO,
    };
    for (power, name) in [(0.0, "1 m"), (-2.0, "1 cm"), (-4.0, "")] {
        axes.horizontal(sheet, power, 0.5 * dot, RULE);
        let at = axes.at(0.0, power) - Vec2::new(word_size(name, dot).x + 4.0 * dot, 3.5 * dot);
        if is_legible {
            sheet.write(name, at.round(), dot, INK);
        }
    }
    let title = "error";
    if is_legible {
        sheet.write(title, (high - word_size(title, dot) - 5.0 * dot).round(), dot, INK);
    }
    let mut x = low.x + 32.0 * dot;
    for ((name, color), history) in METHODS.into_iter().zip(frame.histories.iter()) {
        let color = color.extend(1.0);
        let at = Vec2::new(x, high.y - 12.0 * dot).round();
        if is_legible {
            sheet.write_left(name, at, dot, color);
        }
        x += word_size(name, dot).x + 12.0 * dot;
        let errors = errors(history, frame.pearl).into_iter().enumerate();
        let values = errors.map(|(n, error)| (n as f32, error.max(1e-6).log10()));
        axes.curve(sheet, values, 1.25 * dot, color);
    }
    axes.vertical(sheet, frame.iterations, 0.0, 0.75 * dot, INK);
}

/// The letters' dots: 2 pixels where the picture is 1280 wide, and always whole ones; in a window those of its type.
pub(crate) fn dot_size((width, height): (u32, u32)) -> f32 {
    type_dot().unwrap_or_else(|| (width as f32 / 640.0).min(height as f32 / 360.0).floor().max(1.0))
}
