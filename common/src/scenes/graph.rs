//! A graph of curves in the picture: axes that map values to places, curves, rules and a cursor.

use super::FlatShapes;
use glam::{Vec2, Vec4};

/// Where values are shown on a sheet of [`FlatShapes`].
#[derive(Clone, Copy, Debug)]
pub struct Axes {
    /// Where the lowest values of both axes are, and where the highest, on the sheet.
    pub corners: [Vec2; 2],
    /// Those values: the lowest of x and y, and the highest.
    pub values: [Vec2; 2],
    /// How far a value may be shown outside of the corners, as a fraction of their distance: what is farther
    /// off is shown there.
    pub margin: Vec2,
}

impl Axes {
    /// Where a value is shown; not finite if the value is not a number.
    pub fn at(&self, x: f32, y: f32) -> Vec2 {
        let ([low, high], [from, to]) = (self.corners, self.values);
        let fraction = (Vec2::new(x, y) - from) / (to - from);
        // `f32::clamp`, which keeps NaN.
        let kept = |fraction: f32, margin: f32| fraction.clamp(-margin, 1.0 + margin);
        low + (high - low) * Vec2::new(kept(fraction.x, self.margin.x), kept(fraction.y, self.margin.y))
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
