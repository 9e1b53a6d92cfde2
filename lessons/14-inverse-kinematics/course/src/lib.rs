//! Lesson 14, inverse kinematics: all but what the student writes.

pub mod figures;
pub mod finished;
mod stage;

check::mistaken!();

#[cfg(feature = "graphics")]
#[path = ""]
mod window {
    pub mod arm;
    pub mod checks;
    pub mod frame;
    pub(crate) mod graph;
    pub mod knight;
    pub(crate) mod probes;
    pub mod scene;
    pub mod tentacles;
}

pub use finished::tools_of;
pub use given::lesson_14::*;
#[cfg(feature = "graphics")]
pub use window::*;

drawing::page!(inverse_kinematics: InverseKinematics, stage::SCENE);
