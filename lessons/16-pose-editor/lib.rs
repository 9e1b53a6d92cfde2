//! Lesson 16, pose editor: your `exercise.rs` as a library, which the lesson's program loads.

#[allow(clippy::ptr_arg, clippy::unnecessary_wraps)] // a placeholder adds nothing and never fails
#[cfg(not(mended))] // then `library!` has it
#[forbid(unsafe_code)]
pub mod exercise;

pub use given::lesson_16::*;

given::library!("exercise.rs");
