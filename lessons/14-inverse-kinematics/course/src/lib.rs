//! Lesson 14, inverse kinematics: all but what the student writes.

pub mod arm;
pub mod checks;
pub mod figures;
pub(crate) mod finished;
pub mod frame;
pub(crate) mod graph;
pub mod knight;
pub(crate) mod mistakes;
pub(crate) mod probes;
pub mod scene;
pub mod starter;
pub mod tentacles;

pub use finished::tools_of;
pub use given::lesson_14::*;
