//! Blocks of text: headings, paragraphs, lists, code, tables.

use super::{Span, inline::spans};

/// One block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading of level 1 to 6.
    Heading(u8, Vec<Span>),
    /// Text that is wrapped.
    Paragraph(Vec<Span>),
    /// One entry of a list: how deep it is, its mark ("•" or "3."), its text.
    Item(u8, String, Vec<Span>),
    /// Lines shown as they are.
    Code(Vec<String>),
    /// A formula on lines of its own, in Unicode.
    Formula(Vec<String>),
    /// Rows of cells; the first row is the heading.
    Table(Vec<Vec<Vec<Span>>>),
    /// Someone else's words.
    Quote(Vec<Span>),
    /// A line across.
    Rule,
}

/// Cuts a text into blocks.
pub fn blocks(text: &str) -> Vec<Block> {
    let text = without_comments(text);
    let mut lines = text.lines().peekable();
    let mut blocks = Vec::new();
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            continue;
        }
        if let Some(fence) = ["```", "~~~"].into_iter().find(|fence| trimmed.starts_with(fence)) {
            let code = lines.by_ref().take_while(|line| !line.trim_start().starts_with(fence));
            blocks.push(Block::Code(code.map(str::to_owned).collect()));
        } else if let Some(rest) = trimmed.strip_prefix("$$") {
            blocks.push(formula(rest, &mut lines));
        } else if let Some((level, rest)) = heading(trimmed) {
            blocks.push(Block::Heading(level, spans(rest)));
        } else if is_rule(trimmed) {
            blocks.push(Block::Rule);
        } else if trimmed.starts_with('|') {
            let mut rows = vec![trimmed];
            while let Some(row) = lines.next_if(|line| line.trim().starts_with('|')) {
                rows.push(row.trim());
            }
            blocks.push(table(&rows));
        } else {
            let (indent, mark, first) = start_of(line);
            let mut words = first.to_owned();
            while let Some(more) = lines.next_if(|line| continues(line)) {
                words.push(' ');
                words += more.trim().trim_start_matches("> ");
            }
            blocks.push(match mark {
                Mark::None => Block::Paragraph(spans(&words)),
                Mark::Quote => Block::Quote(spans(&words)),
                Mark::Item(mark) => Block::Item(indent, mark, spans(&words)),
            });
        }
    }
    blocks
}

fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<!--") {
        kept += before;
        rest = after.split_once("-->").map_or("", |(_, rest)| rest);
    }
    kept + rest
}

fn heading(line: &str) -> Option<(u8, &str)> {
    let level = line.bytes().take_while(|b| *b == b'#').count();
    let rest = line[level..].strip_prefix(' ')?;
    (1..=6).contains(&level).then(|| (level as u8, rest.trim()))
}

fn is_rule(line: &str) -> bool {
    let marks: String = line.chars().filter(|c| *c != ' ').collect();
    marks.len() >= 3 && ['-', '*', '_'].iter().any(|mark| marks.chars().all(|c| c == *mark))
}

enum Mark {
    None,
    Quote,
    Item(String),
}

/// How far in a line begins, its mark, and what stands after that.
fn start_of(line: &str) -> (u8, Mark, &str) {
    let trimmed = line.trim_start();
    let indent = ((line.len() - trimmed.len()) / 2).min(8) as u8;
    if let Some(rest) = trimmed.strip_prefix('>') {
        return (indent, Mark::Quote, rest.trim());
    }
    for mark in ["- ", "* ", "+ "] {
        if let Some(rest) = trimmed.strip_prefix(mark) {
            return (indent, Mark::Item("•".into()), rest.trim());
        }
    }
    let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=3).contains(&digits)
        && let Some(rest) = trimmed[digits..].strip_prefix(". ")
    {
        return (indent, Mark::Item(format!("{}.", &trimmed[..digits])), rest.trim());
    }
    (indent, Mark::None, trimmed.trim_end())
}

/// Whether a line belongs to the paragraph or entry before it.
fn continues(line: &str) -> bool {
    let trimmed = line.trim();
    let (_, mark, _) = start_of(line);
    let begins_anew = trimmed.is_empty()
        || heading(trimmed).is_some()
        || is_rule(trimmed)
        || ["```", "~~~", "|", "$$"].iter().any(|start| trimmed.starts_with(start))
        || matches!(mark, Mark::Item(_));
    !begins_anew
}

fn formula<'a>(first: &'a str, lines: &mut impl Iterator<Item = &'a str>) -> Block {
    let mut tex = String::new();
    let mut next = Some(first);
    while let Some(line) = next {
        if let Some((last, _)) = line.split_once("$$") {
            tex += last;
            break;
        }
        tex += line;
        tex.push(' ');
        next = lines.next();
    }
    let shown = super::unicode(tex.trim());
    Block::Formula(shown.lines().map(|line| line.trim().to_owned()).collect())
}

fn table(rows: &[&str]) -> Block {
    let is_line = |row: &&&str| !row.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '));
    let cells = |row: &&str| {
        let row = row.trim_matches('|').replace(r"\|", "\u{1}");
        row.split('|').map(|cell| spans(&cell.trim().replace('\u{1}', "|"))).collect()
    };
    Block::Table(rows.iter().filter(is_line).map(cells).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::text::Style;

    fn plain(text: &str) -> Vec<Span> {
        vec![Span { text: text.into(), style: Style::Plain }]
    }

    #[test]
    fn a_lessons_text() {
        let text = "\
# Joint lines
<!-- written by
a program -->

Two lines
of one paragraph.

- first
  goes on
- second
  1. inner

```glsl
in vec3 a; # not a heading

}
```
| key | does |
|---|---|
| F1 | a \\| b |
---
> quoted
> twice
$$ \\theta = 1 $$
end";
        let want = vec![
            Block::Heading(1, plain("Joint lines")),
            Block::Paragraph(plain("Two lines of one paragraph.")),
            Block::Item(0, "•".into(), plain("first goes on")),
            Block::Item(0, "•".into(), plain("second")),
            Block::Item(1, "1.".into(), plain("inner")),
            Block::Code(vec!["in vec3 a; # not a heading".into(), String::new(), "}".into()]),
            Block::Table(vec![
                vec![plain("key"), plain("does")],
                vec![plain("F1"), plain("a | b")],
            ]),
            Block::Rule,
            Block::Quote(plain("quoted twice")),
            Block::Formula(vec!["θ = 1".into()]),
            Block::Paragraph(plain("end")),
        ];
        assert_eq!(blocks(text), want);
    }

    #[test]
    fn unfinished_blocks_end_with_the_text() {
        assert_eq!(blocks("```\nlet a"), [Block::Code(vec!["let a".into()])]);
        assert_eq!(blocks("$$ a"), [Block::Formula(vec!["a".into()])]);
        assert_eq!(blocks("a <!-- b"), [Block::Paragraph(plain("a"))]);
        assert_eq!(blocks(""), []);
        assert_eq!(blocks("#no heading"), [Block::Paragraph(plain("#no heading"))]);
    }
}
