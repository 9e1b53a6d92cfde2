//! Lesson 07, paper puppet: all but what the student writes.

pub mod figures;
pub mod finished;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub(crate) mod cutouts;
    pub(crate) mod fox;
    pub(crate) mod probes;
    pub mod scene;
    pub(crate) mod stage;
    pub(crate) mod troupe;

    pub use cutouts::{Cutout, cutouts};
    pub use fox::Fox;
}

pub use given::lesson_07::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(paper_puppet: PaperPuppet);
