//! Lesson 15, dual quaternions: all but what the student writes.

pub mod candy;
pub mod figures;
pub(crate) mod finished;
mod stage;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub(crate) mod graph;
    pub(crate) mod knight;
    pub mod probes;
    pub mod scene;
}

pub use given::lesson_15::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(dual_quaternions: DualQuaternions, stage::SCENE);
