//! Lesson 17, crowd: all but what the student writes.

pub mod figures;
pub(crate) mod finished;
pub(crate) mod repaired;
pub mod scene;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod cast;
    pub mod checks;
    pub(crate) mod costs;
    pub mod frame;
    pub(crate) mod ghost;
    pub mod instanced;
    pub(crate) mod parade;
    pub mod probes;
    pub mod square;
    pub(crate) mod timer;
    pub mod ways;
}

pub use given::lesson_17::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(crowd: Crowd, scene::SCENE);
