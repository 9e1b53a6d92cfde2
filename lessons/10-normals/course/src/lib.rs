//! Lesson 10, normals: all but what the student writes.

pub mod dancer;
pub mod figures;
pub(crate) mod finished;
pub mod scene;
pub(crate) mod spines;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub mod probes;

    common::lesson_window!();
}

pub use given::lesson_10::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(normals: Normals, scene::SCENE, bind_pose: lesson_08);
