//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, FARTHEST, NEAREST, PAINT, VERTICAL_FOV};
use common::check::flaw;
use glam::camera::rh::proj::opengl::perspective;
use glam::{Mat4, Vec3};

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { paint, clip_from_camera };

fn paint() -> Vec3 {
    let full = if flaw("BYTES") {
        1.0
    } else if flaw("HUNDREDTHS") {
        100.0
    } else {
        255.0
    };
    let [red, green, blue] = PAINT.map(|channel| f32::from(channel) / full);
    if flaw("BLUE-FIRST") { Vec3::new(blue, green, red) } else { Vec3::new(red, green, blue) }
}

fn clip_from_camera(width: u32, height: u32) -> Mat4 {
    let aspect = if flaw("HEIGHT-OVER-WIDTH") {
        height as f32 / width as f32
    } else if flaw("WHOLE-NUMBERS") {
        (width / height) as f32
    } else if flaw("ONE-SIZE") {
        1280.0 / 720.0
    } else if flaw("LONG-OVER-SHORT") {
        width.max(height) as f32 / width.min(height) as f32
    } else {
        width as f32 / height as f32
    };
    perspective(VERTICAL_FOV, aspect, NEAREST, FARTHEST)
}
