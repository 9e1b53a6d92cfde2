//! The text of a lesson, in a window: a stated subset of markdown, formulas as plain Unicode.
//!
//! What is understood: headings, paragraphs, lists (`-`, `*`, `1.`, indented ones too), code blocks
//! between fences, tables, quotes, rules; within a line `code`, **bold**, *italic*, links (their
//! text is shown), pictures (their description is shown), and formulas between dollar signs. HTML
//! comments are left out; everything else is shown as it stands.

mod flow;
mod formula;
mod inline;
mod markdown;

pub use flow::{Placed, flow};
pub use formula::unicode;
pub use inline::{Span, Style, spans};
pub use markdown::{Block, blocks};
