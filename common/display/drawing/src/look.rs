//! The visible difference between two drawings of a figure.

use super::Sheet;
use super::sheet::{Align, Mark, Shape, word_width};
use glam::Vec2;

/// The side of a cell, in which a drawing has one colour: smaller distances are invisible.
const CELL: f32 = 4.0;
/// Drawings are apart if at least this fraction of the cells with something in one of them differ, and this number: so
/// the last row of a lecture hall sees it.
const PART: f32 = 0.25;
const LEAST: usize = 16;
/// Numbers below a figure differ by at least this fraction of the larger.
const NUMBER: f32 = 0.15;
/// The number of cells that a number counts for. It alone is easily overlooked.
pub(super) const READING: usize = 4;

/// The appearance of a drawing: the colours of the answers' results, and the numbers below.
pub struct Look {
    /// Colours in rows; 0 if the cell is empty.
    cells: Vec<u32>,
    /// Cells in a row.
    width: usize,
    numbers: Vec<f32>,
}

impl Look {
    /// Returns whether two drawings are easily told apart. The numbers below a figure are too small to count.
    pub fn is_apart(&self, other: &Look) -> bool {
        let differing = self.cells_missing_in(other) + other.cells_missing_in(self);
        let coloured = self.count_coloured().max(other.count_coloured());
        differing >= LEAST && differing as f32 >= PART * coloured as f32
    }

    fn count_coloured(&self) -> usize {
        self.cells.iter().filter(|color| **color != 0).count()
    }

    /// Returns the number of cells in which two drawings differ. A different number below the figure counts as [`READING`]
    /// cells.
    pub(super) fn difference(&self, other: &Look) -> usize {
        self.cells_missing_in(other) + other.cells_missing_in(self) + READING * self.count_different_numbers(other)
    }

    /// Returns the number of coloured cells whose colour `other` has neither in that cell nor in a neighbour of it.
    fn cells_missing_in(&self, other: &Look) -> usize {
        let mut count = 0;
        for (index, &color) in self.cells.iter().enumerate() {
            let rows = [index.wrapping_sub(self.width), index, index + self.width];
            let mut near = rows.into_iter().flat_map(|row| [row.wrapping_sub(1), row, row + 1]);
            if color != 0 && !near.any(|cell| other.cells.get(cell) == Some(&color)) {
                count += 1;
            }
        }
        count
    }

    /// Returns how many of the numbers below the figures differ visibly, or are in one figure only.
    fn count_different_numbers(&self, other: &Look) -> usize {
        let mut count = self.numbers.len().abs_diff(other.numbers.len());
        for (a, b) in self.numbers.iter().zip(&other.numbers) {
            let differ = match (a.is_finite(), b.is_finite()) {
                (true, true) => (a - b).abs() > (NUMBER * a.abs().max(b.abs())).max(0.01),
                (a, b) => a != b,
            };
            count += usize::from(differ);
        }
        count
    }
}

