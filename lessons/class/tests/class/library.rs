//! Lesson 71: what a student writes, as a library.

#[forbid(unsafe_code)]
pub mod exercise;

pub use given::trial::*;

given::library!("exercise.rs");
