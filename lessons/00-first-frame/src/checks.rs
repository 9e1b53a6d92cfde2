//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::{Answers, FARTHEST, NEAREST, PAINT, VERTICAL_FOV};
use common::check::{Answer, Check, Lesson, Probe};
use common::{lesson, words};
use glam::camera::rh::proj::opengl::perspective;
use glam::{Mat4, Vec3};

/// Lesson 00, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(PAINT_CHECK, PROJECTION);

/// What is right. `tests/solution.rs` compares the projection with the camera of `common`.
pub const REFERENCE: Answers = Answers {
    paint: || Vec3::from(PAINT.map(|channel| f32::from(channel) / 255.0)),
    clip_from_camera: |width, height| perspective(VERTICAL_FOV, width as f32 / height as f32, NEAREST, FARTHEST),
};

const PAINT_CHECK: Check<Answers> = Check {
    // Two decimals are good enough: a step of 255 is 0.004.
    tolerance: 0.006,
    ask: |answers, _| {
        let color = (answers.paint)();
        let bytes = color * 255.0;
        let note = words!("bytes", red = bytes.x, green = bytes.y, blue = bytes.z);
        Ok(Answer::points(|_| "the paint".into(), [color]).noting(vec![note]))
    },
};

const PROJECTION: Check<Answers> = Check {
    // Of numbers between 0.3 and 10.
    tolerance: 0.002,
    ask: |answers, probe| {
        let sizes = sizes(probe);
        // Four columns each, not transforms: the engine would look for a figure's joints in a projection.
        let label = |index: usize| {
            let (width, height) = sizes[index / 4];
            let column = ["first", "second", "third", "fourth"][index % 4];
            format!("a picture of {width} x {height}, {column} column")
        };
        let matrix = |&(width, height): &(u32, u32)| (answers.clip_from_camera)(width, height);
        let matrices: Vec<Mat4> = sizes.iter().map(matrix).collect();
        let columns = matrices.iter().flat_map(|m| [m.x_axis, m.y_axis, m.z_axis, m.w_axis]);
        let group = |index: usize| {
            let (width, height) = sizes[index / 4];
            if width < height { "high pictures".into() } else { "broad pictures".into() }
        };
        let aspects = sizes.iter().zip(&matrices).filter_map(|(size, matrix)| aspect(*size, matrix));
        let notes = aspects.chain(upward(&matrices[0])).collect();
        Ok(Answer::vec4s(label, columns).grouped(group).noting(notes))
    },
};

/// What the first number of the matrix means, if it is off.
fn aspect((width, height): (u32, u32), clip_from_camera: &Mat4) -> Option<String> {
    let aspect = clip_from_camera.y_axis.y / clip_from_camera.x_axis.x;
    let right = width as f32 / height as f32;
    let is_off = (aspect / right - 1.0).abs() > 0.005;
    is_off.then(|| words!("aspect", width, height, aspect, right))
}

/// What the second number on the diagonal means, if it is off.
fn upward(clip_from_camera: &Mat4) -> Option<String> {
    let angle = 2.0 * (1.0 / clip_from_camera.y_axis.y).atan();
    let is_off = (angle - VERTICAL_FOV).abs() > 0.005;
    is_off.then(|| words!("field-of-view", angle, right = VERTICAL_FOV))
}

/// A picture that is broader than high, twice at least, and one that is higher than broad. Odd numbers, so
/// that a division of whole numbers has a rest. In the last probe screens, squares and strips.
fn sizes(probe: &Probe) -> Vec<(u32, u32)> {
    if probe.is_last() {
        let screens = [(1280, 720), (1024, 768), (1280, 800), (2000, 950), (2560, 1080), (1080, 1920)];
        let others = [(720, 720), (1, 1), (2001, 2000), (800, 1000), (900, 9), (9, 900)];
        return [screens, others].concat();
    }
    let mut random = probe.random();
    let short = 301 + 2 * random.below(200) as u32;
    let broad = (short as f32 * random.between(2.1, 3.4)) as u32 | 1;
    let high = (short as f32 * random.between(1.2, 2.8)) as u32 | 1;
    vec![(broad, short), (short, high)]
}
