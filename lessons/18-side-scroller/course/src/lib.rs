//! Lesson 18, the side scroller: all but what the student writes.

pub mod checks;
pub mod draw;
pub mod earlier;
pub mod editor;
pub mod fight;
pub mod figures;
pub mod finished;
pub mod game;
pub mod ground;
pub mod knight;
pub mod level;
pub(crate) mod mistakes;
pub mod pad;
pub mod scene;
pub mod sound;
pub mod starter;

pub use given::lesson_18::*;
