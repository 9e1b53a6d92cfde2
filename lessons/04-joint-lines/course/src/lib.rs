//! Lesson 04, joint lines: all but what the student writes.

pub mod figures;
pub(crate) mod finished;
pub mod scene;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub(crate) mod corners;

    common::lesson_window!();
}

/// The scene: a creature and her young, which lesson 02 made walk.
pub use drawing::cast::creature;
pub use given::lesson_04::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(joint_lines: JointLines, scene::SCENE, hierarchy: lesson_02);
