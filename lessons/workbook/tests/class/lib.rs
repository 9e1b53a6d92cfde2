//! Lesson 71 of the made-up course: numbers. Its checks are the real ones of `common`; it draws nothing.

mod exercise;

#[path = "src"]
mod lesson {
    pub mod checks;
    pub(crate) mod mistakes;
    pub(crate) mod starter;
}

pub use lesson::*;

#[global_allocator]
static MEMORY: common::check::memory::Limited = common::check::memory::Limited;

common::live!();

common::answers! {
    /// What this lesson asks for.
    pub struct Answers {
        double: fn(f32) -> f32, within 0.001;
        mean: fn(&[f32]) -> f32, within 0.001;
    }
}
