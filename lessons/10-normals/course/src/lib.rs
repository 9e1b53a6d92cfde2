//! Lesson 10, normals: all but what the student writes.

pub mod figures;
pub(crate) mod finished;
pub(crate) mod mistakes;

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub mod dancer;
    pub(crate) mod earlier;
    pub mod probes;
    pub mod scene;
    pub(crate) mod spines;
    pub mod starter;
}

pub use given::lesson_10::*;
#[cfg(feature = "graphics")]
pub use window::*;

common::page!();
