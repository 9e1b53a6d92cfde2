//! Line diff of two texts, with the words that differ inside changed lines.

use similar::{ChangeTag, TextDiff};
use verdict::build::{Hunk, Line, Piece, Side};

/// Number of unchanged lines shown before and after a difference.
const CONTEXT: usize = 2;

/// Returns the differences between `mine` and `solution`, without differences that are only a TODO comment of the starter.
pub(super) fn hunks(mine: &str, solution: &str) -> Vec<Hunk> {
    // A checkout may have converted the line ends.
    let [mine, solution] = [mine, solution].map(|text| text.replace("\r\n", "\n"));
    let diff = TextDiff::from_lines(&mine, &solution);
    let mut hunks = Vec::new();
    for ops in diff.grouped_ops(CONTEXT) {
        let mut lines = Vec::new();
        for change in ops.iter().flat_map(|op| diff.iter_inline_changes(op)) {
            let side = match change.tag() {
                ChangeTag::Equal => Side::Both,
                ChangeTag::Delete => Side::Mine,
                ChangeTag::Insert => Side::Solution,
            };
            let mut pieces = Vec::new();
            for (differs, text) in change.iter_strings_lossy() {
                pieces.push(Piece { text: text.trim_end_matches('\n').into(), differs });
            }
            pieces.retain(|piece| !piece.text.is_empty());
            lines.push(Line { side, pieces });
        }
        if lines.iter().any(|line| line.side != Side::Both && !is_todo_comment(line)) {
            hunks.push(Hunk { line: ops.first().map_or(1, |op| op.old_range().start + 1), lines });
        }
    }
    hunks
}

/// Returns whether a line is a TODO comment that the student has left in.
fn is_todo_comment(line: &Line) -> bool {
    let text: String = line.pieces.iter().map(|piece| piece.text.as_str()).collect();
    line.side == Side::Mine && text.trim_start().starts_with("// TODO ")
}

/// Returns differences as text, with `-` before a line of mine and `+` before a line of the solution. With `colour` the words
/// that differ stand out.
pub(super) fn text(hunks: &[Hunk], colour: bool) -> String {
    let mut text = String::new();
    for hunk in hunks {
        text += &paint(&format!("line {}", hunk.line), "36", colour);
        text.push('\n');
        for line in &hunk.lines {
            let (sign, plain, strong) = match line.side {
                Side::Both => (' ', "", ""),
                Side::Mine => ('-', "31", "1;7;31"),
                Side::Solution => ('+', "32", "1;7;32"),
            };
            let mut row = paint(&sign.to_string(), plain, colour);
            for piece in &line.pieces {
                row += &paint(&piece.text, if piece.differs { strong } else { plain }, colour);
            }
            text += row.trim_end();
            text.push('\n');
        }
    }
    text
}

fn paint(text: &str, code: &str, colour: bool) -> String {
    if colour && !code.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_todo_that_was_left_is_no_difference() {
        assert!(hunks("a\n    // TODO 03.1: write\nb\n", "a\nb\n").is_empty());
        assert_eq!(hunks("a\n    // TODO 03.1: write\nc\n", "a\nb\n").len(), 1);
    }

    const MINE: &str = "one\ntwo\nlet m = model * clip * p;\nfour\nfive\nsix\nseven\neight\nnine\n";

    #[test]
    fn the_words_that_differ_are_known() {
        let solution = MINE.replace("model * clip", "clip * model").replace("nine", "ten\neleven");
        let hunks = hunks(MINE, &solution);
        assert_eq!(hunks.len(), 2);
        assert_eq!(hunks[0].line, 1);
        let mine: Vec<&Line> = hunks[0].lines.iter().filter(|l| l.side == Side::Mine).collect();
        let differing: Vec<&str> = mine
            .iter()
            .flat_map(|line| &line.pieces)
            .filter(|piece| piece.differs)
            .map(|piece| piece.text.trim())
            .collect();
        assert!(!differing.is_empty() && differing.concat().len() < "model * clip".len());
        assert_eq!(
            text(&hunks, false),
            "line 1\n one\n two\n-let m = model * clip * p;\n+let m = clip * model * p;\n four\n five\n\
             line 7\n seven\n eight\n-nine\n+ten\n+eleven\n"
        );
        assert!(text(&hunks, true).contains("\x1b[1;7;31m"));
    }

    #[test]
    fn the_same_text_has_no_differences() {
        assert!(hunks(MINE, &MINE.replace('\n', "\r\n")).is_empty());
        assert!(hunks("", "").is_empty());
    }
}
