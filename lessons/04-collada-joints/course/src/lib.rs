//! Lesson 04, Collada joints: all but what the student writes.

pub mod figures;
pub(crate) mod finished;
pub(crate) mod mistakes;
pub mod probes;

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub(crate) mod earlier;
    pub mod scene;
    #[allow(clippy::unnecessary_wraps)] // as in `exercise`
    pub mod starter;
}

pub use given::lesson_04::*;
#[cfg(feature = "graphics")]
pub use window::*;

common::page!();
