//! Markdown into blocks and spans, parsed by `pulldown-cmark`: as much of it as the lessons' texts use.

use super::formula::plain;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// One block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading of level 1 to 6.
    Heading(HeadingLevel, Vec<Span>),
    Paragraph(Vec<Span>),
    /// One entry of a list: its mark ("•" or "3."), its text.
    Item(String, Vec<Span>),
    /// Lines shown as they are.
    Code(Vec<String>),
    Table(Vec<Row>),
    Quote(Vec<Block>),
    /// A picture: its file beside the text, and what is in it.
    Picture(String, String),
}

/// The cells of a table's row.
pub type Row = Vec<Vec<Span>>;

/// Text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub text: String,
    pub style: Style,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    #[default]
    Plain,
    Bold,
    Italic,
    Code,
    Formula,
    Link,
}

/// Parses a text into blocks.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut reader = Reader::default();
    for event in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_MATH) {
        reader.read_event(event);
    }
    reader.blocks
}

#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    /// The block or cell that is being read.
    spans: Vec<Span>,
    styles: Vec<Style>,
    /// Number of the list's next item, or `None` for bullets.
    number: Option<u64>,
    /// The mark of an item whose text has not begun, or is being read.
    mark: Option<String>,
    /// Prefixes of the open quotations, the innermost last.
    before_quotes: Vec<Vec<Block>>,
    row: Row,
    rows: Vec<Row>,
    /// Code, or the words of a picture, as they stand.
    verbatim: Option<String>,
}

