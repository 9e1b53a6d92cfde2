//! Lesson 07, rotations: all but what the student writes.

pub mod arms;
pub mod figures;
pub mod finished;
pub(crate) mod graph;
pub mod knight;
pub mod scene;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub(crate) mod probes;

    common::lesson_window!(crate::knight::read);
}

pub use given::lesson_07::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(rotations: Rotations, scene::SCENE);
