//! Line and column of a byte offset, found in constant time.

use super::error::Location;

/// Number of bytes whose line ends are counted together.
const BLOCK: usize = 1024;

/// A text's line ends, counted by blocks: only one block has to be searched.
#[derive(Clone, Debug)]
pub(super) struct Lines<'a> {
    text: &'a str,
    /// Offset of the parsed part in the text.
    base: usize,
    blocks: Vec<Block>,
}

/// Counts of everything before a block.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    newlines: u32,
    /// Index of the last earlier block in which a line ends; 0 as well without such a block.
    line: u32,
    /// Number of bytes that continue a character: a column counts characters.
    continuations: u32,
}

impl<'a> Lines<'a> {
    /// Counts the line ends of `text`, whose parsed part begins at byte `base`.
    pub(super) fn new(text: &'a str, base: usize) -> Self {
        let mut blocks = Vec::with_capacity(text.len().div_ceil(BLOCK) + 1);
        let mut before = Block::default();
        for (number, bytes) in (0..).zip(text.as_bytes().chunks(BLOCK)) {
            blocks.push(before);
            let after = before.counted_past(bytes);
            let line = if after.newlines > before.newlines { number } else { before.line };
            before = Block { line, ..after };
        }
        blocks.push(before);
        Self { text, base, blocks }
    }

    pub(super) fn parsed_part(&self) -> &'a str {
        &self.text[self.base..]
    }

    /// Returns the line and column of byte `offset` of the parsed part.
    pub(super) fn location(&self, offset: usize) -> Location {
        let byte = (self.base + offset).min(self.text.len());
        let before = self.counts_before(byte);
        let start = self.line_start(byte, before.newlines);
        let continuations = match self.blocks.last() {
            Some(Block { continuations: 0, .. }) | None => 0, // nothing but ASCII
            Some(_) => before.continuations - self.counts_before(start).continuations,
        };
        let column = byte - start - continuations as usize + 1;
        Location { line: before.newlines + 1, column: column as u32, ..Location::default() }
    }

    fn counts_before(&self, byte: usize) -> Block {
        self.blocks[byte / BLOCK].counted_past(&self.text.as_bytes()[byte - byte % BLOCK..byte])
    }

    /// Returns the offset at which the line of `byte` starts. `newlines` is the number of line ends before `byte`.
    fn line_start(&self, byte: usize, newlines: u32) -> usize {
        let block = &self.blocks[byte / BLOCK];
        let first = if newlines > block.newlines { byte / BLOCK } else { block.line as usize } * BLOCK;
        let [first, end] = [first, byte.min(first + BLOCK)].map(|offset| self.text.floor_char_boundary(offset));
        self.text[first..end].rfind('\n').map_or(0, |last| first + last + 1) // 0: the text's first line
    }
}

impl Block {
    /// Returns the counts before the end of `bytes`, the first bytes of the block.
    fn counted_past(self, bytes: &[u8]) -> Self {
        let newlines = self.newlines + count_bytes(bytes, |byte| byte == b'\n');
        let continuations = if bytes.is_ascii() {
            self.continuations
        } else {
            self.continuations + count_bytes(bytes, |byte| byte & 0xC0 == 0x80)
        };
        Self { newlines, continuations, ..self }
    }
}

/// Returns the number of bytes for which `is_counted` is true. Sums of single bytes are computed sixteen at a time.
fn count_bytes(bytes: &[u8], is_counted: impl Fn(u8) -> bool) -> u32 {
    const PIECE: usize = 128; // the sum fits a byte
    let sum = |bytes: &[u8]| bytes.iter().map(|byte| u8::from(is_counted(*byte))).sum::<u8>();
    let (pieces, rest) = bytes.as_chunks::<PIECE>();
    pieces.iter().map(|piece| u32::from(sum(piece))).sum::<u32>() + u32::from(sum(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters() {
        let text = "\n ab\u{e9}\u{20ac}cd\nx";
        let lines = Lines::new(text, 2);
        for (character, line, column) in [("a", 2, 2), ("\u{20ac}", 2, 5), ("c", 2, 6), ("x", 3, 1)] {
            let location = lines.location(text.find(character).unwrap() - 2);
            assert_eq!((location.line, location.column), (line, column), "{character}");
        }
    }

    /// Lines and columns found by blocks equal those found by counting, in a text with long and short lines.
    #[test]
    fn blocks_make_no_difference() {
        let text = format!("{}\u{e9}\n\n{}x\u{20ac}y\n", "ab\n".repeat(700), "\u{e9}z".repeat(900));
        let lines = Lines::new(&text, 0);
        let mut line = 1;
        let mut column = 1;
        for (byte, character) in text.char_indices() {
            let location = lines.location(byte);
            assert_eq!((location.line, location.column), (line, column), "byte {byte}");
            (line, column) = if character == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        assert_eq!((lines.location(text.len()).line, lines.location(text.len() + 9).line), (line, line));
    }
}
