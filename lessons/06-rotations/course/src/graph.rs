//! Two graphs along the picture's lower edge: how long each arm is on its way, and how fast it turns.

use crate::arms::{ArmSwing, ArrowFrame, KeyedArm, METHODS};
use common::scenes::FlatShapes;
use common::scenes::graph::Axes;
use common::scenes::text::{dot_size, word_size};
use glam::{Vec2, Vec4};

/// Fractions of the picture.
const BOTTOM: f32 = 0.035;
const TOP: f32 = 0.275;
const SIDE: f32 = 0.025;
pub(crate) const BACK: Vec4 = Vec4::new(0.10, 0.12, 0.16, 0.88);
const RULE: Vec4 = Vec4::new(0.75, 0.80, 0.86, 0.35);
const INK: Vec4 = Vec4::new(0.93, 0.95, 0.98, 1.0);

/// A graph: its name, its highest value, the values of an arm's motion, and how many steps from the beginning
/// the first of them is.
type Graph = (&'static str, f32, fn(&KeyedArm, &ArmSwing) -> Vec<f32>, f32);
const GRAPHS: [Graph; 2] = [("length", 1.25, KeyedArm::lengths, 0.0), ("speed", 3.0, KeyedArm::speeds, 0.5)];

/// Draws both graphs of a frame in a picture of this size.
pub(crate) fn draw(sheet: &mut FlatShapes, frame: &ArrowFrame, arm: &KeyedArm, (width, height): (u32, u32)) {
    let size = Vec2::new(width as f32, height as f32);
    let dot = dot_size(height);
    for (index, (name, highest, values, offset)) in GRAPHS.into_iter().enumerate() {
        let left = if index == 0 { SIDE } else { 0.5 + SIDE / 2.0 };
        let low = Vec2::new(left, BOTTOM) * size;
        let high = Vec2::new(left + 0.5 - 1.5 * SIDE, TOP) * size;
        let axes = Axes {
            corners: [low + Vec2::new(13.0, 6.0) * dot, high - 4.0 * dot],
            values: [Vec2::ZERO, Vec2::new(1.0, highest)],
            margin: Vec2::ZERO,
        };
        sheet.rectangle(low, high, BACK);
        for (value, digit) in [(0.0, "0"), (1.0, "1")] {
            axes.horizontal(sheet, value, dot * 0.5, RULE);
            let at = axes.at(0.0, value) - Vec2::new(9.0, 3.5) * dot;
            sheet.write(digit, at.round(), dot, INK);
        }
        sheet.write(name, (high - word_size(name, dot) - 4.0 * dot).round(), dot, INK);
        for (method, swing) in METHODS.iter().zip(&frame.swings) {
            let values = values(arm, swing);
            let last = values.len() as f32 - 1.0 + 2.0 * offset;
            let values = values.iter().enumerate().map(|(n, value)| ((n as f32 + offset) / last, *value));
            axes.curve(sheet, values, dot * 1.25, method.color);
        }
        axes.vertical(sheet, frame.u, 0.0, dot * 0.75, INK);
    }
}
