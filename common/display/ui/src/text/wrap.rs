//! Line breaking: spans into runs at their places. The unit is the height of ordinary text.

use crate::text::markdown::{Span, Style};

/// Height of a line.
const LINE: f32 = 1.3;
/// Distance of a line's baseline from its upper edge.
const ASCENT: f32 = 0.8;

/// A word in one style, or a part of it, at its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub span: Span,
    /// Distance from the left.
    pub x: f32,
    pub line: usize,
}

impl Run {
    /// Returns the distance of the baseline from the top of the text.
    pub fn baseline(&self) -> f32 {
        self.line as f32 * LINE + ASCENT
    }
}

/// Returns the height of all lines.
pub fn height(runs: &[Run]) -> f32 {
    runs.last().map_or(0.0, |run| (run.line + 1) as f32 * LINE)
}

/// Breaks spans into lines no wider than `width`, at spaces. A word wider than a line is broken at any letter. `measure`
/// returns the width of a text.
pub fn wrap(spans: &[Span], width: f32, measure: impl Fn(&str, Style) -> f32) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut x = 0.0f32;
    let mut line = 0;
    for Word { pieces, spaces } in split_words(spans) {
        let word_width: f32 = pieces.iter().map(|(text, style)| measure(text, *style)).sum();
        let gap = spaces as f32 * measure(" ", Style::Plain);
        if x > 0.0 && x + gap + word_width > width {
            x = 0.0;
            line += 1;
        } else if x > 0.0 {
            x += gap;
        }
        for (text, style) in pieces {
            let mut left = text;
            while !left.is_empty() {
                // A word that fits is not measured again in pieces, whose sum may be rounded differently.
                let fits = if word_width <= width {
                    left.len()
                } else {
                    fitting(left, width - x, |text| measure(text, style))
                };
                // A line takes one character at least.
                let fits = if fits == 0 && x == 0.0 { first_char(left) } else { fits };
                if fits > 0 {
                    let (text, rest) = left.split_at(fits);
                    let width = measure(text, style);
                    runs.push(Run { span: Span { text: text.into(), style }, x, line });
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
    runs
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

/// Breaks preformatted lines longer than `columns` characters, at a space where there is one. Continued lines are indented, and
/// a comment is one on each line.
pub fn wrap_code(lines: &[String], columns: usize) -> Vec<String> {
    let columns = columns.max(12);
    let mut broken = Vec::new();
    for line in lines {
        let mut left = line.clone();
        while let Some((limit, _)) = left.char_indices().nth(columns) {
            let is_comment = left.trim_start().starts_with("//");
            let space = left[..limit].rfind(' ').filter(|space| *space > limit / 2);
            let rest = left.split_off(space.unwrap_or(limit));
            broken.push(left);
            left = format!("{}{}", if is_comment { "// " } else { "    " }, rest.trim_start());
        }
        broken.push(left);
    }
    broken
}

/// Pieces that stay on one line: "`code`," is one word in two styles.
struct Word<'a> {
    pieces: Vec<(&'a str, Style)>,
    /// Number of spaces before it, unless it begins a line.
    spaces: usize,
}

fn split_words(spans: &[Span]) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut spaces = 0;
    for Span { text, style } in spans {
        for piece in text.split_inclusive(' ') {
            let bare = piece.trim_end_matches(' ');
            match words.last_mut() {
                _ if bare.is_empty() => {}
                Some(word) if spaces == 0 => word.pieces.push((bare, *style)),
                _ => words.push(Word { pieces: vec![(bare, *style)], spaces: std::mem::take(&mut spaces) }),
            }
            spaces += piece.len() - bare.len();
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::markdown::{Block, blocks};

    /// The rounding of sums must not break a word that fills its line exactly.
    #[test]
    fn a_word_that_fits_in_a_line_stays_whole() {
        let text = "three weights against the height, from 0 on the left to 1 on the right: the tail keeps the rest";
        let spans = [Span { text: text.into(), style: Style::Plain }];
        for width in 80..400 {
            let wrapped = wrap(&spans, width as f32 * 0.01, |text, _| text.chars().count() as f32 * 0.1);
            for Run { span, .. } in wrapped {
                assert!(text.split(' ').any(|word| word == span.text), "{width}: {}", span.text);
            }
        }
    }

    /// Returns the lines of a wrapped paragraph, of letters that are 1 wide.
    fn lines(markdown: &str, width: f32) -> Vec<String> {
        let blocks = blocks(markdown);
        let Some(Block::Paragraph(spans)) = blocks.first() else { return Vec::new() };
        let mut lines = Vec::new();
        for Run { span, x, line } in wrap(spans, width, |text, _| text.chars().count() as f32) {
            lines.resize(line + 1, String::new());
            while (lines[line].chars().count() as f32) < x {
                lines[line].push(' ');
            }
            lines[line] += &span.text;
        }
        lines
    }

    #[test]
    fn lines_are_broken_at_spaces() {
        assert_eq!(lines("one two three", 8.0), ["one two", "three"]);
        assert_eq!(lines("one", 1.0), ["o", "n", "e"], "a word that does not fit");
        assert_eq!(lines("a enormous b", 4.0), ["a", "enor", "mous", "b"]);
        assert_eq!(lines("", 4.0), [""; 0]);
        assert_eq!(lines("so $a = b$.", 6.0), ["so a =", "b."], "a formula is words");
    }

    #[test]
    fn code_is_continued_indented() {
        for (line, broken) in [
            ("let x = 1;", &["let x = 1;"][..]),
            ("<matrix>1 0 0 0 0 1 0 0</matrix>", &["<matrix>1 0 0 0", "    0 1 0", "    0</matrix>"]),
            ("// in the joint's own space", &["// in the", "// joint's own", "// space"]),
            ("aaaaaaaaaaaaaaaaaaaa", &["aaaaaaaaaaaaaaaa", "    aaaa"]),
        ] {
            assert_eq!(wrap_code(&[line.into()], 16), broken);
        }
    }

    #[test]
    fn a_style_does_not_break_a_word() {
        assert_eq!(lines("see `poses`, now", 8.0), ["see", "poses,", "now"]);
        assert_eq!(lines("**a** b", 9.0), ["a b"]);
    }
}
