//! The live figures of the text.

use crate::finished::ANSWERS;
use crate::{AnimationIndex, Clip, Keys, LoopMode};
use drawing::{Align, Figure, Ink, Parameter, Plot, Sheet, Shown};
use given::{CallError, Course, lesson_06};
use glam::{Mat4, Vec2};
use std::f32::consts::TAU;

pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "06.1",
        size: [360.0, 150.0],
        parameters: &[Parameter::new("numbers", [0.0, 50.0]).whole()],
        shown: Shown::Cases(2),
        draw: matrices,
    },
    Figure {
        name: "06.2",
        size: [360.0, 110.0],
        parameters: &[
            Parameter::new("t", [BEFORE, CLOSES_AT]).unit("s").plays(4.0),
            Parameter::new("keys left out", [0.0, 2.0]).whole(),
            Parameter::new("played once", [0.0, 1.0]).whole(),
        ],
        shown: Shown::Cases(2),
        draw: segment,
    },
    Figure {
        name: "06.3",
        size: [360.0, 190.0],
        parameters: &[Parameter::new("e", [-2.0, 8.0]).unit("s").plays(8.0)],
        shown: Shown::Cases(1),
        draw: loops,
    },
    Figure {
        name: "06.4",
        size: [360.0, 190.0],
        parameters: &[Parameter::new("e", [0.0, CLOSES_AT]).unit("s"), Parameter::new("dt", [-3.0, 5.0]).unit("s")],
        shown: Shown::Cases(2),
        draw: advance,
    },
];

/// The loop modes, in the order in which checks and figures take them.
pub(crate) const MODES: [LoopMode; 3] = [LoopMode::Loop, LoopMode::Clamp, LoopMode::PingPong];

/// Times of keys, in seconds: three, two, and one.
const KEYS: [&[f32]; 3] = [&[0.0, 0.5, 1.5], &[0.5, 1.5], &[0.0]];
/// A time before the first key, in seconds: the line of 06.2 begins there.
const BEFORE: f32 = -0.15;
/// Duration of the loop, in seconds.
pub(crate) const CLOSES_AT: f32 = 2.0;

/// Frames of a clip that is played.
pub(crate) struct Frames {
    pub(crate) clip: Clip,
    pub(crate) start: AnimationIndex,
    /// The duration of each frame.
    pub(crate) seconds: Vec<f32>,
}

/// Returns 06.1's older key, and the numbers 0, 1, 2, ...
pub(crate) fn numbers([count]: [f32; 1]) -> (Vec<Mat4>, Vec<f32>) {
    let older = vec![Mat4::from_cols_array(&[-1.0; 16])];
    (older, (0..count as u32).map(|number| number as f32).collect())
}

/// Times of keys, a time, and when the loop closes, if it is one.
pub(crate) type TimeInKeys = (Vec<f32>, f32, Option<f32>);

/// Returns 06.2's keys and t.
pub(crate) fn time_in_keys([t, left_out, once]: [f32; 3]) -> TimeInKeys {
    (KEYS[left_out as usize].to_vec(), t, (once < 0.5).then_some(CLOSES_AT))
}

/// Returns 06.4's clip, and one frame of it.
pub(crate) fn frame([e, dt]: [f32; 2], mode: LoopMode) -> Frames {
    let keys = Keys { times: KEYS[0].to_vec(), closes_at: CLOSES_AT };
    let clip = keys.clip(mode, &given::table!(lesson_06::Keyframes, ANSWERS));
    let start = AnimationIndex { elapsed: e, segment: clip.segment(clip.wrap_time(e)) };
    Frames { clip, start, seconds: vec![dt] }
}

/// Draws a list 0, 1, 2, ... and the matrices that 06.1 makes of it.
fn matrices(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let (mut keys, floats) = numbers(sheet.values());
    // Each sixteen numbers a box; what is left over sticks out.
    for (key, sixteen) in floats.chunks(16).enumerate() {
        let low = Vec2::new(12.0 + 115.0 * key as f32, 118.0);
        let ink = if sixteen.len() == 16 { Ink::Given } else { Ink::Faint };
        let first = 16 * key;
        let last = 16 * key + sixteen.len() - 1;
        sheet.cell(low, Vec2::new(6.6 * sixteen.len() as f32, 22.0), format!("{first}…{last}"), ink);
    }
    sheet.slide("numbers", Vec2::new(12.0, 104.0), Vec2::new(355.0, 104.0));
    let result = answers.keyframes.set_keyframes(&mut keys, &floats)?;
    sheet.answered();
    if let Err(error) = &result {
        let count = floats.len();
        let word = if count.is_multiple_of(16) { String::new() } else { count.to_string() };
        sheet.error(Vec2::new(12.0, 50.0), error, &word);
        sheet.reading("keys", keys.len() as f32, "");
        return Ok(());
    }
    for (place, key) in keys.iter().take(3).enumerate() {
        let left = 12.0 + 115.0 * place as f32;
        let corners = [(0.0, 8.0), (105.0, 8.0), (105.0, 92.0), (0.0, 92.0)].map(|(x, y)| Vec2::new(left + x, y));
        sheet.area(&corners, Ink::Answer);
        for (row, column) in (0..16).map(|number| (number / 4, number % 4)) {
            let at = Vec2::new(left + 15.0 + 25.0 * column as f32, 80.0 - 20.0 * row as f32);
            sheet.word(at, Align::Middle, key.row(row)[column].to_string(), Ink::Answer);
        }
    }
    sheet.reading("keys", keys.len() as f32, "");
    Ok(())
}

