//! Lesson 00, first frame: all but what the student writes.

pub mod figures;
pub(crate) mod finished;
pub mod scene;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub mod crate_frame;
}

pub use given::lesson_00::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(first_frame: FirstFrame, scene::SCENE);
