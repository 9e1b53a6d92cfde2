//! Lesson 12, playback: your `exercise.rs` as a library, which the lesson's program loads.

#[allow(clippy::unnecessary_wraps)] // a placeholder never fails
#[cfg(not(mended))] // then `library!` has it
#[forbid(unsafe_code)]
pub mod exercise;

pub use given::lesson_12::*;

given::library!("exercise.rs");
