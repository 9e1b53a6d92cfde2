//! Lesson 08, bind pose: all but what the student writes.

pub mod figures;
pub(crate) mod finished;
pub mod scene;
pub mod tin_worm;
pub mod tins;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub mod probes;

    common::lesson_window!();
}

pub use given::lesson_08::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(bind_pose: BindPose, scene::SCENE, hierarchy: lesson_02);
