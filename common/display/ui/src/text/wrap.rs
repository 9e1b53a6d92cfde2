//! Line breaking: spans into runs at their places. The unit is the height of ordinary text.

use crate::text::formula::{MathBox, Part};
use crate::text::markdown::{Span, Style};
use std::rc::Rc;

/// Measures of words and formulas.
pub trait Faces {
    /// The width of a text.
    fn width(&self, text: &str, style: Style) -> f32;
    /// A formula, in the pieces that it may be broken into.
    fn formula(&self, tex: &str, style: Style) -> Rc<[Part]>;
}

/// Measures of a text without formulas.
impl<F: Fn(&str) -> f32> Faces for F {
    fn width(&self, text: &str, _: Style) -> f32 {
        self(text)
    }

    fn formula(&self, _: &str, _: Style) -> Rc<[Part]> {
        Rc::from([])
    }
}

/// The height of a line, and how far its baseline lies below its upper edge.
const LINE: f32 = 1.3;
const ASCENT: f32 = 0.8;

/// A piece of a line. It is broken only if it is longer than a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// One or more letters.
    Text(Span),
    /// A formula, or a part of one.
    Formula(MathBox),
}

/// Pieces in their lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wrapped {
    /// Each with how far it is from the left, and its line.
    pub runs: Vec<(Piece, f32, usize)>,
    /// Distances of the lines' baselines from the top.
    pub baselines: Vec<f32>,
    /// Width of the longest line.
    pub width: f32,
    /// Height of all lines.
    pub height: f32,
}

impl Wrapped {
    fn add(&mut self, piece: Piece, x: f32, width: f32, line: usize) {
        self.runs.push((piece, x, line));
        self.width = self.width.max(x + width);
    }

    /// Sets baselines and height. A line is as high as a line of text, or as the highest formula in it.
    fn place_lines(&mut self) {
        let lines = self.runs.last().map_or(0, |(.., line)| line + 1);
        for line in 0..lines {
            let formulas = self.runs.iter().filter(|run| run.2 == line).filter_map(|(piece, ..)| match piece {
                Piece::Formula(formula) => Some(formula),
                Piece::Text(_) => None,
            });
            let (above, below) = formulas.fold((ASCENT, LINE - ASCENT), |(above, below), formula| {
                (above.max(formula.above + 0.1), below.max(formula.below + 0.2))
            });
            self.baselines.push(self.height + above);
            self.height += above + below;
        }
    }
}

/// Breaks spans into lines no wider than `width`, at spaces, and in formulas between their parts. A word wider than a line is
/// broken at any letter.
pub fn wrap(spans: &[Span], width: f32, faces: &impl Faces) -> Wrapped {
    let mut wrapped = Wrapped::default();
    let mut x = 0.0f32;
    let mut line = 0;
    for Word { pieces, gap } in split_words(spans, faces) {
        let widths = pieces.iter().map(|piece| match piece {
            Piece::Text(span) => faces.width(&span.text, span.style),
            Piece::Formula(formula) => formula.width,
        });
        let word_width: f32 = widths.sum();
        if x > 0.0 && x + gap + word_width > width {
            x = 0.0;
            line += 1;
        } else if x > 0.0 {
            x += gap;
        }
        for piece in pieces {
            let Span { text, style } = match piece {
                Piece::Text(span) => span,
                Piece::Formula(formula) => {
                    let width = formula.width;
                    wrapped.add(Piece::Formula(formula), x, width, line);
                    x += width;
                    continue;
                }
            };
            let mut left = text.as_str();
            while !left.is_empty() {
                // A word that fits is not measured again in pieces, whose sum may be rounded differently.
                let fits = if word_width <= width {
                    left.len()
                } else {
                    fitting(left, width - x, |text| faces.width(text, style))
                };
                // A line takes one character at least.
                let fits = if fits == 0 && x == 0.0 { first_char(left) } else { fits };
                if fits > 0 {
                    let (text, rest) = left.split_at(fits);
                    let width = faces.width(text, style);
                    wrapped.add(Piece::Text(Span { text: text.into(), style }), x, width, line);
                    x += width;
                    left = rest;
                }
                if !left.is_empty() {
                    x = 0.0;
                    line += 1;
                }
            }
        }
    }
    wrapped.place_lines();
    wrapped
}

