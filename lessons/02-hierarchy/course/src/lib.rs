//! Lesson 02, hierarchy: all but what the student writes.

pub mod checks;
pub mod creature;
pub mod figures;
pub(crate) mod finished;
pub(crate) mod mistakes;
pub(crate) mod posed;
pub mod probes;
pub mod scene;
pub mod starter;
pub(crate) mod strip;

pub use posed::posed;

pub use given::lesson_02::*;
