//! A graph on a sheet: axes, and curves by their values.

use super::{Align, Ink, Sheet};
use glam::Vec2;
use std::convert::Infallible;

/// A graph on a sheet.
#[derive(Clone, Copy, Debug)]
pub struct Plot {
    low: Vec2,
    high: Vec2,
    /// The values there.
    from: Vec2,
    to: Vec2,
}

const PIECES: usize = 180;
/// Distance that a curve may leave the graph, as a fraction of its height: what is farther off is drawn there.
const MARGIN: f32 = 0.08;

impl Plot {
    /// A graph between two corners of a sheet, for these ranges of x and y.
    pub fn new([low, high]: [Vec2; 2], x: [f32; 2], y: [f32; 2]) -> Self {
        Plot { low, high, from: Vec2::new(x[0], y[0]), to: Vec2::new(x[1], y[1]) }
    }

    /// The position of a value; not finite if the value is not.
    pub fn at(&self, x: f32, y: f32) -> Vec2 {
        let fraction = (Vec2::new(x, y) - self.from) / (self.to - self.from);
        let y = fraction.y.clamp(-MARGIN, 1.0 + MARGIN);
        self.low + (self.high - self.low) * Vec2::new(fraction.x, y)
    }

    /// Draws both axes, with the name `x` to the right of the graph and `y` above it.
    pub fn axes(&self, sheet: &mut Sheet, x: &str, y: &str) {
        let corner = self.low;
        sheet.arrow(corner, corner.with_x(self.high.x + 10.0), Ink::Faint);
        sheet.arrow(corner, corner.with_y(self.high.y + 10.0), Ink::Faint);
        sheet.word(corner.with_x(self.high.x + 14.0), Align::Left, x, Ink::Given);
        sheet.word(corner.with_y(self.high.y + 19.0), Align::Middle, y, Ink::Given);
    }

    /// Draws numbers below the x axis.
    pub fn x_numbers(&self, sheet: &mut Sheet, numbers: &[f32]) {
        for &number in numbers {
            let tick = self.at(number, self.from.y).with_y(self.low.y);
            sheet.line(&[tick, tick - 4.0 * Vec2::Y], Ink::Faint);
            sheet.word(tick - 12.0 * Vec2::Y, Align::Middle, number.to_string(), Ink::Given);
        }
    }

    /// Draws numbers beside the y axis, each with a rule across the graph.
    pub fn y_numbers(&self, sheet: &mut Sheet, numbers: &[f32]) {
        for &number in numbers {
            let tick = self.at(self.from.x, number);
            sheet.line(&[tick, tick.with_x(self.high.x)], Ink::Faint);
            sheet.word(tick - 6.0 * Vec2::X, Align::Right, number.to_string(), Ink::Given);
        }
    }

    /// Draws the curve of a function.
    pub fn curve(&self, sheet: &mut Sheet, ink: Ink, mut y: impl FnMut(f32) -> f32) {
        let Ok(()) = self.try_curve(sheet, ink, |x| Ok::<_, Infallible>(y(x)));
    }

    /// Draws the curve of a function that can fail, as an answer can.
    ///
    /// # Errors
    /// The function's.
    pub fn try_curve<E>(&self, sheet: &mut Sheet, ink: Ink, mut y: impl FnMut(f32) -> Result<f32, E>) -> Result<(), E> {
        let mut points = Vec::new();
        for piece in 0..=PIECES {
            let x = self.from.x + (self.to.x - self.from.x) * piece as f32 / PIECES as f32;
            points.push(self.at(x, y(x)?));
        }
        sheet.line(&points, ink);
        Ok(())
    }

    /// Draws a curve through points (x, y), with a gap at one that is not finite.
    pub fn points(&self, sheet: &mut Sheet, ink: Ink, points: impl IntoIterator<Item = (f32, f32)>) {
        let points: Vec<Vec2> = points.into_iter().map(|(x, y)| self.at(x, y)).collect();
        sheet.line(&points, ink);
    }

    /// Draws an upright line at the current x, where a curve is followed over time.
    pub fn cursor(&self, sheet: &mut Sheet, x: f32) {
        let foot = self.at(x, self.from.y);
        sheet.line(&[foot.with_y(self.low.y), foot.with_y(self.high.y)], Ink::Given);
    }

    /// Draws an upright dashed line at an x.
    pub fn upright(&self, sheet: &mut Sheet, x: f32, ink: Ink) {
        let foot = self.at(x, self.from.y);
        sheet.dashed(&[foot.with_y(self.low.y), foot.with_y(self.high.y)], ink);
    }

    /// Adds a handle on the x axis that moves this parameter along it. Returns its position.
    pub fn slide(&self, sheet: &mut Sheet, name: &str) -> Vec2 {
        sheet.slide(name, self.low, self.low.with_x(self.high.x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::{Mark, Shape};

    #[test]
    fn a_curve_has_a_gap_and_ends_near_the_graph() {
        let plot = Plot::new([Vec2::new(10.0, 20.0), Vec2::new(110.0, 70.0)], [0.0, 5.0], [-1.0, 1.0]);
        let mut sheet = Sheet::over_scene(Vec2::new(120.0, 90.0));
        let values = [-1.0, 1.0, f32::NAN, 99.0, 0.0];
        plot.points(&mut sheet, Ink::Answer, (0..5).map(|n| n as f32).zip(values));
        let [Mark { shape: Shape::Line(first, _), .. }, Mark { shape: Shape::Line(second, _), .. }] = &sheet.marks[..]
        else {
            panic!("{:?}", sheet.marks)
        };
        assert_eq!(first[..], [Vec2::new(10.0, 20.0), Vec2::new(30.0, 70.0)]);
        assert_eq!(second[..], [Vec2::new(70.0, 74.0), Vec2::new(90.0, 45.0)]);
    }
}
