//! Lesson 06, rotations: all but what the student writes.

pub mod arms;
pub mod checks;
pub mod figures;
pub(crate) mod graph;
pub mod knight;
pub(crate) mod mistakes;
pub(crate) mod probes;
pub mod scene;
pub mod starter;

pub use given::lesson_06::*;
