//! Lesson 10, normals: all but what the student writes.

pub mod figures;
pub(crate) mod finished;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub mod dancer;
    pub mod probes;
    pub mod scene;
    pub(crate) mod spines;
}

pub use given::lesson_10::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(normals: Normals);
