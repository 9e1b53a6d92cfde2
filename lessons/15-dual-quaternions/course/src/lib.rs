//! Lesson 15, dual quaternions: all but what the student writes.

pub mod candy;
pub mod checks;
pub mod figures;
pub(crate) mod graph;
pub(crate) mod knight;
pub(crate) mod mistakes;
pub mod probes;
pub mod scene;
pub mod starter;

pub use given::lesson_15::*;
