//! The graphs along the picture's lower edge: how thick each bar is along its length, measured, and by 15.1.

use drawing::{Align, Ink, Plot, Sheet};
use glam::Vec2;

/// Fractions of the picture: the first graph's lower left corner, the size of each, and the distance to the next.
const CORNER: Vec2 = Vec2::new(0.02, 0.03);
const SIZE: Vec2 = Vec2::new(0.47, 0.24);
const APART: f32 = 0.49;
/// Colour of 15.1's curve.
const FORMULA: Ink = Ink::Series(3);

/// Returns the positions along the bar, from 0 to 1, for which 15.1 is called.
pub(crate) fn positions() -> Vec<f32> {
    (0..=96).map(|step| step as f32 / 96.0).collect()
}

/// Draws the graph with this index. `measured` has the position along the bar and the thickness of each ring, `curve`
/// 15.1's thicknesses at [`positions`].
pub(crate) fn draw(sheet: &mut Sheet, index: usize, (name, ink): (&str, Ink), measured: &[(f32, f32)], curve: &[f32]) {
    let low = sheet.size * (CORNER + APART * index as f32 * Vec2::X);
    let high = low + sheet.size * SIZE;
    let plot = Plot::new([low + Vec2::new(20.0, 12.0), high - Vec2::new(10.0, 22.0)], [0.0, 1.0], [0.0, 1.0]);
    sheet.given();
    sheet.panel(low, high);
    plot.y_numbers(sheet, &[0.0, 1.0]);
    sheet.word(high - Vec2::new(8.0, 9.0), Align::Right, name, ink);
    sheet.answered();
    for (along, thickness) in measured.iter().step_by(2) {
        sheet.point(plot.at(*along, *thickness), ink);
    }
    plot.points(sheet, FORMULA, positions().into_iter().zip(curve.iter().copied()));
}
