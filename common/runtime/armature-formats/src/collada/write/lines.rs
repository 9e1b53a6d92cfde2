//! XML text: an element a line, and long lists with a vector, a matrix or a vertex a line.

use crate::collada::limits::MAX_FILE_BYTES;
use std::fmt::{Arguments, Display, Write};

/// Largest indentation, however deep the element is.
const MAX_INDENT: usize = 60;

/// A document that is being written.
pub(super) struct Lines {
    pub(super) text: String,
    depth: usize,
    /// Attributes of the first list with a number that is not finite.
    pub(super) not_finite: Option<String>,
}

impl Lines {
    pub(super) fn new() -> Self {
        let text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".into();
        Self { text, depth: 0, not_finite: None }
    }

    pub(super) fn open(&mut self, name: &str, attributes: &str) {
        self.add_line(format_args!("<{name}{attributes}>"));
        self.depth += 1;
    }

    pub(super) fn close(&mut self, name: &str) {
        self.depth -= 1;
        self.add_line(format_args!("</{name}>"));
    }

    /// Writes an element around what `write_content` writes.
    pub(super) fn enclose(&mut self, name: &str, attributes: &str, write_content: impl FnOnce(&mut Self)) {
        self.open(name, attributes);
        write_content(self);
        self.close(name);
    }

    pub(super) fn empty(&mut self, name: &str, attributes: &str) {
        self.add_line(format_args!("<{name}{attributes}/>"));
    }

    pub(super) fn line(&mut self, name: &str, attributes: &str, text: &str) {
        self.add_line(format_args!("<{name}{attributes}>{text}</{name}>"));
    }

    /// Writes a comment of one or more lines, without two hyphens in a row.
    pub(super) fn comment(&mut self, text: &str) {
        let between = format!("\n{:indent$}", "", indent = self.indent() + 5);
        self.add_line(format_args!("<!-- {} -->", text.replace('\n', &between)));
    }

    /// Writes an element with a list: in one line, if that has all values, else with `per_line` values a line.
    pub(super) fn list<T: Display>(
        &mut self,
        name: &str,
        attributes: &str,
        values: impl Iterator<Item = T>,
        per_line: usize,
    ) {
        self.rows(name, attributes, values, std::iter::repeat(per_line));
    }

    /// Writes an element with a list in lines of different lengths.
    pub(super) fn rows<T: Display>(
        &mut self,
        name: &str,
        attributes: &str,
        values: impl Iterator<Item = T>,
        lengths: impl Iterator<Item = usize>,
    ) {
        let mut values = values.peekable();
        let mut lengths = lengths.filter(|length| *length > 0);
        // Some readers (Assimp 5.2) take whitespace before the first number of these for a number.
        let starts_in_tag_line = ["vcount", "v", "p"].contains(&name);
        let mut line = String::new();
        let mut is_first = true;
        while values.peek().is_some() && !self.is_full() {
            let Some(length) = lengths.next() else { break };
            for value in values.by_ref().take(length) {
                let space = if line.is_empty() { "" } else { " " };
                let _ = write!(line, "{space}{value}");
            }
            if is_first && values.peek().is_none() {
                return self.line(name, attributes, &line);
            }
            if is_first && starts_in_tag_line {
                self.add_line(format_args!("<{name}{attributes}>{line}"));
                self.depth += 1;
            } else {
                if is_first {
                    self.open(name, attributes);
                }
                self.add_line(format_args!("{line}"));
            }
            is_first = false;
            line.clear();
        }
        if is_first { self.line(name, attributes, "") } else { self.close(name) }
    }

    /// Writes an element with a list of numbers, and notes the first list in which a number is not finite.
    pub(super) fn floats(&mut self, name: &str, attributes: &str, values: impl Iterator<Item = f32>, per_line: usize) {
        let mut finite = true;
        // Without -0.
        let values = values.inspect(|value| finite &= value.is_finite()).map(|value| value + 0.0);
        self.list(name, attributes, values, per_line);
        if !finite && self.not_finite.is_none() {
            self.not_finite = Some(attributes.trim().into());
        }
    }

    /// Writes a source of numbers with its accessor. `parts` are the names of the components, which are of type `kind`.
    pub(super) fn number_source(
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
        let per_line = if stride == 1 { 16 } else { stride };
        self.floats("float_array", &attributes, values, per_line);
        self.write_accessor(id, count, stride, parts, kind);
        self.close("source");
    }

    /// Writes a source of names with its accessor. `part` is the name of the only component.
    pub(super) fn name_source<'n>(
        &mut self,
        id: &str,
        names: impl ExactSizeIterator<Item = &'n str>,
        part: &str,
        per_line: usize,
    ) {
        self.open("source", &format!(" id=\"{id}\""));
        let count = names.len();
        let attributes = format!(" id=\"{id}-array\" count=\"{count}\"");
        self.list("Name_array", &attributes, names, per_line);
        self.write_accessor(id, count, 1, &[part], "name");
        self.close("source");
    }

    fn write_accessor(&mut self, id: &str, count: usize, stride: usize, parts: &[&str], kind: &str) {
        self.open("technique_common", "");
        let attributes = format!(" source=\"#{id}-array\" count=\"{count}\" stride=\"{stride}\"");
        self.open("accessor", &attributes);
        for part in parts {
            self.empty("param", &format!(" name=\"{part}\" type=\"{kind}\""));
        }
        self.close("accessor");
        self.close("technique_common");
    }

    /// Whether the text has more bytes than are read. Nothing is added any more then.
    pub(super) fn is_full(&self) -> bool {
        self.text.len() as u64 > MAX_FILE_BYTES
    }

    fn indent(&self) -> usize {
        (2 * self.depth).min(MAX_INDENT)
    }

    fn add_line(&mut self, line: Arguments<'_>) {
        if !self.is_full() {
            let indent = self.indent();
            writeln!(self.text, "{:indent$}{line}", "").expect("a string takes all");
        }
    }
}

/// Returns a matrix row by row, as in files.
pub(super) fn rows_of(matrix: &glam::Affine3A) -> [f32; 16] {
    glam::Mat4::from(*matrix).transpose().to_cols_array()
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
    fn names_in_attributes() {
        assert_eq!(escaped("a<b> & \"c\"\n\u{1}--\u{e9}"), { "a&lt;b&gt; &amp; &quot;c&quot;&#10;\u{fffd}--\u{e9}" });
    }
}
