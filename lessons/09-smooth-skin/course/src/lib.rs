//! Lesson 09, smooth skin: all but what the student writes.

pub mod checks;
pub(crate) mod earlier;
pub mod figures;
pub(crate) mod graph;
pub(crate) mod mistakes;
pub mod probes;
pub mod scene;
pub mod starter;
pub mod tube_worm;

pub use given::lesson_09::*;
