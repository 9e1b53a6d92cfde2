//! Lesson 09, smooth skin: all but what the student writes.

pub mod figures;
pub(crate) mod finished;
mod stage;
pub mod tube_worm;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub(crate) mod graph;
    pub mod probes;
    pub mod scene;
}

pub use given::lesson_09::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(smooth_skin: SmoothSkin, stage::SCENE);
