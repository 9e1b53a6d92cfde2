//! Lesson 13, blending: all but what the student writes.

pub mod checks;
pub mod earlier;
pub mod figures;
pub mod finished;
pub(crate) mod graph;
pub(crate) mod mistakes;
pub mod motion;
pub mod play;
pub mod probes;
pub mod scene;
pub mod starter;

pub use given::lesson_13::*;
