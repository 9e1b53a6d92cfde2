//! The text of a lesson, in a window: markdown, with formulas as boxes.
//!
//! What is drawn: headings, paragraphs, nested lists, code blocks, tables, quotations, rules; within a line `code`,
//! **bold**, *italic*, links (their text), pictures (their description), and TeX formulas between dollar signs.
//! HTML comments are left out, other HTML is shown as it stands.

mod formula;
mod markdown;
mod wrap;

pub use formula::{Face, Mark, MathBox, Part, set};
pub use markdown::{Block, Row, Span, Style, blocks};
pub use wrap::{Faces, Piece, Wrapped, wrap, wrap_code};
