//! Words in the picture itself: a small alphabet of dots, for the names of arms and curves.

use common::graphics::LineVertex;
use common::graphics::debug_draw::Shapes;
use glam::{Vec2, Vec3, Vec4};

/// A letter is 5 dots wide and 9 high; the last two rows are below the line.
const WIDTH: f32 = 5.0;
/// From one letter to the next, in dots.
const ADVANCE: f32 = 6.0;
/// Rows above the line.
const HEIGHT: f32 = 7.0;

/// Only what the pictures say. A row's leftmost dot is its highest bit.
fn rows(letter: char) -> [u8; 9] {
    match letter {
        'a' => [0, 0, 0b01110, 0b00001, 0b01111, 0b10001, 0b01111, 0, 0],
        'd' => [0b00001, 0b00001, 0b01111, 0b10001, 0b10001, 0b10001, 0b01111, 0, 0],
        'e' => [0, 0, 0b01110, 0b10001, 0b11111, 0b10000, 0b01110, 0, 0],
        'E' => [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111, 0, 0],
        'g' => [0, 0, 0b01111, 0b10001, 0b10001, 0b10001, 0b01111, 0b00001, 0b01110],
        'h' => [0b10000, 0b10000, 0b10110, 0b11001, 0b10001, 0b10001, 0b10001, 0, 0],
        'i' => [0b00100, 0, 0b01100, 0b00100, 0b00100, 0b00100, 0b01110, 0, 0],
        'l' => [0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110, 0, 0],
        'm' => [0, 0, 0b11010, 0b10101, 0b10101, 0b10101, 0b10101, 0, 0],
        'n' => [0, 0, 0b10110, 0b11001, 0b10001, 0b10001, 0b10001, 0, 0],
        'p' => [0, 0, 0b11110, 0b10001, 0b10001, 0b10001, 0b11110, 0b10000, 0b10000],
        'r' => [0, 0, 0b10110, 0b11001, 0b10000, 0b10000, 0b10000, 0, 0],
        's' => [0, 0, 0b01111, 0b10000, 0b01110, 0b00001, 0b11110, 0, 0],
        't' => [0b01000, 0b01000, 0b11110, 0b01000, 0b01000, 0b01001, 0b00110, 0, 0],
        'u' => [0, 0, 0b10001, 0b10001, 0b10001, 0b10011, 0b01101, 0, 0],
        'x' => [0, 0, 0b10001, 0b01010, 0b00100, 0b01010, 0b10001, 0, 0],
        '0' => [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110, 0, 0],
        '1' => [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110, 0, 0],
        _ => [0; 9],
    }
}

/// The picture's measures, for drawing in clip space by pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pixels {
    /// Width and height of the picture.
    pub(crate) size: Vec2,
}

impl Pixels {
    pub(crate) fn of((width, height): (u32, u32)) -> Self {
        Pixels { size: Vec2::new(width as f32, height as f32).max(Vec2::ONE) }
    }

    /// How large a letter's dot is: 2 pixels in a picture 720 high, and whole ones always.
    pub(crate) fn dot(self) -> f32 {
        (self.size.y / 360.0).round().max(1.0)
    }

    /// A place counted from the picture's lower left corner, in OpenGL's clip space.
    pub(crate) fn clip(self, at: Vec2) -> Vec3 {
        (2.0 * at / self.size - 1.0).extend(0.0)
    }

    /// A rectangle between two opposite corners.
    pub(crate) fn fill(self, shapes: &mut Shapes, low: Vec2, high: Vec2, color: Vec4) {
        self.quad(shapes, [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)], color);
    }

    /// A line that is `thick` pixels thick.
    pub(crate) fn stroke(self, shapes: &mut Shapes, ends: [Vec2; 2], thick: f32, color: Vec4) {
        let along = (ends[1] - ends[0]).normalize_or_zero();
        let side = along.perp() * thick / 2.0;
        let [from, to] = ends;
        self.quad(shapes, [from - side, to - side, to + side, from + side], color);
    }

    fn quad(self, shapes: &mut Shapes, corners: [Vec2; 4], color: Vec4) {
        let [a, b, c, d] = corners.map(|corner| self.clip(corner));
        let vertex = |position| LineVertex { position, color };
        shapes.triangles.extend([a, b, c, a, c, d].map(vertex));
    }

    /// A word whose first letter stands at `at`, in pixels.
    pub(crate) fn write(self, shapes: &mut Shapes, word: &str, at: Vec2, color: Vec4) {
        let dot = self.dot();
        let at = at.round();
        for (place, letter) in word.chars().enumerate() {
            let left = at.x + place as f32 * ADVANCE * dot;
            for (row, bits) in rows(letter).into_iter().enumerate() {
                for column in (0..5).filter(|column| bits & (0b10000 >> column) != 0) {
                    let low = Vec2::new(
                        left + column as f32 * dot,
                        at.y + (HEIGHT - 1.0 - row as f32) * dot,
                    );
                    self.fill(shapes, low, low + dot, color);
                }
            }
        }
    }

    /// How much room a word takes, in pixels.
    pub(crate) fn measure(self, word: &str) -> Vec2 {
        let letters = word.chars().count() as f32;
        self.dot() * Vec2::new(letters * ADVANCE - (ADVANCE - WIDTH), HEIGHT)
    }
}