/// Returns the number of bytes of a text that are no wider than `width`.
fn fitting(text: &str, width: f32, measure: impl Fn(&str) -> f32) -> usize {
    if measure(text) <= width {
        return text.len();
    }
    let ends = text.char_indices().map(|(at, _)| at);
    ends.take_while(|&end| measure(&text[..end]) <= width).last().unwrap_or(0)
}

fn first_char(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

/// Breaks preformatted lines longer than `columns` characters, at a space in the second half, or else after a bracket.
/// Continued lines are indented, and a comment behind code that is too long moves above the code.
pub fn wrap_code(lines: &[String], columns: usize) -> Vec<String> {
    let columns = columns.max(12);
    let mut broken = Vec::new();
    for line in lines {
        let parts = match line.split_once(" // ") {
            Some((code, comment)) if line.chars().count() > columns => {
                vec![format!("// {comment}"), code.trim_end().to_owned()]
            }
            _ => vec![line.clone()],
        };
        for mut left in parts {
            let indent = if left.starts_with("// ") { "// " } else { "    " };
            while left.chars().count() > columns {
                let most = left.char_indices().nth(columns).map_or(left.len(), |(at, _)| at);
                let space = left[..most].rfind(' ').filter(|&at| at > most / 2);
                let bracket = left[..most].rfind('(').map(|at| at + 1).filter(|&end| end > most / 4);
                let end = space.or(bracket).unwrap_or(most);
                let rest = format!("{indent}{}", left[end..].trim_start());
                left.truncate(end);
                broken.push(left.trim_end().to_owned());
                left = rest;
            }
            broken.push(left);
        }
    }
    broken
}

/// Pieces that stay on one line: "`code`," is one word in two styles.
struct Word {
    pieces: Vec<Piece>,
    /// Space before it, unless it begins a line.
    gap: f32,
}

/// Splits spans at spaces, and formulas into their parts.
fn split_words(spans: &[Span], faces: &impl Faces) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    // Space before the next piece; `None` if the piece belongs to the last word.
    let mut gap = Some(0.0);
    for span in spans {
        if let Style::Formula | Style::Displayed = span.style {
            for (place, part) in faces.formula(&span.text, span.style).iter().enumerate() {
                if place > 0 {
                    gap = Some(part.gap);
                }
                add_piece(&mut words, Piece::Formula(part.body.clone()), gap.take());
            }
            continue;
        }
        for piece in span.text.split_inclusive(' ') {
            let bare = piece.trim_end_matches(' ');
            if !bare.is_empty() {
                let piece = Piece::Text(Span { text: bare.into(), style: span.style });
                add_piece(&mut words, piece, gap.take());
            }
            if piece.ends_with(' ') {
                gap = Some(faces.width(" ", Style::Plain));
            }
        }
    }
    words
}