impl Sheet {
    /// Returns the sheet's appearance: the results of answers drawn into a coarse grid, and the readings.
    pub fn look(&self) -> Look {
        let Vec2 { x, y } = (self.size / CELL).floor() + 1.0;
        let mut cells = Cells { colors: vec![0; x as usize * y as usize], width: x as usize, size: self.size };
        for Mark { shape, color, .. } in self.marks.iter().filter(|mark| mark.is_answer) {
            match shape {
                Shape::Line(points, _) => points.windows(2).for_each(|pair| cells.line(pair[0], pair[1], *color)),
                Shape::Area(corners, opacity) => {
                    let middle = corners.iter().sum::<Vec2>() / corners.len() as f32;
                    let next = corners.iter().cycle().skip(1);
                    for (from, to) in corners.iter().zip(next) {
                        // Its edges, and, if it is opaque, lines to its middle.
                        cells.line(*from, *to, *color);
                        if *opacity == 1.0 {
                            cells.line(*from, middle, *color);
                        }
                    }
                }
                Shape::Disc(center, radius) | Shape::Ring(center, radius) => {
                    let steps = 8 + (radius * 2.0).min(400.0) as usize;
                    for step in 0..steps {
                        let side = Vec2::from_angle(step as f32 / steps as f32 * std::f32::consts::TAU) * *radius;
                        cells.set(*center + side, *color);
                        if matches!(shape, Shape::Disc(..)) {
                            cells.set(*center + side * 0.5, *color);
                        }
                    }
                }
                // Another word has another colour. An error may say what it says in any words.
                Shape::Word(position, align, word) => {
                    let word = match word.split_once(": ") {
                        Some((kind, _)) if kind.starts_with("Err") => kind,
                        _ => word,
                    };
                    let width = word_width(word);
                    let before = match align {
                        Align::Left => 0.0,
                        Align::Middle => 0.5,
                        Align::Right => 1.0,
                    };
                    let start = *position - before * width * Vec2::X;
                    let hash = word.bytes().fold(*color, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
                    cells.line(start, start + width * Vec2::X, hash);
                }
            }
        }
        let numbers = self.readings().iter().map(|reading| reading.value).collect();
        Look { cells: cells.colors, width: cells.width, numbers }
    }
}

struct Cells {
    colors: Vec<u32>,
    /// Cells in a row.
    width: usize,
    size: Vec2,
}

impl Cells {
    fn set(&mut self, position: Vec2, color: u32) {
        if position.cmpge(Vec2::ZERO).all() && position.cmple(self.size).all() {
            let Vec2 { x, y } = (position / CELL).floor();
            self.colors[y as usize * self.width + x as usize] = color.max(1);
        }
    }

    /// Sets the cells of a line, a pixel apart; far outside the sheet nothing is visible.
    fn line(&mut self, from: Vec2, to: Vec2, color: u32) {
        let steps = from.distance(to).min(4000.0).ceil().max(1.0);
        for step in 0..=steps as usize {
            self.set(from.lerp(to, step as f32 / steps), color);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Ink;

    /// Returns the look of a sheet with these results of an answer.
    pub(crate) fn look_of(draw: impl Fn(&mut Sheet)) -> Look {
        let mut sheet = Sheet::new("05.2", [200.0, 100.0], &[], Vec::new());
        sheet.line(&[Vec2::ZERO, Vec2::new(100.0, 100.0)], Ink::Given);
        sheet.answered();
        draw(&mut sheet);
        sheet.look()
    }

    /// Returns the look of an upright line at `x` with a number below.
    fn upright_look(x: f32, number: f32) -> Look {
        look_of(|sheet| {
            sheet.line(&[Vec2::new(x, 0.0), Vec2::new(x, 100.0)], Ink::Answer);
            sheet.reading("n", number, "");
        })
    }

    #[test]
    fn what_lies_elsewhere_is_apart_and_what_is_a_hair_beside_it_is_not() {
        let first = upright_look(20.0, 1.0);
        for (x, number, is_apart) in [(20.0, 1.0, false), (23.0, 1.1, false), (40.0, 1.0, true), (20.0, 1.3, false)] {
            let other = upright_look(x, number);
            assert_eq!((first.is_apart(&other), other.is_apart(&first)), (is_apart, is_apart), "{x} {number}");
        }
    }

    /// Another position, colour, word or number makes a difference.
    #[test]
    fn what_is_seen_counts() {
        let [line, same, other] = [Ink::Answer, Ink::Answer, Ink::MODEL]
            .map(|ink| look_of(|sheet| sheet.line(&[Vec2::ZERO, Vec2::new(99.0, 50.0)], ink)));
        assert_eq!(line.difference(&same), 0);
        assert!(line.difference(&other) > LEAST);
        let [joint, bone] = ["a joint", "a bone!"]
            .map(|text| look_of(|sheet| sheet.word(Vec2::new(50.0, 50.0), Align::Middle, text, Ink::Given)));
        assert!(joint.difference(&bone) > LEAST);
        let [plain, other, wrong] = [("found 15", "15"), ("15 numbers are too few", "15"), ("too few", "15")]
            .map(|(error, word)| look_of(|sheet| sheet.error(Vec2::new(20.0, 50.0), error, word)));
        assert_eq!(plain.difference(&other), 0);
        assert!(plain.difference(&wrong) > LEAST);
        let [one, more] = [1.0, 1.5].map(|value| look_of(|sheet| sheet.reading("x", value, "")));
        assert_eq!(one.difference(&more), READING);
    }
}
