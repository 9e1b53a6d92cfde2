//! The whole game, step by step.

mod calling;

pub use calling::calling;
