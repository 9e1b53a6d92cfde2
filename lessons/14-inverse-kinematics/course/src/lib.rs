//! Lesson 14, inverse kinematics: all but what the student writes.

pub mod arm;
pub mod figures;
pub mod finished;
pub mod frame;
pub(crate) mod graph;
pub mod knight;
pub mod scene;
pub mod tentacles;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod checks;
    pub(crate) mod probes;

    common::lesson_window!(common::exercise::NoOptions => lesson_12::character::read_knight);
}

pub use finished::tools_of;
pub use given::lesson_14::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(
    inverse_kinematics: InverseKinematics,
    scene::SCENE,
    hierarchy: lesson_02,
    keyframes: lesson_06,
    rotations: lesson_07,
    playback: lesson_12
);
