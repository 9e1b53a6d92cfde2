//! Text written in the picture: names of figures and of curves. A window writes them in the panels' type; a picture of the
//! scene alone has them in a small alphabet of dots.

use super::FlatShapes;
use glam::{Vec2, Vec4};
use ui::fonts::HEADING;
use ui::overlay::{self, Mark, Word};

/// A letter is 5 dots wide and 9 high; the last two rows are below the line.
const WIDTH: f32 = 5.0;
/// Distance from one letter to the next, in dots.
const ADVANCE: f32 = 6.0;
/// Rows above the line.
const HEIGHT: f32 = 7.0;
/// Measures of the panels' type, as fractions of the height of its text: average distance from one letter to the next,
/// height of a capital, and size of a dot of letters as large.
const TYPE_ADVANCE: f32 = 0.475;
const TYPE_CAPITAL: f32 = 0.625;
const TYPE_DOT: f32 = 0.125;
/// Letters of dots so many times as large as that are written as a heading, and those of even larger ones are not text.
const LARGE: f32 = 1.4;
const TOO_LARGE: f32 = 2.0;

/// The letters that the pictures need; a frame stands for any other. A row's leftmost dot is its highest bit.
fn rows(letter: char) -> [u8; 9] {
    match letter {
        'a' => [0, 0, 0b01110, 0b00001, 0b01111, 0b10001, 0b01111, 0, 0],
        'b' => [0b10000, 0b10000, 0b11110, 0b10001, 0b10001, 0b10001, 0b11110, 0, 0],
        'c' => [0, 0, 0b01110, 0b10001, 0b10000, 0b10001, 0b01110, 0, 0],
        'd' => [0b00001, 0b00001, 0b01111, 0b10001, 0b10001, 0b10001, 0b01111, 0, 0],
        'e' => [0, 0, 0b01110, 0b10001, 0b11111, 0b10000, 0b01110, 0, 0],
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
        'A' => [0b01110, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001, 0, 0],
        'B' => [0b11110, 0b10001, 0b10001, 0b11110, 0b10001, 0b10001, 0b11110, 0, 0],
        'C' => [0b01110, 0b10001, 0b10000, 0b10000, 0b10000, 0b10001, 0b01110, 0, 0],
        'D' => [0b11110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b11110, 0, 0],
        'E' => [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111, 0, 0],
        'F' => [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b10000, 0, 0],
        'G' => [0b01110, 0b10001, 0b10000, 0b10111, 0b10001, 0b10001, 0b01111, 0, 0],
        'H' => [0b10001, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001, 0, 0],
        'I' => [0b01110, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110, 0, 0],
        'J' => [0b00111, 0b00010, 0b00010, 0b00010, 0b00010, 0b10010, 0b01100, 0, 0],
        'K' => [0b10001, 0b10010, 0b10100, 0b11000, 0b10100, 0b10010, 0b10001, 0, 0],
        'L' => [0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111, 0, 0],
        'M' => [0b10001, 0b11011, 0b10101, 0b10101, 0b10001, 0b10001, 0b10001, 0, 0],
        'N' => [0b10001, 0b11001, 0b10101, 0b10011, 0b10001, 0b10001, 0b10001, 0, 0],
        'O' => [0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110, 0, 0],
        'P' => [0b11110, 0b10001, 0b10001, 0b11110, 0b10000, 0b10000, 0b10000, 0, 0],
        'Q' => [0b01110, 0b10001, 0b10001, 0b10001, 0b10101, 0b10010, 0b01101, 0, 0],
        'R' => [0b11110, 0b10001, 0b10001, 0b11110, 0b10100, 0b10010, 0b10001, 0, 0],
        'S' => [0b01111, 0b10000, 0b10000, 0b01110, 0b00001, 0b00001, 0b11110, 0, 0],
        'T' => [0b11111, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0, 0],
        'U' => [0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110, 0, 0],
        'V' => [0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01010, 0b00100, 0, 0],
        'W' => [0b10001, 0b10001, 0b10001, 0b10101, 0b10101, 0b11011, 0b10001, 0, 0],
        'X' => [0b10001, 0b10001, 0b01010, 0b00100, 0b01010, 0b10001, 0b10001, 0, 0],
        'Y' => [0b10001, 0b10001, 0b01010, 0b00100, 0b00100, 0b00100, 0b00100, 0, 0],
        'Z' => [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b10000, 0b11111, 0, 0],
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
        ',' => [0, 0, 0, 0, 0, 0, 0b00100, 0b00100, 0b01000],
        '!' => [0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0, 0b00100, 0, 0],
        '<' => [0, 0b00100, 0b01000, 0b11111, 0b01000, 0b00100, 0, 0, 0],
        '>' => [0, 0b00100, 0b00010, 0b11111, 0b00010, 0b00100, 0, 0, 0],
        ' ' => [0; 9],
        _ => [0b11111, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b11111, 0, 0],
    }
}

