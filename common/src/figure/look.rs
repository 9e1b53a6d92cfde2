//! How much two drawings of a figure differ to the eye.

use super::Sheet;
use super::sheet::{Align, Mark, Shape, TEXT};
use glam::Vec2;

/// The side of a cell in which a drawing has one colour: what is nearer to each other is the same to the eye.
const CELL: f32 = 4.0;
/// Of the cells with something in one of two drawings, at least this fraction, and so many, differ to the last row of a
/// lecture hall.
const PART: f32 = 0.25;
const LEAST: usize = 16;
/// Numbers below a figure differ from this on, as a fraction of the larger.
const NUMBER: f32 = 0.15;
/// How many cells a number counts for. It alone is easily overlooked.
const READING: usize = 4;

/// What a drawing looks like: the colours of what the answers gave, and the numbers below.
pub struct Look {
    /// In rows; 0 where there is nothing.
    cells: Vec<u32>,
    /// Cells in a row.
    width: usize,
    numbers: Vec<f32>,
}

impl Look {
    /// Whether nobody takes one for the other: enough lies elsewhere. A number below is too small to be seen.
    pub fn is_apart(&self, other: &Look) -> bool {
        let differ = self.missing(other) + other.missing(self);
        let count = |look: &Look| look.cells.iter().filter(|color| **color != 0).count();
        let all = count(self).max(count(other));
        differ >= LEAST && differ as f32 >= PART * all as f32
    }

    /// In how many cells two differ, a number below the figure being worth a few.
    pub(super) fn difference(&self, other: &Look) -> usize {
        self.missing(other) + other.missing(self) + READING * self.numbers(other)
    }

    /// How many of its cells have no like in another drawing, in the same place or beside it.
    fn missing(&self, other: &Look) -> usize {
        let has = |place: usize, color: u32| {
            let near = |step: usize| [place.wrapping_sub(step), place, place + step];
            let mut all = near(self.width).into_iter().flat_map(|row| [row.wrapping_sub(1), row, row + 1]);
            all.any(|place| other.cells.get(place) == Some(&color))
        };
        self.cells.iter().enumerate().filter(|&(place, &color)| color != 0 && !has(place, color)).count()
    }

    /// How many numbers differ.
    fn numbers(&self, other: &Look) -> usize {
        let differs = |(a, b): (&f32, &f32)| match (a.is_finite(), b.is_finite()) {
            (true, true) => (a - b).abs() > (NUMBER * a.abs().max(b.abs())).max(0.01),
            (a, b) => a != b,
        };
        let pairs = self.numbers.iter().zip(&other.numbers);
        self.numbers.len().abs_diff(other.numbers.len()) + pairs.filter(|pair| differs(*pair)).count()
    }
}

