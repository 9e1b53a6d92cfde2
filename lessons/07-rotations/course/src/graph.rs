//! Two graphs along the picture's lower edge: how long each arm is on its way, and how fast it turns.

use crate::arms::{ArmSwing, ArrowFrame, KeyedArm, METHODS};
use drawing::{Align, Ink, Plot, Sheet};
use glam::Vec2;

/// Fractions of the picture: the first graph's lower left corner, the size of each, and the distance to the next.
const CORNER: Vec2 = Vec2::new(0.025, 0.035);
const SIZE: Vec2 = Vec2::new(0.4625, 0.24);
const APART: f32 = 0.4875;

/// A graph: its name, its highest value, the values of an arm's motion, and how many steps from the beginning
/// the first of them is.
type Graph = (&'static str, f32, fn(&KeyedArm, &ArmSwing) -> Vec<f32>, f32);
const GRAPHS: [Graph; 2] = [("length", 1.25, KeyedArm::lengths, 0.0), ("speed", 3.0, KeyedArm::speeds, 0.5)];

/// Draws both graphs of a frame.
pub(crate) fn draw(sheet: &mut Sheet, frame: &ArrowFrame, arm: &KeyedArm) {
    for (index, (name, highest, values, offset)) in GRAPHS.into_iter().enumerate() {
        let low = sheet.size * (CORNER + APART * index as f32 * Vec2::X);
        let high = low + sheet.size * SIZE;
        let plot = Plot::new([low + Vec2::new(20.0, 12.0), high - 8.0], [0.0, 1.0], [0.0, highest]);
        sheet.given();
        sheet.panel(low, high);
        plot.y_numbers(sheet, &[0.0, 1.0]);
        sheet.word(high - Vec2::new(8.0, 11.0), Align::Right, name, Ink::Given);
        plot.cursor(sheet, frame.u);
        sheet.answered();
        for (method, swing) in METHODS.iter().zip(&frame.swings) {
            let values = values(arm, swing);
            let last = values.len() as f32 - 1.0 + 2.0 * offset;
            let points = values.iter().enumerate().map(|(n, value)| ((n as f32 + offset) / last, *value));
            plot.points(sheet, Ink::own(method.color, 2.0), points);
        }
    }
}
