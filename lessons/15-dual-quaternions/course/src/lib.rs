//! Lesson 15, dual quaternions: all but what the student writes.

pub mod candy;
pub mod figures;
pub(crate) mod finished;
pub(crate) mod graph;
pub mod knight;
pub mod scene;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub mod probes;

    common::lesson_window!(crate::knight::read);
}

pub use given::lesson_15::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(dual_quaternions: DualQuaternions, scene::SCENE);