impl FlatShapes {
    /// Writes a word whose lower left corner is at `at`, on a sheet in pixels. A letter is 7 dots high, and `dot` is the size of
    /// a dot. A character without a letter is drawn as a frame.
    pub fn write(&mut self, word: &str, at: Vec2, dot: f32, color: Vec4) {
        if is_in_type(dot) {
            return self.leave_to_window(word, at + word_size(word, dot) / 2.0, false, dot, color);
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

    /// A word as by [`write`](Self::write) that begins at `at` in a window, too, where [`word_size`] is an estimate: for words
    /// below each other.
    pub fn write_left(&mut self, word: &str, at: Vec2, dot: f32, color: Vec4) {
        if is_in_type(dot) {
            let height = word_size(word, dot).y;
            self.leave_to_window(word, at + 0.5 * height * Vec2::Y, true, dot, color);
        } else {
            self.write(word, at, dot, color);
        }
    }

    /// Lets the window write a word, whose left end or middle is at `at`, in the panels' type.
    fn leave_to_window(&self, word: &str, at: Vec2, is_left: bool, dot: f32, color: Vec4) {
        // In the alphabet of dots these two are arrows.
        let text = word.replace('<', "←").replace('>', "→");
        let at = self.drawn_at(at);
        let is_heading = is_heading(dot);
        overlay::leave_to_window(Mark::Word(Word { text, at, is_left, is_heading, color: color.into() }));
    }
}

/// Returns width and height of a word from its base line up, for dots of size `dot`.
pub fn word_size(word: &str, dot: f32) -> Vec2 {
    let letters = word.chars().count() as f32;
    match overlay::em().filter(|_| is_in_type(dot)) {
        Some(em) => {
            let size = if is_heading(dot) { HEADING * em } else { em };
            size * Vec2::new(letters * TYPE_ADVANCE, TYPE_CAPITAL)
        }
        None => dot * Vec2::new(letters * ADVANCE - (ADVANCE - WIDTH), HEIGHT),
    }
}

/// The size of a dot in a picture so many pixels high: 2 pixels where that is 720, and always whole ones; in a window
/// [`type_dot`].
pub fn dot_size(height: u32) -> f32 {
    type_dot().unwrap_or_else(|| (height as f32 / 360.0).round().max(1.0))
}

/// Returns the size of a dot for which there is room for a window's words, where a window writes them.
pub fn type_dot() -> Option<f32> {
    overlay::em().map(|em| em * TYPE_DOT)
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
    type_dot().is_some_and(|in_type| dot <= TOO_LARGE * in_type)
}

/// Whether the window writes them as a heading.
fn is_heading(dot: f32) -> bool {
    is_in_type(dot) && type_dot().is_some_and(|in_type| dot > LARGE * in_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes three words. Returns the number of their triangles, and the size of the first.
    fn write() -> (usize, Vec2) {
        let mut sheet = FlatShapes::in_pixels((200, 100));
        sheet.write("c<d", Vec2::new(40.0, 20.0), 2.0, Vec4::ONE);
        sheet.write("c<d", Vec2::ZERO, 3.0, Vec4::ONE);
        sheet.write("c<d", Vec2::ZERO, 9.0, Vec4::ONE);
        (sheet.shapes.triangles.len(), word_size("c<d", 2.0))
    }

    #[test]
    fn a_window_writes_all_but_very_large_words() {
        let (alone, size) = write();
        let ((in_scene, in_type), marks) = overlay::collect(16.0, write);
        let [Mark::Word(word), Mark::Word(large), dots @ ..] = &marks[..] else { panic!("{marks:?}") };
        assert_eq!((in_scene, 3 * dots.len() * 6, dot_size(100)), (0, alone, 1.0), "the third word is made of dots");
        let middle = Vec2::new(40.0, 20.0) + in_type / 2.0;
        assert!(large.is_heading && !word.is_heading, "{marks:?}");
        assert_eq!(word.text, "c←d");
        assert!(word.at.distance(middle / Vec2::new(100.0, 50.0) - 1.0) < 1e-6, "{word:?}");
        assert!(in_type.x < size.x && in_type.y < size.y, "{in_type} {size}");
    }

    #[test]
    fn words_below_each_other_begin_at_one_place() {
        let ((), marks) = overlay::collect(16.0, || {
            let mut sheet = FlatShapes::in_pixels((200, 100));
            sheet.write_left("il", Vec2::new(40.0, 20.0), 2.0, Vec4::ONE);
            sheet.write_left("mmmm", Vec2::new(40.0, 40.0), 2.0, Vec4::ONE);
        });
        let [Mark::Word(short), Mark::Word(long)] = &*marks else { panic!("{marks:?}") };
        assert!(short.is_left && long.is_left && short.at.x == long.at.x, "{marks:?}");
        assert!((short.at.x - (40.0 / 100.0 - 1.0)).abs() < 1e-6, "{short:?}");
    }
}
