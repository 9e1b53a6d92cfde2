//! Lesson 16, Pose editor. You edit `exercise.rs`.

pub mod checks;
pub mod exercise;
mod mistakes;
pub mod scene;
pub mod starter;

use common_dylib as _; // `common` as a shared library: a save relinks only the lesson
use glam::{Mat4, Vec3};

common::answers! {
    /// What this lesson asks for. Filled by you, by the finished functions, by someone who makes mistakes.
    pub struct Answers {
        point_1: fn(Mat4, Vec3) -> Vec3,
        point_2: fn(Mat4, Vec3) -> Vec3,
        point_3: fn(Mat4, Vec3) -> Vec3,
        point_4: fn(Mat4, Vec3) -> Vec3,
    }
}
