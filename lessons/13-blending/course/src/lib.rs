//! Lesson 13, blending: all but what the student writes.

pub mod figures;
pub mod finished;
pub mod motion;
mod stage;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub(crate) mod graph;
    pub mod play;
    pub mod probes;
    pub mod scene;
}

pub use given::lesson_13::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(blending: Blending, stage::SCENE);