/// Draws the keys on a line of time, and the segment that 06.2 finds for t.
fn segment(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let (times, t, closes_at) = time_in_keys(sheet.values());
    let line = Plot::new([Vec2::new(15.0, 40.0), Vec2::new(345.0, 90.0)], [BEFORE, CLOSES_AT], [0.0, 1.0]);
    let last = times[times.len() - 1];
    sheet.line(&[line.at(times[0], 0.0), line.at(last, 0.0)], Ink::Given);
    for (key, time) in times.iter().copied().chain(closes_at).enumerate() {
        let at = line.at(time, 0.0);
        sheet.key(at, Ink::Given);
        sheet.word(at - 18.0 * Vec2::Y, Align::Middle, (key % times.len()).to_string(), Ink::Given);
    }
    if let Some(end) = closes_at {
        sheet.dashed(&[line.at(last, 0.0), line.at(end, 0.0)], Ink::Given);
        sheet.word(line.at(f32::midpoint(last, end), 0.0) - 32.0 * Vec2::Y, Align::Middle, "the seam", Ink::Given);
    }
    let found = answers.keyframes.segment(&times, t, closes_at)?;
    sheet.answered();
    let mut ends = [found.from, found.to].map(|key| times.get(key).copied().unwrap_or(f32::NAN));
    if found.to < found.from {
        ends[1] = CLOSES_AT; // key 0 is reached again
    }
    let [from, to] = ends.map(|time| line.at(time, 0.5));
    sheet.line(&[from, to], Ink::Faint);
    let reached = from.lerp(to, found.alpha);
    sheet.line(&[from, reached], Ink::Answer);
    sheet.line(&[from - 8.0 * Vec2::Y, from + 8.0 * Vec2::Y], Ink::Answer);
    sheet.line(&[to - 8.0 * Vec2::Y, to + 8.0 * Vec2::Y], Ink::Answer);
    sheet.point(reached, Ink::Answer);
    if found.from == found.to {
        sheet.word(from + 16.0 * Vec2::Y, Align::Left, "from = to", Ink::Answer);
    } else {
        sheet.word(from + 16.0 * Vec2::Y, Align::Middle, "from", Ink::Answer);
        sheet.word(to + 16.0 * Vec2::Y, Align::Middle, "to", Ink::Answer);
    }
    sheet.given();
    let at = line.slide(sheet, "t");
    sheet.dashed(&[at, at + 50.0 * Vec2::Y], Ink::Given);
    sheet.reading("from", found.from as f32, "");
    sheet.reading("to", found.to as f32, "");
    sheet.reading("alpha", found.alpha, "");
    Ok(())
}

/// Draws the time in the clip over the time played, for each mode.
fn loops(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [e] = sheet.values();
    let plot = Plot::new([Vec2::new(30.0, 40.0), Vec2::new(310.0, 150.0)], [-2.0, 8.0], [0.0, CLOSES_AT]);
    plot.axes(sheet, "e", "t");
    plot.x_numbers(sheet, &[-2.0, 0.0, 2.0, 4.0, 6.0, 8.0]);
    plot.y_numbers(sheet, &[0.0, CLOSES_AT]);
    plot.upright(sheet, e, Ink::Given);
    plot.slide(sheet, "e");
    sheet.answered();
    for (number, (mode, name)) in MODES.into_iter().zip(["loop", "clamp", "ping-pong"]).enumerate() {
        let ink = Ink::Series(number as u8);
        plot.try_curve(sheet, ink, |elapsed| answers.keyframes.wrap_time(elapsed, CLOSES_AT, mode))?;
        let time = answers.keyframes.wrap_time(e, CLOSES_AT, mode)?;
        sheet.point(plot.at(e, time), ink);
        sheet.word(Vec2::new(70.0 + 100.0 * number as f32, 178.0), Align::Left, name, ink);
        sheet.reading(name, time, "s");
    }
    Ok(())
}

/// Centre of 06.4's circle.
const CENTRE: Vec2 = Vec2::new(180.0, 95.0);

/// Returns the angle of a time on 06.4's circle, which time goes round as on a clock.
fn clock_angle(time: f32) -> f32 {
    TAU * (0.25 - time / CLOSES_AT)
}

fn on_clock(time: f32, radius: f32) -> Vec2 {
    CENTRE + radius * Vec2::from_angle(clock_angle(time))
}

/// Draws one frame of dt seconds on a clock whose cycle is the loop.
fn advance(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [e, dt] = sheet.values();
    let Frames { clip, start: mut index, seconds } = frame([e, dt], LoopMode::Loop);
    let radius = 70.0;
    sheet.circle(CENTRE, radius, Ink::Given);
    for (key, time) in clip.times.iter().enumerate() {
        sheet.key(on_clock(*time, radius), Ink::Given);
        sheet.word(on_clock(*time, radius + 16.0), Align::Middle, key.to_string(), Ink::Given);
    }
    sheet.line(&[CENTRE, on_clock(e, radius)], Ink::Faint);
    sheet.word(on_clock(e, 0.6 * radius) + 10.0 * Vec2::Y, Align::Middle, "before", Ink::Given);
    sheet.arc(CENTRE, 0.3 * radius, [e, e + dt].map(clock_angle), Ink::Faint);
    answers.keyframes.advance(&mut index, seconds[0], &clip)?;
    sheet.answered();
    sheet.arrow(CENTRE, on_clock(index.elapsed, radius - 8.0), Ink::Answer);
    sheet.reading("e after", index.elapsed, "s");
    sheet.reading("key", index.segment.from as f32, "");
    sheet.reading("alpha", index.segment.alpha, "");
    Ok(())
}
