//! Lesson 08, bind pose: your `exercise.rs` as a library, which the lesson's program loads.

#[cfg(not(mended))] // then `library!` has it
#[forbid(unsafe_code)]
pub mod exercise;

pub use given::lesson_08::*;

given::library!("exercise.rs");
