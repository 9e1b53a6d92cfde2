//! The finished form of the answers.

use crate::{Answers, FARTHEST, NEAREST, PAINT, VERTICAL_FOV};
use glam::Vec3;
use glam::camera::rh::proj::opengl::perspective;

/// The right answers. The tests compare the projection with the camera of `common`.
pub(crate) const ANSWERS: Answers = Answers {
    paint: || Vec3::from(PAINT.map(|channel| f32::from(channel) / 255.0)),
    clip_from_camera: |width, height| perspective(VERTICAL_FOV, width as f32 / height as f32, NEAREST, FARTHEST),
};
