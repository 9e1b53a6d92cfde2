//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self};
use crate::{PAINT, VERTICAL_FOV};
use check::{Answer, AnswerError, AnyCheck, Case, Check, Probe, finite, words};
use given::Course;
use glam::{Mat4, Vec3};
use std::ops::Range;

check::lesson! {
    first_frame: FirstFrame,
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[check::of::<Paint>(), check::of::<Projection>()];

/// 00.1: the channels that are compared.
struct Paint;

const CHANNELS: [&str; 3] = ["red", "green", "blue"];

impl Check for Paint {
    type Input = Range<usize>;
    type Output = Vec3;
    const TOLERANCE: f32 = 0.006; // Two decimals are good enough: a step of 255 is 0.004.

    fn by_hand() -> Vec<Case<Range<usize>>> {
        let mut cases = Vec::new();
        for (channel, name) in CHANNELS.into_iter().enumerate() {
            let byte = PAINT[channel];
            cases
                .push(Case::new(format!("the tin's {name}, {byte} of 255"), channel..channel + 1).shown([byte.into()]));
        }
        cases
    }

    fn drawn(_: &Probe) -> Vec<Case<Range<usize>>> {
        vec![Case::of(0..3)]
    }

    fn call(course: &Course, _: &Range<usize>) -> Result<Vec3, AnswerError> {
        Ok(course.first_frame.paint()?)
    }

    fn compare(channels: &Range<usize>, paint: Vec3, answer: &mut Answer) {
        if channels.len() == 1 {
            answer.compare(format!("the number for {}", CHANNELS[channels.start]), paint[channels.start]);
        } else {
            answer.compare("the paint", paint);
        }
        let bytes = paint * 255.0;
        answer.notes.push(words!("bytes", red = bytes.x, green = bytes.y, blue = bytes.z));
    }
}

/// 00.2: a picture's width and height.
struct Projection;

impl Projection {
    fn cases(sizes: &[(u32, u32)]) -> Vec<Case<(u32, u32)>> {
        let mut cases = Vec::new();
        for (width, height) in sizes {
            cases.push(Case::new(format!("a picture {width} wide and {height} high"), (*width, *height)));
        }
        cases
    }
}

impl Check for Projection {
    type Input = (u32, u32);
    type Output = Mat4;
    const TOLERANCE: f32 = 0.002; // Of numbers between 0.3 and 10.

    fn by_hand() -> Vec<Case<(u32, u32)>> {
        let mut cases = Vec::new();
        for [width, height] in [[800.0, 400.0], [400.0, 800.0], [600.0, 600.0], [1000.0, 400.0], [900.0, 600.0]] {
            let words = format!("a picture {width} wide and {height} high");
            cases.push(Case::at(words, [width, height], figures::picture_size));
        }
        cases
    }

    /// A picture that is at least twice as wide as high, and one that is higher than wide. All numbers are odd, so that a
    /// division of integers has a remainder.
    fn drawn(probe: &Probe) -> Vec<Case<(u32, u32)>> {
        let mut random = probe.random();
        let short = 301 + 2 * random.below(200) as u32;
        let broad = (short as f32 * random.between(2.1, 3.4)) as u32 | 1;
        let high = (short as f32 * random.between(1.2, 2.8)) as u32 | 1;
        Projection::cases(&[(broad, short), (short, high)])
    }

    /// Screens, squares and strips.
    fn corners(_: &Probe) -> Vec<Case<(u32, u32)>> {
        let screens = [(1280, 720), (1024, 768), (1280, 800), (2000, 950), (2560, 1080), (1080, 1920)];
        let others = [(720, 720), (1, 1), (2001, 2000), (800, 1000), (900, 9), (9, 900)];
        Projection::cases(&[screens, others].concat())
    }

    fn call(course: &Course, (width, height): &(u32, u32)) -> Result<Mat4, AnswerError> {
        Ok(course.first_frame.clip_from_camera(*width, *height)?)
    }

    fn compare((width, height): &(u32, u32), matrix: Mat4, answer: &mut Answer) {
        let group = if width < height { "tall pictures" } else { "wide pictures" };
        let aspect = matrix.y_axis.y / matrix.x_axis.x;
        answer.compare("the aspect in your matrix", finite(aspect)).group(group);
        // Four columns, not a transform: the engine would look for a figure's joints in a projection.
        for (index, name) in ["first", "second", "third", "fourth"].into_iter().enumerate() {
            answer.compare(format!("the {name} column"), matrix.col(index)).group(group);
        }
        let angle = 2.0 * (1.0 / matrix.y_axis.y).atan();
        let note = words!("field-of-view", angle, right = VERTICAL_FOV);
        if (angle - VERTICAL_FOV).abs() > 0.005 && !answer.notes.contains(&note) {
            answer.notes.push(note);
        }
    }
}
