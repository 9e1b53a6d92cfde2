//! Lesson 05, Collada joints: all but what the student writes.

pub mod figures;
pub(crate) mod finished;
pub mod probes;
pub mod scene;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub mod file;

    common::lesson_window!(file::SkeletonOptions => file::SkeletonOptions::read, file::SkeletonOptions::dropped);
}

pub use given::lesson_05::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(collada_joints: ColladaJoints, scene::SCENE, hierarchy: lesson_02);
