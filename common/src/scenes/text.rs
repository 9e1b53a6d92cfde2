//! Text written in the picture: names of figures and of curves. A window writes them in the panels' type; a picture of the
//! scene alone has them in a small alphabet of dots.

use super::FlatShapes;
use crate::ui::labels::{self, Word};
use glam::{Vec2, Vec4};

/// A letter is 5 dots wide and 9 high; the last two rows are below the line.
const WIDTH: f32 = 5.0;
/// From one letter to the next, in dots.
const ADVANCE: f32 = 6.0;
/// Rows above the line.
const HEIGHT: f32 = 7.0;
/// Of the panels' type, as shares of the height of its text: from one letter to the next on average, how high a capital
/// is, and a dot of letters as large.
const TYPE_ADVANCE: f32 = 0.475;
const TYPE_CAPITAL: f32 = 0.625;
const TYPE_DOT: f32 = 0.125;

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
        'q' => [0, 0, 0b01111, 0b10001, 0b10001, 0b10001, 0b01111, 0b00001, 0b00001],
        'r' => [0, 0, 0b10110, 0b11001, 0b10000, 0b10000, 0b10000, 0, 0],
        's' => [0, 0, 0b01111, 0b10000, 0b01110, 0b00001, 0b11110, 0, 0],
        't' => [0b01000, 0b01000, 0b11110, 0b01000, 0b01000, 0b01001, 0b00110, 0, 0],
        'u' => [0, 0, 0b10001, 0b10001, 0b10001, 0b10011, 0b01101, 0, 0],
        'v' => [0, 0, 0b10001, 0b10001, 0b10001, 0b01010, 0b00100, 0, 0],
        'w' => [0, 0, 0b10001, 0b10001, 0b10101, 0b10101, 0b01010, 0, 0],
        'x' => [0, 0, 0b10001, 0b01010, 0b00100, 0b01010, 0b10001, 0, 0],
        'y' => [0, 0, 0b10001, 0b10001, 0b10011, 0b01101, 0b00001, 0b00001, 0b01110],
        'z' => [0, 0, 0b11111, 0b00010, 0b00100, 0b01000, 0b11111, 0, 0],
        '0' => [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110, 0, 0],
        '1' => [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110, 0, 0],
        '2' => [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111, 0, 0],
        '3' => [0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110, 0, 0],
        '4' => [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010, 0, 0],
        '5' => [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110, 0, 0],
        '6' => [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110, 0, 0],
        '7' => [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000, 0, 0],
        '8' => [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110, 0, 0],
        '9' => [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100, 0, 0],
        ':' => [0, 0, 0b00100, 0, 0, 0, 0b00100, 0, 0],
        '.' => [0, 0, 0, 0, 0, 0, 0b00100, 0, 0],
        '!' => [0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0, 0b00100, 0, 0],
        '<' => [0, 0b00100, 0b01000, 0b11111, 0b01000, 0b00100, 0, 0, 0],
        '>' => [0, 0b00100, 0b00010, 0b11111, 0b00010, 0b00100, 0, 0, 0],
        ' ' => [0; 9],
        _ => [0b11111, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b11111, 0, 0],
    }
}

impl FlatShapes {
    /// A word whose first letter has its lower left corner at `at`, on a sheet in pixels. A letter is 7 dots high; a
    /// character without a letter is a frame.
    pub fn write(&mut self, word: &str, at: Vec2, dot: f32, color: Vec4) {
        if is_in_type(dot) {
            let middle = self.drawn_at(at + word_size(word, dot) / 2.0);
            return labels::hand_over(Word { text: word.into(), middle, color: color.into() });
        }
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
    match labels::em().filter(|_| is_in_type(dot)) {
        Some(em) => em * Vec2::new(letters * TYPE_ADVANCE, TYPE_CAPITAL),
        None => dot * Vec2::new(letters * ADVANCE - (ADVANCE - WIDTH), HEIGHT),
    }
}

/// The size of a dot in a picture so many pixels high: 2 pixels where that is 720, and always whole ones; in a window
/// [`type_dot`].
pub fn dot_size(height: u32) -> f32 {
    type_dot().unwrap_or_else(|| (height as f32 / 360.0).round().max(1.0))
}

/// Where a window writes the words: the size of a dot for which there is room for them.
pub fn type_dot() -> Option<f32> {
    labels::em().map(|em| em * TYPE_DOT)
}

/// The size of a dot for what shrinks with a small picture, beside letters that a window does not shrink.
pub fn shrinking_dot_size((width, height): (u32, u32)) -> f32 {
    let side = height.min(width);
    match type_dot() {
        Some(in_type) => (side as f32 / 360.0).clamp(0.65 * in_type, in_type),
        // Where letters have no room for whole dots.
        None if side < 500 => side as f32 / 360.0,
        None => dot_size(side),
    }
}

/// Whether letters of such dots are the window's to write: all but very large ones.
fn is_in_type(dot: f32) -> bool {
    type_dot().is_some_and(|in_type| dot <= 2.0 * in_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_writes_all_but_very_large_words() {
        let write = || {
            let mut sheet = FlatShapes::in_pixels((200, 100));
            sheet.write("ccd", Vec2::new(40.0, 20.0), 2.0, Vec4::ONE);
            sheet.write("ccd", Vec2::ZERO, 9.0, Vec4::ONE);
            (sheet.shapes.triangles.len(), word_size("ccd", 2.0))
        };
        let (alone, size) = write();
        let ((in_window, in_type), words) = labels::collect(16.0, write);
        assert_eq!((2 * in_window, dot_size(100)), (alone, 1.0), "one of two words is drawn");
        let middle = Vec2::new(40.0, 20.0) + in_type / 2.0;
        let [word] = &*words else { panic!("{words:?}") };
        assert_eq!(word.text, "ccd");
        assert!(word.middle.distance(middle / Vec2::new(100.0, 50.0) - 1.0) < 1e-6, "{word:?}");
        assert!(in_type.x < size.x && in_type.y < size.y, "{in_type} {size}");
    }
}
