//! Lesson 12, playback: all but what the student writes.

pub mod character;
pub mod checks;
pub(crate) mod clock;
pub mod earlier;
pub mod figures;
pub(crate) mod finished;
pub(crate) mod mistakes;
pub mod playing;
pub mod probes;
pub mod scene;
#[allow(clippy::unnecessary_wraps)] // as in `exercise`
pub mod starter;
pub mod sword;

pub use given::lesson_12::*;
