//! Lesson 16, pose editor: all but what the student writes.

pub mod figures;
pub mod finished;
pub mod probes;
pub mod scene;
pub mod windmill;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub mod editing;
}

pub use given::lesson_16::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(pose_editor: PoseEditor, scene::SCENE, rotations: lesson_07);
