//! Lesson 09, smooth skin: all but what the student writes.

pub mod figures;
pub(crate) mod finished;
pub(crate) mod graph;
pub mod scene;
pub mod tube_worm;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub mod probes;

    common::lesson_window!();
}

pub use given::lesson_09::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(smooth_skin: SmoothSkin, scene::SCENE, bind_pose: lesson_08);
