//! Lesson 10, normals: all but what the student writes.

pub mod checks;
pub mod dancer;
pub(crate) mod earlier;
pub mod figures;
pub(crate) mod mistakes;
pub mod probes;
pub mod scene;
pub(crate) mod spines;
pub mod starter;

pub use given::lesson_10::*;
