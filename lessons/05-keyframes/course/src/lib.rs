//! Lesson 05, keyframes: all but what the student writes.

pub mod chain;
pub mod checks;
pub(crate) mod earlier;
pub mod figures;
pub(crate) mod graph;
pub(crate) mod mistakes;
pub mod playing;
pub(crate) mod probes;
pub mod scene;
#[allow(clippy::unnecessary_wraps)] // as in `exercise`
pub mod starter;

pub use given::lesson_05::*;
