//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures;
use crate::{PAINT, VERTICAL_FOV};
use check::{AnyCheck, Case, Check, finite};
use glam::{Mat4, Vec3};

check::lesson! {
    first_frame: FirstFrame,
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[&PAINTING, &PROJECTION];

const CHANNELS: [&str; 3] = ["red", "green", "blue"];

/// 00.1: the channel that is compared; all of them without one.
const PAINTING: Check<Option<usize>, Vec3> = Check {
    tolerance: 0.006, // two decimals are good enough: a step of 255 is 0.004
    words: |channel| match *channel {
        Some(channel) => format!("the tin's {}, {} of 255", CHANNELS[channel], PAINT[channel]),
        None => String::new(),
    },
    by_hand: || {
        let mut cases = Vec::new();
        for (channel, byte) in PAINT.into_iter().enumerate() {
            cases.push(Case::at([byte.into()], |_| Some(channel)));
        }
        cases
    },
    drawn: |_| vec![None],
    call: |course, _| Ok(course.first_frame.paint()?),
    compare: |channel, paint, answer| {
        match *channel {
            Some(channel) => answer.compare(format!("the number for {}", CHANNELS[channel]), paint[channel]),
            None => answer.compare("the paint", paint),
        };
        let bytes = paint * 255.0;
        answer
            .notes
            .push(format!("times 255 your colour is red {:.0}, green {:.0}, blue {:.0}.", bytes.x, bytes.y, bytes.z));
    },
};

/// 00.2: a picture's width and height.
const PROJECTION: Check<(u32, u32), Mat4> = Check {
    tolerance: 0.002, // of numbers between 0.3 and 10
    words: |(width, height)| format!("a picture {width} wide and {height} high"),
    by_hand: || {
        let sizes = [[800.0, 400.0], [400.0, 800.0], [600.0, 600.0], [1000.0, 400.0], [900.0, 700.0]];
        sizes.map(|size| Case::at(size, figures::picture_size)).into()
    },
    drawn: |probe| {
        if probe.is_last() {
            // Screens, squares and strips.
            let screens = [(1280, 720), (1024, 768), (1280, 800), (2000, 950), (2560, 1080), (1080, 1920)];
            let others = [(720, 720), (1, 1), (2001, 2000), (800, 1000), (900, 9), (9, 900)];
            return [screens, others].concat();
        }
        // A picture that is at least twice as wide as high, and one that is higher than wide. All numbers are odd, so that a
        // division of integers has a remainder.
        let mut random = probe.random();
        let short = 301 + 2 * random.below(200) as u32;
        let broad = (short as f32 * random.between(2.1, 3.4)) as u32 | 1;
        let high = (short as f32 * random.between(1.2, 2.8)) as u32 | 1;
        vec![(broad, short), (short, high)]
    },
    call: |course, (width, height)| Ok(course.first_frame.clip_from_camera(*width, *height)?),
    compare: |(width, height), matrix, answer| {
        let group = if width < height { "tall pictures" } else { "wide pictures" };
        let aspect = matrix.y_axis.y / matrix.x_axis.x;
        answer.compare("the aspect in your matrix", finite(aspect)).group(group);
        // Four columns, not a transform: the engine would look for a figure's joints in a projection.
        for (index, name) in ["first", "second", "third", "fourth"].into_iter().enumerate() {
            answer.compare(format!("the {name} column"), matrix.col(index)).group(group);
        }
        let angle = 2.0 * (1.0 / matrix.y_axis.y).atan();
        let note = format!(
            "the second number on your matrix's diagonal belongs to a field of view of {angle:.2} radians, from bottom to top; it \
             should be {VERTICAL_FOV:.2}."
        );
        if (angle - VERTICAL_FOV).abs() > 0.005 && !answer.notes.contains(&note) {
            answer.notes.push(note);
        }
    },
};
