//! The text of a lesson, in a window: Markdown, with formulas as plain text.
//!
//! What is drawn: headings, paragraphs, nested lists, code blocks, tables, quotations; within a line `code`, **bold**, *italic*,
//! links (their text) and pictures (their description). HTML is left out.

mod formula;
mod markdown;
mod wrap;

pub use markdown::{Block, Row, Span, Style, blocks};
pub use wrap::{Run, height, wrap, wrap_code};
