//! Lesson 06, keyframes: all but what the student writes.

pub mod chain;
pub mod figures;
pub mod finished;
pub(crate) mod graph;
pub mod playing;
pub mod scene;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;

    common::lesson_window!(crate::chain::read);
}

pub use given::lesson_06::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(keyframes: Keyframes, scene::SCENE, hierarchy: lesson_02);
