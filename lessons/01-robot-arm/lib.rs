//! Lesson 01, robot arm. You edit `exercise.rs`.

#[forbid(unsafe_code)]
pub mod exercise;
mod given;

/// All else: checks, mistakes, the scene. None of it is in the library that answers.
#[cfg(not(live))]
#[path = "src"]
mod lesson {
    pub mod checks;
    pub mod figures;
    pub mod frame;
    pub(crate) mod mistakes;
    pub mod robot;
    pub mod scene;
    pub mod starter;
}

pub use given::{Arm, Placed, Rigid};
#[cfg(not(live))]
pub use lesson::*;

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::Mat4;

common::live!("given.rs");

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        matrix: fn(&Rigid) -> Mat4, within checks::TOLERANCE;
        compose: fn(&Rigid, &Rigid) -> Rigid, within checks::TOLERANCE;
        inverse: fn(&Rigid) -> Rigid, within checks::TOLERANCE;
        place: fn(&Arm, f32, f32) -> Placed, within checks::TOLERANCE;
    }
}
