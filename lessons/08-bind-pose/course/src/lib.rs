//! Lesson 08, bind pose: all but what the student writes.

pub mod checks;
pub(crate) mod earlier;
pub mod figures;
pub(crate) mod mistakes;
pub mod probes;
pub mod scene;
pub mod starter;
pub mod tin_worm;

pub use given::lesson_08::*;