impl Reader {
    /// Adds text, or the beginning or end of a block, to the blocks read so far.
    fn read_event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.begin_tag(&tag),
            Event::End(tag) => self.end_tag(tag),
            Event::Text(text) => match &mut self.verbatim {
                Some(verbatim) => *verbatim += &text,
                None => self.push(&text, Style::Plain),
            },
            Event::Code(text) => self.push(&text, Style::Code),
            Event::InlineMath(tex) => self.push(&plain(&tex), Style::Formula),
            Event::DisplayMath(tex) => {
                self.end_paragraph();
                self.push(plain(&tex).trim(), Style::Formula);
                self.end_paragraph();
            }
            Event::SoftBreak | Event::HardBreak => self.push(" ", Style::Plain),
            _ => {} // comments, and what no text uses
        }
    }

    fn begin_tag(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::BlockQuote(_) => self.before_quotes.push(std::mem::take(&mut self.blocks)),
            Tag::CodeBlock(_) => {
                self.end_paragraph();
                self.verbatim = Some(String::new());
            }
            Tag::List(first) => {
                self.end_paragraph();
                self.number = *first;
            }
            Tag::Item => {
                self.mark = Some(self.number.map_or("•".into(), |number| format!("{number}.")));
                self.number = self.number.map(|number| number + 1);
            }
            Tag::Emphasis => self.styles.push(Style::Italic),
            Tag::Strong => self.styles.push(Style::Bold),
            Tag::Link { .. } => self.styles.push(Style::Link),
            Tag::Image { dest_url, .. } => {
                self.end_paragraph();
                self.blocks.push(Block::Picture(dest_url.to_string(), String::new()));
                self.verbatim = Some(String::new());
            }
            _ => {}
        }
    }

    fn end_tag(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                let spans = std::mem::take(&mut self.spans);
                self.blocks.push(Block::Heading(level, spans));
            }
            TagEnd::Paragraph | TagEnd::Item => {
                self.end_paragraph();
                if tag == TagEnd::Item {
                    self.mark = None;
                }
            }
            TagEnd::BlockQuote(_) => {
                let before = self.before_quotes.pop().unwrap_or_default();
                let quoted = std::mem::replace(&mut self.blocks, before);
                self.blocks.push(Block::Quote(quoted));
            }
            TagEnd::CodeBlock => {
                let text = self.verbatim.take().unwrap_or_default();
                self.blocks.push(Block::Code(text.lines().map(str::to_owned).collect()));
            }
            TagEnd::TableCell => self.row.push(std::mem::take(&mut self.spans)),
            TagEnd::TableHead | TagEnd::TableRow => self.rows.push(std::mem::take(&mut self.row)),
            TagEnd::Table => self.blocks.push(Block::Table(std::mem::take(&mut self.rows))),
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Link => {
                self.styles.pop();
            }
            TagEnd::Image => {
                let words = self.verbatim.take().unwrap_or_default();
                if let Some(Block::Picture(_, shown)) = self.blocks.last_mut() {
                    *shown = words;
                }
            }
            _ => {}
        }
    }

    /// Adds text: of a style of its own, unless it is a link's, or else of the innermost around it.
    fn push(&mut self, text: &str, style: Style) {
        let around = self.styles.last().copied().unwrap_or_default();
        let style = match (style, around) {
            (Style::Plain, _) | (Style::Code, Style::Link) => around,
            _ => style,
        };
        match self.spans.last_mut() {
            Some(last) if last.style == style => last.text += text,
            _ => self.spans.push(Span { text: text.into(), style }),
        }
    }

    /// Adds the text read so far as a block: as a list item, if it is the first paragraph of one, or as a paragraph. Adds
    /// nothing without text.
    fn end_paragraph(&mut self) {
        let mut spans = std::mem::take(&mut self.spans);
        if let Some(first) = spans.first_mut() {
            first.text = first.text.trim_start().into(); // a line break after a formula
        }
        if spans.iter().all(|span| span.text.is_empty()) {
            return;
        }
        self.blocks.push(if let Some(mark) = self.mark.take() {
            Block::Item(mark, spans)
        } else {
            Block::Paragraph(spans)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

1. second

```glsl
in vec3 a; # not a heading

}
```
| key | does |
|---|---|
| F1 | a \\| b |

> quoted
> twice
>
> - listed

![an arm](picture.png)

$$ \\theta = 1 $$
end";
        let want = vec![
            Block::Heading(HeadingLevel::H1, plain("Joint lines")),
            Block::Paragraph(plain("Two lines of one paragraph.")),
            Block::Item("•".into(), plain("first goes on")),
            Block::Item("1.".into(), plain("second")),
            Block::Code(vec!["in vec3 a; # not a heading".into(), String::new(), "}".into()]),
            Block::Table(vec![vec![plain("key"), plain("does")], vec![plain("F1"), plain("a | b")]]),
            Block::Quote(vec![Block::Paragraph(plain("quoted twice")), Block::Item("•".into(), plain("listed"))]),
            Block::Picture("picture.png".into(), "an arm".into()),
            Block::Paragraph(vec![Span { text: "θ = 1".into(), style: Style::Formula }]),
            Block::Paragraph(plain("end")),
        ];
        assert_eq!(blocks(text), want);
    }

    /// Returns a paragraph's spans as text, with a letter for each style: `a |C:b * c| d`.
    fn spans_with_styles(line: &str) -> String {
        let mark = |style| match style {
            Style::Plain => "",
            Style::Bold => "B:",
            Style::Italic => "I:",
            Style::Code => "C:",
            Style::Formula => "F:",
            Style::Link => "L:",
        };
        let blocks = blocks(line);
        let [Block::Paragraph(spans)] = &blocks[..] else { panic!("{blocks:?}") };
        let parts = spans.iter().map(|s| format!("{}{}", mark(s.style), s.text));
        parts.collect::<Vec<_>>().join("|")
    }

    #[test]
    fn styles() {
        for (line, want) in [
            ("plain text", "plain text"),
            ("a `b * c` d", "a |C:b * c| d"),
            ("**bold** and *it*", "B:bold| and |I:it"),
            ("**bold `code`**", "B:bold |C:code"),
            ("see [the `book`](https://x.y/z).", "see |L:the book|."),
            ("at <https://x.y/a_b_c>", "at |L:https://x.y/a_b_c"),
            (r"$\theta^2$ turns", "F:θ²| turns"),
            ("[as $a$](https://x.y)", "L:as |F:a"),
            ("snake_case_name and _it_", "snake_case_name and |I:it"),
        ] {
            assert_eq!(spans_with_styles(line), want, "{line}");
        }
    }
}