impl Sheet {
    /// What this drawing looks like.
    pub fn look(&self) -> Look {
        let Vec2 { x, y } = (self.size / CELL).floor() + 1.0;
        let (width, height) = (x as usize, y as usize);
        let mut cells = vec![0; width * height];
        let mut set = |at: Vec2, color: u32| {
            if at.cmpge(Vec2::ZERO).all() && at.cmple(self.size).all() {
                let Vec2 { x, y } = (at / CELL).floor();
                cells[y as usize * width + x as usize] = color.max(1);
            }
        };
        for Mark { shape, color, .. } in self.marks.iter().filter(|mark| mark.is_answer) {
            match shape {
                Shape::Line(points, _) => {
                    points.windows(2).for_each(|pair| along(pair[0], pair[1], |at| set(at, *color)));
                }
                Shape::Area(corners, is_solid) => {
                    let next = corners.iter().cycle().skip(1);
                    for (from, to) in corners.iter().zip(next) {
                        // Its edges, and, where it is solid, lines to its middle.
                        along(*from, *to, |at| set(at, *color));
                        if *is_solid {
                            let middle = corners.iter().sum::<Vec2>() / corners.len() as f32;
                            along(*from, middle, |at| set(at, *color));
                        }
                    }
                }
                Shape::Disc(at, radius) | Shape::Ring(at, radius) => {
                    let is_disc = matches!(shape, Shape::Disc(..));
                    let steps = 8 + (radius * 2.0).min(400.0) as usize;
                    for step in 0..steps {
                        let side = Vec2::from_angle(step as f32 / steps as f32 * std::f32::consts::TAU) * *radius;
                        set(*at + side, *color);
                        if is_disc {
                            set(*at + side * 0.5, *color);
                        }
                    }
                }
                // Another word in its place is another colour.
                Shape::Word(at, align, word) => {
                    let width = 0.5 * TEXT * word.chars().count() as f32;
                    let before = match align {
                        Align::Left => 0.0,
                        Align::Middle => 0.5,
                        Align::Right => 1.0,
                    };
                    let at = *at - before * width * Vec2::X;
                    let hash = word.bytes().fold(*color, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
                    along(at, at + width * Vec2::X, |at| set(at, hash));
                }
            }
        }
        Look { cells, width, numbers: self.readings().iter().map(|reading| reading.value).collect() }
    }
}

/// Calls `set` for each place of a line, a pixel apart; far outside the sheet there is nothing to be seen.
fn along(from: Vec2, to: Vec2, mut set: impl FnMut(Vec2)) {
    let steps = from.distance(to).min(4000.0).ceil().max(1.0);
    (0..=steps as usize).for_each(|step| set(from.lerp(to, step as f32 / steps)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{Figure, Ink, Parameter};
    use given::Course;

    const PARAMETERS: &[Parameter] = &[Parameter::new("x", [0.0, 100.0], 0.0), Parameter::new("n", [0.0, 100.0], 0.0)];

    fn look(x: f32, reading: f32) -> Look {
        let draw = |sheet: &mut Sheet, _: &Course| {
            let [x, number] = sheet.values();
            sheet.line(&[Vec2::ZERO, Vec2::new(100.0, 100.0)], Ink::Given);
            sheet.answered();
            sheet.line(&[Vec2::new(x, 0.0), Vec2::new(x, 100.0)], Ink::Answer);
            sheet.reading("n", number, "");
            Ok(())
        };
        Figure { name: "05.2", size: [100.0, 100.0], parameters: PARAMETERS, shown: &[], draw }
            .sheet(&[x, reading], &Course::UNUSABLE)
            .expect("it calls no answer")
            .look()
    }

    #[test]
    fn what_lies_elsewhere_is_apart_and_what_is_a_hair_beside_it_is_not() {
        let first = look(20.0, 1.0);
        for (x, number, is_apart) in [(20.0, 1.0, false), (23.0, 1.1, false), (40.0, 1.0, true), (20.0, 1.3, false)] {
            let other = look(x, number);
            assert_eq!((first.is_apart(&other), other.is_apart(&first)), (is_apart, is_apart), "{x} {number}");
        }
    }

    /// What is elsewhere, of another colour, another word or another number is something.
    #[test]
    fn what_is_seen_counts() {
        let look = |draw: &dyn Fn(&mut Sheet)| {
            let mut sheet = Sheet::new("05.2", [200.0, 100.0], &[], Vec::new());
            sheet.answered();
            draw(&mut sheet);
            sheet.look()
        };
        let line = |ink| look(&move |sheet: &mut Sheet| sheet.line(&[Vec2::ZERO, Vec2::new(99.0, 50.0)], ink));
        assert_eq!(line(Ink::Answer).difference(&line(Ink::Answer)), 0);
        assert!(line(Ink::Answer).difference(&line(Ink::MODEL)) > LEAST);
        let at = Vec2::new(50.0, 50.0);
        let word = |text: &'static str| look(&move |sheet| sheet.word(at, Align::Middle, text, Ink::Given));
        assert!(word("a joint").difference(&word("a bone!")) > LEAST);
        let reading = |value| look(&move |sheet| sheet.reading("x", value, ""));
        assert_eq!(reading(1.0).difference(&reading(1.5)), READING);
    }
}