/// Adds a piece as a new word after a gap, or, without a gap, to the last word.
fn add_piece(words: &mut Vec<Word>, piece: Piece, gap: Option<f32>) {
    match (gap, words.last_mut()) {
        (None, Some(word)) => word.pieces.push(piece),
        (gap, _) => words.push(Word { pieces: vec![piece], gap: gap.unwrap_or_default() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::markdown::{Block, blocks};

    /// Letters are 1 wide. A formula is cut at its spaces, and a word of it is as high as it is wide.
    struct Cells;

    impl Faces for Cells {
        fn width(&self, text: &str, _: Style) -> f32 {
            text.chars().count() as f32
        }

        fn formula(&self, tex: &str, _: Style) -> Rc<[Part]> {
            tex.split(' ')
                .map(|word: &str| {
                    let width = self.width(word, Style::Plain);
                    Part { gap: 1.0, body: MathBox { width, above: width, ..MathBox::default() } }
                })
                .collect()
        }
    }

    fn wrapped(text: &str, width: f32) -> Wrapped {
        let blocks = blocks(text);
        let spans = match blocks.first() {
            Some(Block::Paragraph(spans)) => spans.as_slice(),
            _ => &[],
        };
        wrap(spans, width, &Cells)
    }

    /// The rounding of sums must not break a word that fills its line exactly.
    #[test]
    fn a_word_that_fits_in_a_line_stays_whole() {
        let text = "three weights against the height, from 0 on the left to 1 on the right: the tail keeps the rest";
        let spans = [Span { text: text.into(), style: Style::Plain }];
        for width in 80..400 {
            for (piece, ..) in wrap(&spans, width as f32 * 0.01, &|text: &str| text.chars().count() as f32 * 0.1).runs {
                let Piece::Text(span) = piece else { continue };
                assert!(text.split(' ').any(|word| word == span.text), "{width}: {}", span.text);
            }
        }
    }

    /// Returns the lines of a wrapped text, with an F for each unit of a formula's width.
    fn lines(text: &str, width: f32) -> Vec<String> {
        let Wrapped { runs, baselines, .. } = wrapped(text, width);
        let mut lines = vec![String::new(); baselines.len()];
        for (piece, x, line) in runs {
            let line = &mut lines[line];
            while (line.chars().count() as f32) < x {
                line.push(' ');
            }
            match piece {
                Piece::Text(span) => line.push_str(&span.text),
                Piece::Formula(formula) => line.push_str(&"F".repeat(formula.width as usize)),
            }
        }
        lines
    }

    #[test]
    fn lines_are_broken_at_spaces() {
        assert_eq!(lines("one two three", 8.0), ["one two", "three"]);
        assert_eq!(lines("one", 1.0), ["o", "n", "e"], "a word that does not fit");
        assert_eq!(lines("a enormous b", 4.0), ["a", "enor", "mous", "b"]);
        assert_eq!(lines("", 4.0), [""; 0]);
    }

    #[test]
    fn formulas_are_broken_where_they_may_be() {
        assert_eq!(lines("so $a= b$.", 20.0), ["so FF F."]);
        assert_eq!(lines("so $a= b$.", 5.0), ["so FF", "F."], "the full stop stays with it");
        assert_eq!(lines("($a$) b", 4.0), ["(F)", "b"]);
        assert_eq!(lines("$abcdef$", 4.0), ["FFFFFF"], "not within a part");
    }

    #[test]
    fn a_high_formula_makes_its_line_higher() {
        let Wrapped { baselines, height, .. } = wrapped("a $bcd$ efghij k", 6.0);
        assert_eq!(baselines, [3.1, 3.1 + (LINE - ASCENT) + ASCENT, 3.1 + 2.0 * LINE]);
        assert_eq!(height, baselines[2] + (LINE - ASCENT));
    }

    #[test]
    fn code_is_continued_indented() {
        let code = ["let x = 1;".to_owned(), "<matrix>1 0 0 0 0 1 0 0</matrix>".into()];
        let want = ["let x = 1;", "<matrix>1 0 0 0", "    0 1 0", "    0</matrix>"];
        assert_eq!(wrap_code(&code, 16), want);
        assert_eq!(wrap_code(&["a".repeat(30)], 20), ["a".repeat(20), format!("    {}", "a".repeat(10))]);
        assert_eq!(
            wrap_code(&["Mat4::from_cols(x.extend(..), ..)".into()], 24),
            ["Mat4::from_cols(", "    x.extend(..), ..)"]
        );
        let code = ["in vec3 p;   // in the joint's own space".to_owned(), "in vec3 p; // mine".into()];
        assert_eq!(wrap_code(&code, 20), ["// in the joint's", "// own space", "in vec3 p;", "in vec3 p; // mine"]);
    }

    #[test]
    fn a_style_does_not_break_a_word() {
        assert_eq!(lines("see `poses`, now", 8.0), ["see", "poses,", "now"]);
        assert_eq!(lines("**a** b", 9.0), ["a b"]);
    }
}
