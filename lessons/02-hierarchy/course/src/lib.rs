//! Lesson 02, hierarchy: all but what the student writes.

pub mod creature;
pub mod figures;
pub(crate) mod finished;
pub(crate) mod posed;
pub mod scene;
pub(crate) mod strip;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub mod probes;

    common::lesson_window!();
}

pub use given::lesson_02::*;
pub use posed::posed;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(hierarchy: Hierarchy, scene::SCENE);
