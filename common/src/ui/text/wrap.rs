//! Line breaking: spans into runs of text at their places.

use crate::ui::text::markdown::{Span, Style};

/// Text in one style at its place, from the upper left corner of the block.
#[derive(Clone, Debug, PartialEq)]
pub struct TextRun {
    /// One or more words.
    pub text: String,
    /// How they look.
    pub style: Style,
    /// How far from the left.
    pub x: f32,
    /// Which line.
    pub line: usize,
}

/// Breaks spans into lines no wider than `width`, at spaces; `measure` tells how wide a text is. A
/// word that is wider than a line is broken anywhere. Also says how many lines there are.
pub fn wrap(spans: &[Span], width: f32, measure: impl Fn(&str, Style) -> f32) -> (Vec<TextRun>, usize) {
    let mut runs: Vec<TextRun> = Vec::new();
    let (mut x, mut line) = (0.0f32, 0);
    for word in words(spans) {
        let word_width: f32 = word.pieces.iter().map(|p| measure(&p.text, p.style)).sum();
        let gap = if word.after_space { measure(" ", Style::Plain) } else { 0.0 };
        if x > 0.0 && x + gap + word_width > width {
            x = 0.0;
            line += 1;
        } else if x > 0.0 {
            x += gap;
        }
        for piece in word.pieces {
            let mut left = piece.text.as_str();
            while !left.is_empty() {
                let fits = fitting(left, width - x, |text| measure(text, piece.style));
                // A line takes one character at least.
                let fits = if fits == 0 && x == 0.0 { first_char(left) } else { fits };
                if fits > 0 {
                    let (text, rest) = left.split_at(fits);
                    runs.push(TextRun { text: text.into(), style: piece.style, x, line });
                    x += measure(text, piece.style);
                    left = rest;
                }
                if !left.is_empty() {
                    x = 0.0;
                    line += 1;
                }
            }
        }
    }
    let lines = if runs.is_empty() { 0 } else { line + 1 };
    (runs, lines)
}

/// How many bytes of a text are no wider than `width`.
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

/// Preformatted lines, each broken into as many as it needs at `columns` characters: at a space if there is one in
/// its second half. What is continued is indented.
pub fn wrap_code(lines: &[String], columns: usize) -> Vec<String> {
    const INDENT: &str = "    ";
    let mut broken = Vec::new();
    for line in lines {
        let mut left = line.clone();
        while left.chars().count() > columns.max(12) {
            let most = left.char_indices().nth(columns.max(12)).map_or(left.len(), |(at, _)| at);
            let space = left[..most].rfind(' ').filter(|&at| at > most / 2);
            let end = space.unwrap_or(most);
            let rest = format!("{INDENT}{}", left[end..].trim_start());
            left.truncate(end);
            broken.push(left.trim_end().to_owned());
            left = rest;
        }
        broken.push(left);
    }
    broken
}

/// What may not be broken: "`code`," is one word in two styles.
struct Word {
    pieces: Vec<Span>,
    after_space: bool,
}

fn words(spans: &[Span]) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut space = true;
    for Span { text, style } in spans {
        for piece in text.split_inclusive(' ') {
            let bare = piece.trim_end_matches(' ');
            if !bare.is_empty() {
                let piece = Span { text: bare.into(), style: *style };
                match words.last_mut() {
                    Some(word) if !space => word.pieces.push(piece),
                    _ => words.push(Word { pieces: vec![piece], after_space: space }),
                }
                space = false;
            }
            space |= piece.ends_with(' ');
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::text::markdown::{Block, blocks};

    fn lines(text: &str, width: f32) -> Vec<String> {
        let blocks = blocks(text);
        let spans = match blocks.first() {
            Some(Block::Paragraph(spans)) => spans.as_slice(),
            _ => &[],
        };
        let (runs, count) = wrap(spans, width, |text, _| text.chars().count() as f32);
        let mut lines = vec![String::new(); count];
        for piece in &runs {
            let line = &mut lines[piece.line];
            while (line.chars().count() as f32) < piece.x {
                line.push(' ');
            }
            line.push_str(&piece.text);
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
    fn code_is_continued_indented() {
        let code = ["let x = 1;".to_owned(), "<matrix>1 0 0 0 0 1 0 0</matrix>".into()];
        let want = ["let x = 1;", "<matrix>1 0 0 0", "    0 1 0", "    0</matrix>"];
        assert_eq!(wrap_code(&code, 16), want);
        assert_eq!(wrap_code(&["a".repeat(30)], 20), ["a".repeat(20), format!("    {}", "a".repeat(10))]);
    }

    #[test]
    fn a_style_does_not_break_a_word() {
        assert_eq!(lines("see `poses`, now", 8.0), ["see", "poses,", "now"]);
        assert_eq!(lines("**a** b", 9.0), ["a b"]);
    }
}
