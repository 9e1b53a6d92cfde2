//! Lesson 05, Collada joints: your `exercise.rs` as a library, which the lesson's program loads.

#[cfg(not(mended))] // then `library!` has it
#[forbid(unsafe_code)]
pub mod exercise;

pub use given::lesson_05::*;

given::library!("exercise.rs");
