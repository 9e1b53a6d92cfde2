//! Lesson 00: a crate. This is the only file you edit.

use crate::{Answers, FARTHEST, NEAREST, VERTICAL_FOV};
use glam::camera::rh::proj::opengl::perspective;
use glam::{Mat4, Vec3};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { paint, clip_from_camera };

/// The paint on the crate: red, green and blue, each from 0.0 (none) to 1.0 (full).
fn paint() -> Vec3 {
    // BEGIN 00.1
    Vec3::new(17.0 / 255.0, 138.0 / 255.0, 178.0 / 255.0)
    // STUB // TODO 00.1: the colour on the tin. This one is a middle grey.
    // STUB Vec3::new(0.5, 0.5, 0.5)
    // END 00.1
}

/// The projection matrix: it takes points from the camera's space to the picture, which is `width` by `height` pixels.
///
/// `VERTICAL_FOV`, `NEAREST` and `FARTHEST` are in given.rs.
fn clip_from_camera(width: u32, height: u32) -> Mat4 {
    // BEGIN 00.2
    let aspect = width as f32 / height as f32;
    // STUB // TODO 00.2: the aspect of this picture. 1.0 is right for square ones only.
    // STUB let _ = (width, height); // keeps Rust from warning that they are unused; delete it
    // STUB let aspect = 1.0;
    // END 00.2
    perspective(VERTICAL_FOV, aspect, NEAREST, FARTHEST)
}
