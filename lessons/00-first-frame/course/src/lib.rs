//! Lesson 00, first frame: all but what the student writes.

pub mod checks;
pub mod figures;
pub(crate) mod mistakes;
pub mod scene;
pub mod starter;

pub use given::lesson_00::*;
