//! A graph of curves in the picture: axes that map values to places, curves, rules and a cursor.

use super::FlatShapes;
use glam::{Vec2, Vec4};

/// Axes of a graph on a sheet of [`FlatShapes`].
#[derive(Clone, Copy, Debug)]
pub struct Axes {
    /// Positions of the lowest values of both axes, and of the highest, on the sheet.
    pub corners: [Vec2; 2],
    /// Lowest values of x and y, and the highest.
    pub values: [Vec2; 2],
    /// Distance from the corners up to which values are shown, as a fraction of the graph's size; values that are
    /// farther off are shown there.
    pub margin: Vec2,
}

impl Axes {
    /// Returns the position on the sheet of the point (x, y) of the graph, which is not finite if x or y is NaN.
    pub fn at(&self, x: f32, y: f32) -> Vec2 {
        let [low, high] = self.corners;
        let [from, to] = self.values;
        let mut fraction = (Vec2::new(x, y) - from) / (to - from);
        // `f32::clamp`, which keeps NaN.
        fraction.x = fraction.x.clamp(-self.margin.x, 1.0 + self.margin.x);
        fraction.y = fraction.y.clamp(-self.margin.y, 1.0 + self.margin.y);
        low + (high - low) * fraction
    }

    /// A curve through (x, y); a gap where a value is not a number.
    pub fn curve(&self, sheet: &mut FlatShapes, values: impl Iterator<Item = (f32, f32)>, thickness: f32, color: Vec4) {
        let points: Vec<Vec2> = values.map(|(x, y)| self.at(x, y)).collect();
        sheet.polyline(&points, thickness, color);
    }

    /// A line from the lowest y to the highest, and so much longer at each end.
    pub fn vertical(&self, sheet: &mut FlatShapes, x: f32, longer: f32, thickness: f32, color: Vec4) {
        let [low, high] = self.values.map(|value| self.at(x, value.y));
        let longer = (high - low).normalize_or_zero() * longer;
        sheet.line(low - longer, high + longer, thickness, color);
    }

    /// A line from the lowest x to the highest.
    pub fn horizontal(&self, sheet: &mut FlatShapes, y: f32, thickness: f32, color: Vec4) {
        let [left, right] = self.values.map(|value| self.at(value.x, y));
        sheet.line(left, right, thickness, color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_those_far_off() {
        let axes = Axes {
            corners: [Vec2::new(10.0, 20.0), Vec2::new(110.0, 40.0)],
            values: [Vec2::new(0.0, -1.0), Vec2::new(5.0, 1.0)],
            margin: Vec2::new(f32::INFINITY, 0.1),
        };
        assert_eq!(axes.at(0.0, -1.0), axes.corners[0]);
        assert_eq!(axes.at(5.0, 1.0), axes.corners[1]);
        assert_eq!(axes.at(10.0, 9.0), Vec2::new(210.0, 42.0));
        assert!(axes.at(0.0, f32::NAN).y.is_nan());
        let mut sheet = FlatShapes::in_scene();
        axes.curve(&mut sheet, [(0.0, 0.0), (1.0, f32::NAN), (2.0, 0.0)].into_iter(), 1.0, Vec4::ONE);
        assert!(sheet.shapes.triangles.is_empty());
    }
}
