//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, FARTHEST, NEAREST, PAINT, VERTICAL_FOV};
use common::check::{mistake, nan_band};
use glam::camera::rh::proj::{directx, opengl::perspective};
use glam::{Mat4, Vec3};

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { paint, clip_from_camera };

fn paint() -> Vec3 {
    let full = if mistake("BYTES") {
        1.0
    } else if mistake("HUNDREDTHS") {
        100.0
    } else {
        255.0
    };
    let [red, green, blue] = PAINT.map(|channel| {
        if mistake("UPSIDE-DOWN") {
            255.0 / f32::from(channel)
        } else if mistake("WHOLE-NUMBERS") {
            f32::from(channel / 255)
        } else if mistake("BY-THE-LARGEST") {
            f32::from(channel) / f32::from(PAINT[2])
        } else if mistake("LINEAR") {
            (f32::from(channel) / 255.0).powf(2.2)
        } else {
            f32::from(channel) / full
        }
    });
    if mistake("BLUE-FIRST") { Vec3::new(blue, green, red) } else { Vec3::new(red, green, blue) }
}

fn clip_from_camera(width: u32, height: u32) -> Mat4 {
    let aspect = if mistake("HEIGHT-OVER-WIDTH") {
        height as f32 / width as f32
    } else if mistake("WHOLE-NUMBERS") {
        (width / height) as f32
    } else if mistake("ONE-SIZE") {
        1280.0 / 720.0
    } else if mistake("WIDE-AT-LEAST") {
        (width as f32 / height as f32).max(1.0)
    } else if mistake("LONG-OVER-SHORT") {
        width.max(height) as f32 / width.min(height) as f32
    } else {
        width as f32 / height as f32
    };
    let aspect = aspect * nan_band("width / height", aspect, 0.4..2.5);
    if mistake("ARGUMENTS-EXCHANGED") {
        return perspective(aspect, VERTICAL_FOV, NEAREST, FARTHEST);
    }
    let field_of_view = if mistake("DEGREES") {
        VERTICAL_FOV.to_degrees()
    } else if mistake("RADIANS-TWICE") {
        VERTICAL_FOV.to_radians()
    } else if mistake("FOV-TIMES-ASPECT") {
        VERTICAL_FOV * aspect
    } else {
        VERTICAL_FOV
    };
    if mistake("RANGE-EXCHANGED") {
        return perspective(field_of_view, aspect, FARTHEST, NEAREST);
    }
    if mistake("DEPTH-FROM-ZERO") {
        return directx::perspective(field_of_view, aspect, NEAREST, FARTHEST);
    }
    perspective(field_of_view, aspect, NEAREST, FARTHEST)
}
