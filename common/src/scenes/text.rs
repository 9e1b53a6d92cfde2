//! Text written in the picture itself, in a small alphabet of dots: names of figures and of curves.

use super::FlatShapes;
use glam::{Vec2, Vec4};

/// A letter is 5 dots wide and 9 high; the last two rows are below the line.
const WIDTH: f32 = 5.0;
/// From one letter to the next, in dots.
const ADVANCE: f32 = 6.0;
/// Rows above the line.
const HEIGHT: f32 = 7.0;

/// The letters that the pictures need; a frame stands for any other. A row's leftmost dot is its highest bit.
fn rows(letter: char) -> [u8; 9] {
    match letter {
        'a' => [0, 0, 0b01110, 0b00001, 0b01111, 0b10001, 0b01111, 0, 0],
        'b' => [0b10000, 0b10000, 0b11110, 0b10001, 0b10001, 0b10001, 0b11110, 0, 0],
        'c' => [0, 0, 0b01110, 0b10001, 0b10000, 0b10001, 0b01110, 0, 0],
        'd' => [0b00001, 0b00001, 0b01111, 0b10001, 0b10001, 0b10001, 0b01111, 0, 0],
        'e' => [0, 0, 0b01110, 0b10001, 0b11111, 0b10000, 0b01110, 0, 0],
        'E' => [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111, 0, 0],
        'f' => [0b00110, 0b01000, 0b11110, 0b01000, 0b01000, 0b01000, 0b01000, 0, 0],
        'g' => [0, 0, 0b01111, 0b10001, 0b10001, 0b10001, 0b01111, 0b00001, 0b01110],
        'h' => [0b10000, 0b10000, 0b10110, 0b11001, 0b10001, 0b10001, 0b10001, 0, 0],
        'i' => [0b00100, 0, 0b01100, 0b00100, 0b00100, 0b00100, 0b01110, 0, 0],
        'j' => [0b00010, 0, 0b00110, 0b00010, 0b00010, 0b00010, 0b00010, 0b10010, 0b01100],
        'k' => [0b10000, 0b10000, 0b10010, 0b10100, 0b11000, 0b10100, 0b10010, 0, 0],
        'l' => [0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110, 0, 0],
        'm' => [0, 0, 0b11010, 0b10101, 0b10101, 0b10101, 0b10101, 0, 0],
        'n' => [0, 0, 0b10110, 0b11001, 0b10001, 0b10001, 0b10001, 0, 0],
        'o' => [0, 0, 0b01110, 0b10001, 0b10001, 0b10001, 0b01110, 0, 0],
        'p' => [0, 0, 0b11110, 0b10001, 0b10001, 0b10001, 0b11110, 0b10000, 0b10000],
        'r' => [0, 0, 0b10110, 0b11001, 0b10000, 0b10000, 0b10000, 0, 0],
        's' => [0, 0, 0b01111, 0b10000, 0b01110, 0b00001, 0b11110, 0, 0],
        't' => [0b01000, 0b01000, 0b11110, 0b01000, 0b01000, 0b01001, 0b00110, 0, 0],
        'u' => [0, 0, 0b10001, 0b10001, 0b10001, 0b10011, 0b01101, 0, 0],
        'w' => [0, 0, 0b10001, 0b10001, 0b10101, 0b10101, 0b01010, 0, 0],
        'x' => [0, 0, 0b10001, 0b01010, 0b00100, 0b01010, 0b10001, 0, 0],
        'y' => [0, 0, 0b10001, 0b10001, 0b10011, 0b01101, 0b00001, 0b00001, 0b01110],
        '0' => [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110, 0, 0],
        '1' => [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110, 0, 0],
        ' ' => [0; 9],
        _ => [0b11111, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b11111, 0, 0],
    }
}

impl FlatShapes {
    /// A word whose first letter has its lower left corner at `at`. A letter is 7 dots high; a
    /// character without a letter is a frame.
    pub fn write(&mut self, word: &str, at: Vec2, dot: f32, color: Vec4) {
        for (index, letter) in word.chars().enumerate() {
            for (row, bits) in rows(letter).into_iter().enumerate() {
                for column in (0..5).filter(|column| bits & (0b10000 >> column) != 0) {
                    let x = index as f32 * ADVANCE + column as f32;
                    let low = at + dot * Vec2::new(x, HEIGHT - 1.0 - row as f32);
                    self.rectangle(low, low + dot, color);
                }
            }
        }
    }
}

/// The size of a word without what is below its line.
pub fn word_size(word: &str, dot: f32) -> Vec2 {
    let letters = word.chars().count() as f32;
    dot * Vec2::new(letters * ADVANCE - (ADVANCE - WIDTH), HEIGHT)
}

/// The size of a dot in a picture so many pixels high: 2 pixels where that is 720, and always whole ones.
pub fn dot_size(height: u32) -> f32 {
    (height as f32 / 360.0).round().max(1.0)
}
