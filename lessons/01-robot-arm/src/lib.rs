//! Lesson 01, robot arm. You edit `exercise.rs`.

pub mod checks;
pub mod exercise;
pub mod frame;
mod given;
mod mistakes;
pub mod robot;
pub mod scene;
mod solids;
pub mod starter;

pub use given::{Arm, Placed, Rigid};

use common_dylib as _;
use glam::Mat4; // `common` as a shared library: a save relinks only the lesson

/// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
#[derive(Clone, Copy)]
pub struct Answers {
    /// 01.1
    pub matrix: fn(&Rigid) -> Mat4,
    /// 01.2
    pub compose: fn(&Rigid, &Rigid) -> Rigid,
    /// 01.3
    pub inverse: fn(&Rigid) -> Rigid,
    /// 01.4
    pub place: fn(&Arm, f32, f32) -> Placed,
}
