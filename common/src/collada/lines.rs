//! From a place in the text to a line and a column, in logarithmic time.

use super::error::Place;

/// Where lines begin. Finding a place costs a binary search, however long the lines are.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// Where in the full text the parsed part begins.
    base: usize,
    starts: Vec<u32>,
    /// Bytes that continue a character: a column counts characters. Empty for plain ASCII.
    continuations: Vec<u32>,
}

impl Lines {
    /// For `text`, of which the first `base` bytes are not parsed.
    pub(super) fn new(text: &str, base: usize) -> Self {
        let bytes = text.as_bytes();
        let newlines = text.match_indices('\n').map(|(at, _)| at as u32 + 1);
        let starts = std::iter::once(0).chain(newlines).collect();
        let continues = |(_, byte): &(usize, &u8)| **byte & 0xC0 == 0x80;
        let continuations = if text.is_ascii() {
            Vec::new()
        } else {
            bytes.iter().enumerate().filter(continues).map(|(at, _)| at as u32).collect()
        };
        Self { base, starts, continuations }
    }

    /// Line and column of byte `offset` of the parsed part.
    pub(super) fn place(&self, offset: usize) -> Place {
        let at = (self.base + offset) as u32;
        let line = self.starts.partition_point(|start| *start <= at); // at least 1: the first is 0
        let start = self.starts[line - 1];
        let upto = |at: u32| self.continuations.partition_point(|byte| *byte < at) as u32;
        let column = at - start - (upto(at) - upto(start)) + 1;
        Place { line: line as u32, column, ..Place::default() }
    }

    /// The place that the parser calls by a line and a column of the parsed part, both from 1.
    pub(super) fn parsed(&self, line: u32, column: u32) -> Place {
        let base = self.place(0);
        let column = if line == 1 { base.column + column - 1 } else { column };
        Place { line: base.line + line - 1, column, ..Place::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters() {
        let text = "\n ab\u{e9}\u{20ac}cd\nx";
        let lines = Lines::new(text, 2);
        let at = |what: &str| {
            let place = lines.place(text.find(what).unwrap() - 2);
            (place.line, place.column)
        };
        assert_eq!(at("a"), (2, 2));
        assert_eq!(at("\u{20ac}"), (2, 5));
        assert_eq!(at("c"), (2, 6));
        assert_eq!(at("x"), (3, 1));
        let parsed = |line, column| {
            let place = lines.parsed(line, column);
            (place.line, place.column)
        };
        assert_eq!(parsed(1, 1), (2, 2));
        assert_eq!(parsed(2, 1), (3, 1));
    }
}
