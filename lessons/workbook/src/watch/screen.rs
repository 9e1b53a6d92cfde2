//! The text of the `watch` screen: the last report in rows that fit the terminal. The module `terminal` draws them.

use crate::check::cards;
use verdict::{Status, Verdict};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// The title and the status line.
    Bar,
    Plain,
    Good,
    Bad,
    /// A TODO that is not started, or not checked.
    Dim,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Text without control characters, at most as wide as the screen.
    pub(super) text: String,
    pub(super) style: Style,
}

#[derive(Default)]
pub(super) struct View {
    /// `Lesson 03, Joint lines`.
    pub(super) title: String,
    /// The status: `checking ...`, `checked in 0.6 s`.
    pub(super) doing: String,
    /// The verdict on each TODO.
    pub(super) verdicts: Vec<Verdict>,
    /// rustc's warnings, or an error instead of verdicts.
    pub(super) messages: Vec<String>,
    /// Number of rows scrolled away at the top.
    pub(super) scroll: usize,
}

const KEYS: &str = "q quit   r check again   arrows scroll";

impl View {
    /// Returns exactly `height` rows of at most `width` characters. Keeps `scroll` inside the text.
    pub(super) fn rows(&mut self, width: usize, height: usize) -> Vec<Row> {
        let body = self.report_rows(width);
        let room = height.saturating_sub(2);
        self.scroll = self.scroll.min(body.len().saturating_sub(room));
        let more = body.len().saturating_sub(self.scroll + room);
        let below = if more > 0 { format!("   {more} more lines below") } else { String::new() };
        let mut rows = vec![bar(&self.title, width)];
        rows.extend(body.into_iter().skip(self.scroll).take(room));
        let empty = Row { text: String::new(), style: Style::Plain };
        rows.resize(height.saturating_sub(1).max(1), empty);
        rows.push(bar(&format!("{}   {KEYS}{below}", self.doing), width));
        rows.truncate(height);
        rows
    }

    /// Returns the rows between title and status: verdicts, then messages.
    fn report_rows(&self, width: usize) -> Vec<Row> {
        let mut rows = Vec::new();
        for (verdict, card) in cards(&self.verdicts, false) {
            let style = match verdict.status {
                Status::Pass => Style::Good,
                Status::NotStarted | Status::Waiting | Status::Skipped => Style::Dim,
                _ => Style::Bad,
            };
            // The first line is the verdict, and the others explain it.
            for (index, line) in card.lines().enumerate() {
                let style = if index == 0 || style == Style::Dim { style } else { Style::Plain };
                rows.extend(wrap(line, width).map(|text| Row { text, style }));
            }
        }
        for message in &self.messages {
            for line in message.lines() {
                rows.extend(wrap(line, width).map(|text| Row { text, style: Style::Plain }));
            }
        }
        rows
    }
}

fn bar(text: &str, width: usize) -> Row {
    Row { text: cut(&format!(" {text}"), width), style: Style::Bar }
}

/// Removes escape sequences and control characters: student code must not move the cursor or ring a bell.
fn clean(line: &str) -> String {
    let mut text = String::new();
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\t' => text += "    ",
            // ESC [ .. letter: a colour or a movement.
            '\x1b' if chars.peek() == Some(&'[') => {
                chars.next();
                while chars.next().is_some_and(|c| !c.is_ascii_alphabetic()) {}
            }
            c if c.is_control() || is_invisible(c) => {}
            c => text.push(c),
        }
    }
    text
}

/// Returns whether a character is invisible or turns the direction of writing, which a terminal may obey.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Wraps a line at `width` characters. All rows after the first have the line's indent.
fn wrap(line: &str, width: usize) -> impl Iterator<Item = String> {
    let line = clean(line);
    let indent = line.chars().take_while(|c| *c == ' ').count().min(width / 2);
    let mut pieces = Vec::new();
    let mut rest = line.as_str();
    loop {
        let room = if pieces.is_empty() { width } else { width.saturating_sub(indent) }.max(1);
        let (piece, after) = break_at(rest, room);
        let pad = if pieces.is_empty() { "" } else { &" ".repeat(indent) };
        pieces.push(format!("{pad}{piece}"));
        if after.is_empty() {
            return pieces.into_iter();
        }
        rest = after;
    }
}

/// Breaks a line after at most `room` characters, at a space if there is one. Returns both parts.
fn break_at(line: &str, room: usize) -> (&str, &str) {
    let Some((end, _)) = line.char_indices().nth(room) else { return (line, "") };
    let words = line[..end].trim_start();
    let end = match line[..end].rfind(' ') {
        Some(space) if words.contains(' ') => space,
        _ => end,
    };
    (line[..end].trim_end(), line[end..].trim_start())
}

fn cut(line: &str, width: usize) -> String {
    clean(line).chars().take(width).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view() -> View {
        let mut failed = Verdict::new("03.2", "matrices", Status::Fail, 41);
        failed.prints = Some("\x1b[2J\x1b[31mred\x07\ttab\rback\u{202e}".into());
        failed.notes = vec!["a note that is rather long and has to be broken somewhere".into()];
        let passed = Verdict::new("03.1", "joints.vert", Status::Pass, 41);
        View {
            title: "Lesson 03, Joint lines".into(),
            doing: "waiting for the next save".into(),
            verdicts: vec![passed, failed],
            messages: vec!["warning: one\nwarning: two".into()],
            scroll: 0,
        }
    }

    #[test]
    fn rows_fit_any_screen() {
        for width in 1..90 {
            for height in 1..30 {
                let rows = view().rows(width, height);
                assert_eq!(rows.len(), height, "{width} x {height}");
                for row in &rows {
                    assert!(row.text.chars().count() <= width, "{width}: {:?}", row.text);
                    assert!(!row.text.chars().any(char::is_control), "{:?}", row.text);
                }
            }
        }
    }

    #[test]
    fn what_student_code_prints_cannot_move_the_cursor() {
        assert_eq!(clean("\x1b[2J\x1b[31mred\x07\ttab\rback\u{202e}"), "red    tabback");
        assert_eq!(clean("\x1b[1;31"), "");
        assert_eq!(clean("\x1b]0;title"), "]0;title");
    }

    #[test]
    fn long_lines_break_between_words_and_keep_their_indent() {
        let lines: Vec<String> = wrap("     one two three four", 14).collect();
        assert_eq!(lines, ["     one two", "     three", "     four"]);
        let lines: Vec<String> = wrap("abcdefghij", 4).collect();
        assert_eq!(lines, ["abcd", "efgh", "ij"]);
    }

    #[test]
    fn scrolling_stops_at_the_end() {
        let mut view = view();
        view.scroll = 1000;
        let rows = view.rows(80, 6);
        assert!(view.scroll > 0 && view.scroll < 20);
        assert_eq!(rows[4].text, "warning: two");
        assert_eq!((rows[0].style, rows[5].style), (Style::Bar, Style::Bar));
    }
}
