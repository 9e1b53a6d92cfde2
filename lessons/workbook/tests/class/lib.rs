//! Lesson 71 of the made-up course: numbers. Its checks are the real ones of `common`; it draws nothing.

#[forbid(unsafe_code)]
mod exercise;

#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod checks;
    pub(crate) mod mistakes;
    pub(crate) mod starter;
}

#[cfg(not(live))]
pub use lesson::*;

use shared as _; // `common` as a shared library

common::live!();

common::answers! {
    /// What this lesson asks for.
    pub struct Answers {
        double: fn(f32) -> f32, within 0.001;
        mean: fn(&[f32]) -> f32, within 0.001;
    }
}
