//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::VERTICAL_FOV;
use check::case;
use check::words;
use check::{Answer, AnswerError, AnyCheck, Ask, AskedCase, Probe, finite};
use glam::Mat4;

check::lesson! {
    first_frame: FirstFrame,
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[AnyCheck] = &[
    // Two decimals are good enough: a step of 255 is 0.004.
    AnyCheck::asked(0.006, paint, PAINT),
    // Of numbers between 0.3 and 10.
    AnyCheck::asked(0.002, clip_from_camera, CLIP_FROM_CAMERA),
];

const PAINT: &[AskedCase] = &[
    case!("the tin's red, 17 of 255", paint_case("red", 0)),
    case!("the tin's green, 138 of 255", paint_case("green", 1)),
    case!("the tin's blue, 178 of 255", paint_case("blue", 2)),
];

fn paint_case(q: &mut Ask, answer: &mut Answer, color: &str, channel: usize) -> Result<(), AnswerError> {
    let paint = q.ask("", |course| course.first_frame.paint())?;
    answer.compare(format!("the number for {color}"), paint[channel]);
    Ok(())
}

pub(crate) fn paint(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let color = q.ask("", |course| course.first_frame.paint())?;
    answer.compare("the paint", color);
    let bytes = color * 255.0;
    answer.notes.push(words!("bytes", red = bytes.x, green = bytes.y, blue = bytes.z));
    Ok(())
}

const CLIP_FROM_CAMERA: &[AskedCase] = &[
    case!("a square picture of 600 by 600 pixels", clip_case(600, 600)),
    case!("a picture 800 wide and 400 high", clip_case(800, 400)),
    case!("a picture 400 wide and 800 high", clip_case(400, 800)),
    case!("a picture 1000 wide and 400 high", clip_case(1000, 400)),
    case!("a picture 900 wide and 600 high", clip_case(900, 600)),
];

fn clip_case(q: &mut Ask, answer: &mut Answer, width: u32, height: u32) -> Result<(), AnswerError> {
    let matrix = q.ask("", |course| course.first_frame.clip_from_camera(width, height))?;
    answer.compare("the aspect in your matrix", finite(matrix.y_axis.y / matrix.x_axis.x));
    for (column, name) in ["first", "second", "third", "fourth"].into_iter().enumerate() {
        answer.compare(format!("the {name} column"), matrix.col(column));
    }
    Ok(())
}

pub(crate) fn clip_from_camera(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let mut matrices = Vec::new();
    for (width, height) in picture_sizes(&q.probe) {
        let matrix = q.ask("", |course| course.first_frame.clip_from_camera(width, height))?;
        let group = if width < height { "high pictures" } else { "broad pictures" };
        // Four columns, not a transform: the engine would look for a figure's joints in a projection.
        for (index, column) in ["first", "second", "third", "fourth"].into_iter().enumerate() {
            let label = format!("a picture of {width} x {height}, {column} column");
            answer.compare(label, matrix.col(index)).group(group);
        }
        answer.notes.extend(explain_aspect((width, height), &matrix));
        matrices.push(matrix);
    }
    answer.notes.extend(explain_field_of_view(&matrices[0]));
    Ok(())
}

/// Returns a sentence about the aspect in the matrix, if it is wrong.
fn explain_aspect((width, height): (u32, u32), clip_from_camera: &Mat4) -> Option<String> {
    let aspect = clip_from_camera.y_axis.y / clip_from_camera.x_axis.x;
    let right = width as f32 / height as f32;
    let is_off = (aspect / right - 1.0).abs() > 0.005;
    is_off.then(|| words!("aspect", width, height, aspect, right))
}

/// Returns a sentence about the matrix's field of view, if it is wrong.
fn explain_field_of_view(clip_from_camera: &Mat4) -> Option<String> {
    let angle = 2.0 * (1.0 / clip_from_camera.y_axis.y).atan();
    let is_off = (angle - VERTICAL_FOV).abs() > 0.005;
    is_off.then(|| words!("field-of-view", angle, right = VERTICAL_FOV))
}

/// Returns the sizes of a picture that is at least twice as wide as high, and of one that is higher than wide. All numbers
/// are odd, so that a division of integers has a remainder. The last probe has sizes of screens, squares and strips.
fn picture_sizes(probe: &Probe) -> Vec<(u32, u32)> {
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
