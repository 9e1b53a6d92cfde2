//! Lesson 08, bind pose: all but what the student writes.

pub mod figures;
pub(crate) mod finished;
mod stage;
pub mod tin_worm;
pub mod tins;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub mod probes;
    pub mod scene;
}

pub use given::lesson_08::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(bind_pose: BindPose, stage::SCENE);
