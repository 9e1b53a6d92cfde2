//! Lesson 03, paper puppet: your `exercise.rs` as a library, which the lesson's program loads.

#[allow(clippy::needless_range_loop)] // indices are what this lesson counts by
#[cfg(not(mended))] // then `library!` has it
#[forbid(unsafe_code)]
pub mod exercise;

pub use given::lesson_03::*;

given::library!("exercise.rs");
