//! Within a line: code, bold, italic, links, pictures, formulas.

use super::unicode;

/// How a stretch of text looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// As ordinary text.
    #[default]
    Plain,
    /// Stressed strongly.
    Bold,
    /// Stressed a little.
    Italic,
    /// In the typewriter face.
    Code,
    /// A formula, in Unicode.
    Formula,
    /// The text of a link.
    Link,
}

/// A stretch of text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// What is shown.
    pub text: String,
    /// How it looks.
    pub style: Style,
}

/// Cuts a line into stretches of one style. A mark without its partner is shown as it stands.
pub fn spans(line: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let found = match first {
            '\\' => escaped(rest),
            '`' => between(rest, "`", "`", Style::Code),
            '$' => between(rest, "$", "$", Style::Formula)
                .map(|(span, rest)| (Span { text: unicode(&span.text), ..span }, rest)),
            '*' => between(rest, "**", "**", Style::Bold)
                .or_else(|| between(rest, "*", "*", Style::Italic)),
            '_' if starts_word(&spans) => between(rest, "_", "_", Style::Italic),
            '!' => rest.strip_prefix('!').and_then(link).map(|(span, rest)| {
                (Span { text: format!("[picture: {}]", span.text), style: Style::Italic }, rest)
            }),
            '[' => link(rest),
            _ => None,
        };
        if let Some((span, after)) = found {
            match span.style {
                Style::Plain => push_plain(&mut spans, &span.text),
                _ => spans.push(span),
            }
            rest = after;
        } else {
            let length = first.len_utf8();
            push_plain(&mut spans, &rest[..length]);
            rest = &rest[length..];
        }
    }
    spans
}

fn push_plain(spans: &mut Vec<Span>, text: &str) {
    match spans.last_mut() {
        Some(last) if last.style == Style::Plain => last.text += text,
        _ => spans.push(Span { text: text.into(), style: Style::Plain }),
    }
}

/// So that `snake_case` stays whole.
fn starts_word(spans: &[Span]) -> bool {
    spans.last().and_then(|span| span.text.chars().last()).is_none_or(|c| !c.is_alphanumeric())
}

/// Text between two marks that touch it.
fn between<'a>(text: &'a str, open: &str, close: &str, style: Style) -> Option<(Span, &'a str)> {
    let rest = text.strip_prefix(open)?;
    let end = rest.find(close)?;
    let inside = &rest[..end];
    let touches = !inside.starts_with(' ') && !inside.ends_with(' ');
    if inside.is_empty() || (style != Style::Code && !touches) {
        return None;
    }
    Some((Span { text: inside.into(), style }, &rest[end + close.len()..]))
}

fn escaped(text: &str) -> Option<(Span, &str)> {
    let c = text[1..].chars().next().filter(char::is_ascii_punctuation)?;
    let span = Span { text: c.into(), style: Style::Plain };
    Some((span, &text[1 + c.len_utf8()..]))
}

/// `[text](address)`: the text is shown.
fn link(text: &str) -> Option<(Span, &str)> {
    let rest = text.strip_prefix('[')?;
    let end = rest.find("](")?;
    let address = &rest[end + 2..];
    let close = address.find(')')?;
    let shown = spans(&rest[..end]).into_iter().map(|span| span.text).collect();
    Some((Span { text: shown, style: Style::Link }, &address[close + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brief(line: &str) -> String {
        let mark = |style| match style {
            Style::Plain => "",
            Style::Bold => "B:",
            Style::Italic => "I:",
            Style::Code => "C:",
            Style::Formula => "F:",
            Style::Link => "L:",
        };
        let parts = spans(line).into_iter().map(|s| format!("{}{}", mark(s.style), s.text));
        parts.collect::<Vec<_>>().join("|")
    }

    #[test]
    fn styles() {
        for (line, want) in [
            ("plain text", "plain text"),
            ("a `b * c` d", "a |C:b * c| d"),
            ("**bold** and *it*", "B:bold| and |I:it"),
            ("see [the book](https://x.y/z).", "see |L:the book|."),
            ("![an arm](picture.png)", "I:[picture: an arm]"),
            (r"$\theta^2$ turns", "F:θ²| turns"),
            ("snake_case_name and _it_", "snake_case_name and |I:it"),
            ("2 * 3 * 4", "2 * 3 * 4"),
            ("costs $5 and more", "costs $5 and more"),
            (r"\*stars\*", "*stars*"),
            ("unclosed `code", "unclosed `code"),
            ("[no link] here", "[no link] here"),
            ("", ""),
        ] {
            assert_eq!(brief(line), want, "{line}");
        }
    }
}
