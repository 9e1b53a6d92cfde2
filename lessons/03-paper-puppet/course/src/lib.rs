//! Lesson 03, paper puppet: all but what the student writes.

pub(crate) mod backdrop;
pub(crate) mod cutouts;
pub mod figures;
pub mod finished;
pub(crate) mod fox;
pub(crate) mod paper;
pub mod scene;
pub(crate) mod troupe;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub(crate) mod probes;

    common::lesson_window!();
}

pub use cutouts::{Cutout, cutouts};
pub use fox::Fox;
pub use given::lesson_03::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(paper_puppet: PaperPuppet, scene::SCENE);
