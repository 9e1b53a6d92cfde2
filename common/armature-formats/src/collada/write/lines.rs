//! XML text: an element a line, and long lists in lines that say something.

use crate::collada::limits::MAX_FILE_BYTES;
use std::fmt::{Arguments, Display, LowerExp, Write};

/// Largest indentation, however deep the element is.
const MAX_INDENT: usize = 60;

pub(super) struct Lines {
    pub(super) text: String,
    depth: usize,
    /// First list that holds a number that is not finite.
    pub(super) not_finite: Option<String>,
}

impl Lines {
    pub(super) fn new() -> Self {
        let text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".into();
        Self { text, depth: 0, not_finite: None }
    }

    pub(super) fn open(&mut self, name: &str, attributes: &str) {
        self.add(format_args!("<{name}{attributes}>"));
        self.depth += 1;
    }

    pub(super) fn close(&mut self, name: &str) {
        self.depth -= 1;
        self.add(format_args!("</{name}>"));
    }

    pub(super) fn empty(&mut self, name: &str, attributes: &str) {
        self.add(format_args!("<{name}{attributes}/>"));
    }

    pub(super) fn line(&mut self, name: &str, attributes: &str, text: &str) {
        self.add(format_args!("<{name}{attributes}>{text}</{name}>"));
    }

    /// A comment of one or more lines, without two hyphens in a row.
    pub(super) fn comment(&mut self, text: &str) {
        let between = format!("\n{:indent$}", "", indent = self.indent() + 5);
        self.add(format_args!("<!-- {} -->", text.replace('\n', &between)));
    }

    /// An element with a list: in one line, if it is short, else so many values a line.
    pub(super) fn list<T: Display>(
        &mut self,
        name: &str,
        attributes: &str,
        values: impl Iterator<Item = T>,
        a_line: usize,
    ) {
        self.rows(name, attributes, values, std::iter::repeat(a_line));
    }

    /// Writes lines of several lengths.
    pub(super) fn rows<T: Display>(
        &mut self,
        name: &str,
        attributes: &str,
        values: impl Iterator<Item = T>,
        lengths: impl Iterator<Item = usize>,
    ) {
        let mut values = values.peekable();
        let mut lengths = lengths.filter(|length| *length > 0);
        // Some readers (Assimp 5.2) take a blank before the first number of these for a number.
        let hugs = ["vcount", "v", "p"].contains(&name);
        let mut line = String::new();
        let mut first = true;
        while values.peek().is_some() && !self.is_full() {
            let Some(length) = lengths.next() else { break };
            for value in values.by_ref().take(length) {
                let blank = if line.is_empty() { "" } else { " " };
                let _ = write!(line, "{blank}{value}");
            }
            if first && values.peek().is_none() {
                return self.line(name, attributes, &line);
            }
            if first && hugs {
                self.add(format_args!("<{name}{attributes}>{line}"));
                self.depth += 1;
            } else {
                if first {
                    self.open(name, attributes);
                }
                self.add(format_args!("{line}"));
            }
            first = false;
            line.clear();
        }
        if first { self.line(name, attributes, "") } else { self.close(name) }
    }

    /// A list of numbers as they are written in files.
    pub(super) fn floats(&mut self, name: &str, attributes: &str, values: impl Iterator<Item = f32>, a_line: usize) {
        let mut finite = true;
        let values = values.inspect(|value| finite &= value.is_finite()).map(number);
        self.list(name, attributes, values, a_line);
        if !finite && self.not_finite.is_none() {
            self.not_finite = Some(attributes.trim().into());
        }
    }

    /// A source of numbers, with its accessor; `parts` are the names of a vector's components.
    pub(super) fn source(
        &mut self,
        id: &str,
        values: impl Iterator<Item = f32>,
        count: usize,
        stride: usize,
        parts: &[&str],
        kind: &str,
    ) {
        self.open("source", &format!(" id=\"{id}\""));
        let attributes = format!(" id=\"{id}-array\" count=\"{}\"", count * stride);
        let a_line = if stride == 1 { 16 } else { stride };
        self.floats("float_array", &attributes, values, a_line);
        self.accessor(id, count, stride, parts, kind);
        self.close("source");
    }

    pub(super) fn names<'n>(
        &mut self,
        id: &str,
        names: impl ExactSizeIterator<Item = &'n str>,
        part: &str,
        a_line: usize,
    ) {
        self.open("source", &format!(" id=\"{id}\""));
        let count = names.len();
        let attributes = format!(" id=\"{id}-array\" count=\"{count}\"");
        self.list("Name_array", &attributes, names, a_line);
        self.accessor(id, count, 1, &[part], "name");
        self.close("source");
    }

    fn accessor(&mut self, id: &str, count: usize, stride: usize, parts: &[&str], kind: &str) {
        self.open("technique_common", "");
        let attributes = format!(" source=\"#{id}-array\" count=\"{count}\" stride=\"{stride}\"");
        self.open("accessor", &attributes);
        for part in parts {
            self.empty("param", &format!(" name=\"{part}\" type=\"{kind}\""));
        }
        self.close("accessor");
        self.close("technique_common");
    }

    /// Whether there is more than a file may hold: then nothing is added any more.
    pub(super) fn is_full(&self) -> bool {
        self.text.len() as u64 > MAX_FILE_BYTES
    }

    fn indent(&self) -> usize {
        (2 * self.depth).min(MAX_INDENT)
    }

    fn add(&mut self, line: Arguments<'_>) {
        if !self.is_full() {
            let indent = self.indent();
            writeln!(self.text, "{:indent$}{line}", "").expect("a string takes all");
        }
    }
}

/// A matrix as files have it: row by row.
pub(super) fn rows_of(matrix: &glam::Affine3A) -> [f32; 16] {
    glam::Mat4::from(*matrix).transpose().to_cols_array()
}

/// Writes a number with as few digits as give it back; with an exponent if zeros would be many.
pub(super) fn number<T: Copy + Into<f64> + Display + LowerExp>(value: T) -> String {
    let size = value.into().abs();
    if size == 0.0 {
        "0".into()
    } else if (1e-5..1e9).contains(&size) {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}

/// Escapes an attribute's value. Characters that XML cannot hold become U+FFFD.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => {
                let _ = write!(out, "&#{};", character as u32);
            }
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for value in [0.0, -0.0, 1.0, -1.5, 0.1, 1e-7, 3.4e38, 1e-45, 16_777_217.0f32] {
            let text = number(value);
            assert_eq!(text.parse::<f32>().unwrap(), value, "{text}");
            assert!(text.len() < 16, "{text}");
        }
        assert_eq!([number(-0.0f32), number(0.25f32), number(1e-9f64)], ["0", "0.25", "1e-9"]);
    }

    #[test]
    fn names_in_attributes() {
        assert_eq!(escaped("a<b> & \"c\"\n\u{1}--\u{e9}"), { "a&lt;b&gt; &amp; &quot;c&quot;&#10;\u{fffd}--\u{e9}" });
    }
}
