//! The level: set pieces, and where things are. It is kept in lesson 16's container.

mod contents;
mod file;
mod piece;
mod problems;
pub mod shapes;

pub use contents::{CreatureKind, Dark, Hint, Level, Spawn};
pub use piece::{Layer, Piece, PieceKind};
