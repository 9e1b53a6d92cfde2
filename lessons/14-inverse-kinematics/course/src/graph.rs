//! The error over the iterations: one curve for each method, in powers of ten.

use crate::frame::ReachFrame;
use crate::tentacles::{ITERATIONS, METHODS, errors};
use drawing::{Align, Ink, Plot, Sheet, sheet::word_width};
use glam::Vec2;

/// Fractions of the picture.
const LOW: Vec2 = Vec2::new(0.60, 0.70);
const HIGH: Vec2 = Vec2::new(0.985, 0.94);
/// Space left free above for the window's words about whose answers draw, and the fraction of the picture that it may
/// take up.
const ABOVE: f32 = 55.0;
const MAX_ABOVE: f32 = 0.10;
/// Size of the smallest graph in which words do not overlap.
const LEAST: Vec2 = Vec2::new(270.0, 76.0);
/// The smallest and the largest error that is shown, in metres, as powers of ten: a tenth of a millimetre, a metre.
const POWERS: [f32; 2] = [-4.0, 0.0];

pub(crate) fn draw(sheet: &mut Sheet, frame: &ReachFrame) {
    let mut high = HIGH * sheet.size;
    high.y = high.y.min(sheet.size.y - ABOVE.min(MAX_ABOVE * sheet.size.y));
    let low = (LOW * sheet.size).min(high - LEAST);
    let corners = [low + Vec2::new(46.0, 10.0), high - Vec2::new(10.0, 26.0)];
    let plot = Plot::new(corners, [0.0, ITERATIONS as f32], POWERS);
    sheet.panel(low, high);
    for (power, name) in [(0.0, "1 m"), (-2.0, "1 cm"), (-4.0, "")] {
        let at = plot.at(0.0, power);
        sheet.line(&[at, plot.at(ITERATIONS as f32, power)], Ink::Faint);
        sheet.word(at - 6.0 * Vec2::X, Align::Right, name, Ink::Given);
    }
    sheet.word(high - Vec2::new(8.0, 12.0), Align::Right, "error", Ink::Given);
    plot.cursor(sheet, frame.iterations);
    sheet.answered();
    let mut x = corners[0].x;
    for ((name, color), history) in METHODS.into_iter().zip(frame.histories.iter()) {
        let ink = Ink::own(color, 2.0);
        sheet.word(Vec2::new(x, high.y - 12.0), Align::Left, name, ink);
        x += word_width(name) + 12.0;
        let errors = errors(history, frame.pearl).into_iter().enumerate();
        plot.points(sheet, ink, errors.map(|(n, error)| (n as f32, error.max(1e-6).log10())));
    }
}
