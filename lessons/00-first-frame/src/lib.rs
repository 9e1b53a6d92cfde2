//! Lesson 00, first frame. You edit `exercise.rs`.

pub mod checks;
pub mod exercise;
mod given;
mod mistakes;
pub mod scene;
pub mod starter;

pub use given::{FARTHEST, NEAREST, PAINT, VERTICAL_FOV};

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::{Mat4, Vec3};

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        paint: fn() -> Vec3,
        clip_from_camera: fn(u32, u32) -> Mat4,
    }
}
