//! Line and column of a byte offset, in constant time.

use super::error::Place;

/// Bytes whose line ends are counted together.
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
    /// The last block before it in which a line ends; 0 as well if there is none.
    line: u32,
    /// Bytes that continue a character: a column counts characters.
    continuations: u32,
}

impl<'a> Lines<'a> {
    /// Makes the index of `text`, of which the first `base` bytes are not parsed.
    pub(super) fn new(text: &'a str, base: usize) -> Self {
        let mut blocks = Vec::with_capacity(text.len().div_ceil(BLOCK) + 1);
        let mut before = Block::default();
        for (number, bytes) in (0..).zip(text.as_bytes().chunks(BLOCK)) {
            blocks.push(before);
            let after = before.past(bytes);
            let line = if after.newlines > before.newlines { number } else { before.line };
            before = Block { line, ..after };
        }
        blocks.push(before);
        Self { text, base, blocks }
    }

    /// The parsed part.
    pub(super) fn parsed(&self) -> &'a str {
        &self.text[self.base..]
    }

    /// Line and column of byte `offset` of the parsed part.
    pub(super) fn place(&self, offset: usize) -> Place {
        let at = (self.base + offset).min(self.text.len());
        let here = self.before(at);
        let start = self.start(at, here.newlines);
        let continuations = match self.blocks.last() {
            Some(Block { continuations: 0, .. }) | None => 0, // nothing but ASCII
            Some(_) => here.continuations - self.before(start).continuations,
        };
        let column = at - start - continuations as usize + 1;
        Place { line: here.newlines + 1, column: column as u32, ..Place::default() }
    }

    /// Counts of everything before a byte.
    fn before(&self, at: usize) -> Block {
        self.blocks[at / BLOCK].past(&self.text.as_bytes()[at - at % BLOCK..at])
    }

    /// The start of the line of byte `at`, before which there are `newlines` line ends.
    fn start(&self, at: usize, newlines: u32) -> usize {
        let block = &self.blocks[at / BLOCK];
        let first = if newlines > block.newlines { at / BLOCK } else { block.line as usize } * BLOCK;
        let [first, end] = [first, at.min(first + BLOCK)].map(|at| self.text.floor_char_boundary(at));
        // Without any the text's first line is the one.
        self.text[first..end].rfind('\n').map_or(0, |last| first + last + 1)
    }
}

impl Block {
    /// Counts of everything before the end of `bytes`, which begin with this block.
    fn past(self, bytes: &[u8]) -> Self {
        let newlines = self.newlines + count(bytes, |byte| byte == b'\n');
        let continuations = if bytes.is_ascii() {
            self.continuations
        } else {
            self.continuations + count(bytes, |byte| byte & 0xC0 == 0x80)
        };
        Self { newlines, continuations, ..self }
    }
}

/// Returns the number of bytes of a kind: sums of single bytes, which go sixteen at a time.
fn count(bytes: &[u8], is: impl Fn(u8) -> bool) -> u32 {
    const PIECE: usize = 128; // a sum of so many fits a byte, and nothing is left over but at the end
    let some = |bytes: &[u8]| bytes.iter().map(|byte| u8::from(is(*byte))).sum::<u8>();
    let (pieces, rest) = bytes.as_chunks::<PIECE>();
    pieces.iter().map(|piece| u32::from(some(piece))).sum::<u32>() + u32::from(some(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters() {
        let text = "\n ab\u{e9}\u{20ac}cd\nx";
        let lines = Lines::new(text, 2);
        for (character, line, column) in [("a", 2, 2), ("\u{20ac}", 2, 5), ("c", 2, 6), ("x", 3, 1)] {
            let place = lines.place(text.find(character).unwrap() - 2);
            assert_eq!((place.line, place.column), (line, column), "{character}");
        }
    }

    /// Positions in blocks equal those by counting, at every character of a text with long and short lines.
    #[test]
    fn blocks_make_no_difference() {
        let text = format!("{}\u{e9}\n\n{}x\u{20ac}y\n", "ab\n".repeat(700), "\u{e9}z".repeat(900));
        let lines = Lines::new(&text, 0);
        let mut line = 1;
        let mut column = 1;
        for (at, character) in text.char_indices() {
            let place = lines.place(at);
            assert_eq!((place.line, place.column), (line, column), "byte {at}");
            (line, column) = if character == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        assert_eq!((lines.place(text.len()).line, lines.place(text.len() + 9).line), (line, line));
    }
}
