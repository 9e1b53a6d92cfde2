//! Lesson 06, keyframes: your `exercise.rs` as a library, which the lesson's program loads.

#[cfg(not(mended))] // then `library!` has it
#[forbid(unsafe_code)]
pub mod exercise;

pub use given::lesson_06::*;

given::library!("exercise.rs");
