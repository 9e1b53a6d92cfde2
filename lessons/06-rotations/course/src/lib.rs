//! Lesson 06, rotations: all but what the student writes.

pub mod figures;
pub mod finished;
mod stage;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod arms;
    pub mod checks;
    pub(crate) mod graph;
    pub mod knight;
    pub(crate) mod probes;
    pub mod scene;
}

pub use given::lesson_06::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(rotations: Rotations, stage::SCENE);
