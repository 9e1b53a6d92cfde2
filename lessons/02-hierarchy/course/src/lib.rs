//! Lesson 02, hierarchy: all but what the student writes.

pub mod creature;
pub mod figures;
pub(crate) mod finished;
pub mod scene;
pub(crate) mod strip;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub(crate) mod posed;
    pub mod probes;

    pub use posed::posed;

    common::lesson_window!();
}

pub use given::lesson_02::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(hierarchy: Hierarchy, scene::SCENE);
