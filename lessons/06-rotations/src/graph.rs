//! Two graphs along the picture's lower edge: how long each arm is on its way, and how fast it turns.

use crate::arms::{Arm, Asked, Way};
use crate::lettering::Pixels;
use common::graphics::debug_draw::Shapes;
use glam::{Vec2, Vec4};

/// Shares of the picture.
const BOTTOM: f32 = 0.035;
const TOP: f32 = 0.275;
const SIDE: f32 = 0.025;
const BACK: Vec4 = Vec4::new(0.10, 0.12, 0.16, 0.88);
const RULE: Vec4 = Vec4::new(0.75, 0.80, 0.86, 0.35);
const INK: Vec4 = Vec4::new(0.93, 0.95, 0.98, 1.0);

/// The values that the two reach up to.
const MOST: [f32; 2] = [1.25, 3.0];

/// In clip space, for a picture of `size` pixels.
pub(crate) fn shapes(asked: &Asked, arm: &Arm, size: (u32, u32)) -> Shapes {
    let pixels = Pixels::of(size);
    let mut shapes = Shapes::new();
    for (place, word) in ["length", "speed"].into_iter().enumerate() {
        let left = if place == 0 { SIDE } else { 0.5 + SIDE / 2.0 };
        let right = left + 0.5 - 1.5 * SIDE;
        let panel = Panel {
            pixels,
            low: Vec2::new(left, BOTTOM) * pixels.size,
            high: Vec2::new(right, TOP) * pixels.size,
            most: MOST[place],
        };
        panel.back(&mut shapes, word);
        // The even ones last, so that they lie over the others.
        for (way, swing) in Way::ALL.iter().zip(&asked.swings) {
            if place == 0 {
                panel.curve(&mut shapes, &arm.lengths(swing), 0.0, way.color());
            } else {
                panel.curve(&mut shapes, &arm.speeds(swing), 0.5, way.color());
            }
        }
        panel.cursor(&mut shapes, asked.u);
    }
    shapes
}

/// One graph; places in pixels from the picture's lower left corner.
struct Panel {
    pixels: Pixels,
    low: Vec2,
    high: Vec2,
    most: f32,
}

impl Panel {
    fn back(&self, shapes: &mut Shapes, word: &str) {
        let (pixels, dot) = (self.pixels, self.pixels.dot());
        pixels.fill(shapes, self.low, self.high, BACK);
        for (value, name) in [(0.0, "0"), (1.0, "1")] {
            let (from, to) = (self.at(0.0, value), self.at(1.0, value));
            pixels.stroke(shapes, [from, to], dot * 0.5, RULE);
            let name_at = from - Vec2::new(9.0, 3.5) * dot;
            pixels.write(shapes, name, name_at, INK);
        }
        let room = pixels.measure(word);
        let at = Vec2::new(self.high.x - room.x, self.high.y - room.y) - 4.0 * dot;
        pixels.write(shapes, word, at, INK);
    }

    /// Where a value belongs.
    fn at(&self, u: f32, value: f32) -> Vec2 {
        let dot = self.pixels.dot();
        let (low, high) = (self.low + Vec2::new(13.0, 6.0) * dot, self.high - 4.0 * dot);
        low + (high - low) * Vec2::new(u, value / self.most)
    }

    /// A line through values at even distances, the first one `offset` steps from the beginning. What
    /// is too high is cut off, and there is no line to what is no number.
    fn curve(&self, shapes: &mut Shapes, values: &[f32], offset: f32, color: Vec4) {
        let steps = values.len() as f32 - 1.0 + 2.0 * offset;
        let at = |(place, value): (usize, &f32)| {
            self.at((place as f32 + offset) / steps, value.clamp(0.0, self.most))
        };
        let points: Vec<Vec2> = values.iter().enumerate().map(at).collect();
        for pair in points.windows(2).filter(|pair| pair.iter().all(|point| point.is_finite())) {
            self.pixels.stroke(shapes, [pair[0], pair[1]], self.pixels.dot() * 1.25, color);
        }
    }

    fn cursor(&self, shapes: &mut Shapes, u: f32) {
        let (from, to) = (self.at(u, 0.0), self.at(u, self.most));
        self.pixels.stroke(shapes, [from, to], self.pixels.dot() * 0.75, INK);
    }
}
