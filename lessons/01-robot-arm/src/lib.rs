//! Lesson 01, robot arm. You edit `exercise.rs`.

pub mod checks;
pub mod exercise;
pub mod frame;
mod given;
mod mistakes;
pub mod robot;
pub mod scene;
pub mod starter;

pub use given::{Arm, Placed, Rigid};

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::Mat4;

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        matrix: fn(&Rigid) -> Mat4,
        compose: fn(&Rigid, &Rigid) -> Rigid,
        inverse: fn(&Rigid) -> Rigid,
        place: fn(&Arm, f32, f32) -> Placed,
    }
}
