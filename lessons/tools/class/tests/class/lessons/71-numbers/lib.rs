//! Lesson 71: what a student writes, as a library.

#[cfg(not(mended))] // then `library!` has it
#[forbid(unsafe_code)]
pub mod exercise;

pub use given::trial::*;

given::library!("exercise.rs");
