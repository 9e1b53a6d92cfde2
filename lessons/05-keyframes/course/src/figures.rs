//! The live figures of the text.

use crate::finished::ANSWERS;
use crate::{AnimationIndex, Keys, LoopMode};
use drawing::{Align, Figure, Ink, Parameter, Plot, Sheet, Shown, ShownCase};
use given::{CallError, Course, lesson_05};
use glam::{Mat4, Vec2};
use std::f32::consts::TAU;

pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "05.1",
        size: [360.0, 150.0],
        parameters: &[Parameter::new("numbers", [0.0, 50.0], 32.0).whole()],
        shown: Shown::At(&[&[32.0], &[33.0]]),
        draw: matrices,
    },
    Figure {
        name: "05.2",
        size: [360.0, 110.0],
        parameters: &[
            Parameter::new("t", [BEFORE, CLOSES_AT], 1.17).unit("s").plays(4.0),
            LIST,
            Parameter::new("clamp", [0.0, 1.0], 0.0).whole(),
        ],
        shown: Shown::At(&[&[1.17, 0.0, 0.0], &[1.85, 0.0, 0.0]]),
        draw: segment,
    },
    Figure {
        name: "05.3",
        size: [360.0, 190.0],
        parameters: &[Parameter::new("e", [-2.0, 6.0], 4.6).unit("s").plays(8.0)],
        shown: Shown::Start,
        draw: loops,
    },
    Figure {
        name: "05.4",
        size: [360.0, 190.0],
        parameters: &[
            Parameter::new("e", [0.0, CLOSES_AT], 1.6).unit("s"),
            Parameter::new("dt", [-3.0, 5.0], 0.7).unit("s"),
            LIST,
        ],
        shown: Shown::At(&[&[1.6, 0.7, 0.0], &[0.3, -0.8, 0.0]]),
        draw: advance,
    },
];

pub const SHOWN_CASES: &[ShownCase] = &[
    ("the 16 numbers 0 to 15, one key before", &[16.0]),
    ("the 32 numbers 0 to 31, one key before", &[32.0]),
    ("no numbers, one key before", &[0.0]),
    ("the 15 numbers 0 to 14, one key before", &[15.0]),
    ("the 17 numbers 0 to 16, one key before", &[17.0]),
    ("keys at 0, 0.5 and 1.5 s, t = 0.25 s", &[0.25, 1.0, 1.0]),
    ("keys at 0, 0.5 and 1.5 s, t = 0, exactly at a key", &[0.0, 1.0, 1.0]),
    ("keys at 0, 0.5 and 1.5 s, t = 1.25 s", &[1.25, 1.0, 1.0]),
    ("keys at 0, 0.5 and 1.5 s, t = 0.5 s, exactly at a key", &[0.5, 1.0, 1.0]),
    ("keys at 0, 0.5 and 1.5 s, t = -0.1 s, before all", &[-0.1, 1.0, 1.0]),
    ("keys at 0, 0.5 and 1.5 s, t = 1.75 s, after all", &[1.75, 1.0, 1.0]),
    ("keys at 0, 0.5 and 1.5 s, in a loop that closes at 2 s, t = 1.75 s", &[1.75, 1.0, 0.0]),
    ("keys at 0.5 and 1.5 s, in a loop that closes at 2 s, t = 0.25 s", &[0.25, 2.0, 0.0]),
    ("one key at 0, in a loop that closes at 2 s, t = 0.5 s", &[0.5, 3.0, 0.0]),
    ("a loop of 2 s after 0.5 s", &[0.5]),
    ("a loop of 2 s after 3 s", &[3.0]),
    ("a loop of 2 s after 5 s", &[5.0]),
    ("a loop of 2 s at -0.5 s", &[-0.5]),
    ("a clamped clip of 2 s after 0.5 s", &[0.5]),
    ("a clamped clip of 2 s after 3 s", &[3.0]),
    ("a clamped clip of 2 s at -0.5 s", &[-0.5]),
    ("a ping-pong of 2 s after 0.5 s", &[0.5]),
    ("a ping-pong of 2 s after 3.5 s", &[3.5]),
    ("a ping-pong of 2 s after 4.5 s", &[4.5]),
    ("a ping-pong of 2 s at -0.5 s", &[-0.5]),
    ("a loop of 2 s with keys at 0, 0.5 and 1.5 s, one frame of 0.25 s", &[0.0, 0.25, 1.0]),
    ("a loop of 2 s with keys at 0, 0.5 and 1.5 s, two frames of 0.5 s", &[0.5, 0.5, 1.0]),
    ("a loop of 2 s with keys at 0, 0.5 and 1.5 s, a frame of 1.5 s and one of 0.75 s", &[1.5, 0.75, 1.0]),
    ("a loop of 2 s with keys at 0, 0.5 and 1.5 s, one frame of 4.75 s", &[0.0, 4.75, 1.0]),
    ("a loop of 2 s with keys at 0, 0.5 and 1.5 s, one frame of -0.25 s", &[0.0, -0.25, 1.0]),
];

/// The loop modes, in the order in which checks and figures take them.
pub(crate) const MODES: [LoopMode; 3] = [LoopMode::Loop, LoopMode::Clamp, LoopMode::PingPong];

/// Times of the dance's keys that are kept, in 24ths of a second.
pub const KEYS: [f32; 9] = [0.0, 4.0, 9.0, 13.0, 20.0, 24.0, 32.0, 36.0, 40.0];
/// Selects the keys of 05.2 and 05.4: 0 for the dance's, 1 to 3 for the first lists of [`CASE_KEYS`].
const LIST: Parameter = Parameter::new("keys", [0.0, 3.0], 0.0).whole();
/// Key times of the cases of 05.2 and 05.4, in seconds.
pub(crate) const CASE_KEYS: [&[f32]; 3] = [&[0.0, 0.5, 1.5], &[0.5, 1.5], &[0.0]];
/// A time before the first key, in seconds: the line of 05.2 begins there.
const BEFORE: f32 = -0.15;
/// When the dance is back at its first key, in seconds.
pub const CLOSES_AT: f32 = 2.0;

/// Returns the keys that [`LIST`] selects.
fn keys(list: f32) -> Keys {
    let times = match list as usize {
        0 => KEYS.map(|frame| frame / 24.0).to_vec(),
        list => CASE_KEYS[list - 1].to_vec(),
    };
    Keys { times, closes_at: CLOSES_AT }
}

/// Draws a list 0, 1, 2, ... and the matrices that 05.1 makes of it.
fn matrices(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [count] = sheet.values();
    let floats: Vec<f32> = (0..count as u32).map(|number| number as f32).collect();
    // Each sixteen numbers a box; what is left over sticks out.
    for (key, sixteen) in floats.chunks(16).enumerate() {
        let low = Vec2::new(12.0 + 115.0 * key as f32, 118.0);
        let ink = if sixteen.len() == 16 { Ink::Given } else { Ink::Faint };
        let first = 16 * key;
        let last = 16 * key + sixteen.len() - 1;
        sheet.cell(low, Vec2::new(6.6 * sixteen.len() as f32, 22.0), format!("{first}…{last}"), ink);
    }
    sheet.slide("numbers", Vec2::new(12.0, 104.0), Vec2::new(355.0, 104.0));
    // A key that was there before: where the list is refused, it stays.
    let mut keys = vec![Mat4::from_cols_array(&[-1.0; 16])];
    let result = answers.keyframes.set_keyframes(&mut keys, &floats)?;
    sheet.answered();
    if let Err(error) = &result {
        sheet.word(Vec2::new(12.0, 50.0), Align::Left, format!("Err: {error}"), Ink::Answer);
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

/// Draws the keys on a line of time, and the segment that 05.2 finds for t.
fn segment(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [t, list, clamp] = sheet.values();
    let Keys { times, closes_at } = keys(list);
    let line = Plot::new([Vec2::new(15.0, 40.0), Vec2::new(345.0, 90.0)], [BEFORE, closes_at], [0.0, 1.0]);
    let last = times[times.len() - 1];
    let closes = (clamp < 0.5).then_some(closes_at);
    sheet.line(&[line.at(times[0], 0.0), line.at(last, 0.0)], Ink::Given);
    for (key, time) in times.iter().copied().chain(closes).enumerate() {
        let at = line.at(time, 0.0);
        sheet.key(at, Ink::Given);
        sheet.word(at - 18.0 * Vec2::Y, Align::Middle, (key % times.len()).to_string(), Ink::Given);
    }
    if closes.is_some() {
        sheet.dashed(&[line.at(last, 0.0), line.at(closes_at, 0.0)], Ink::Given);
        sheet.word(
            line.at(f32::midpoint(last, closes_at), 0.0) - 32.0 * Vec2::Y,
            Align::Middle,
            "the seam",
            Ink::Given,
        );
    }
    let found = answers.keyframes.segment(&times, t, closes)?;
    sheet.answered();
    let mut ends = [found.from, found.to].map(|key| times.get(key).copied().unwrap_or(f32::NAN));
    if found.to < found.from {
        ends[1] = closes_at; // key 0 is reached again
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
    let plot = Plot::new([Vec2::new(30.0, 40.0), Vec2::new(310.0, 150.0)], [-2.0, 6.0], [0.0, CLOSES_AT]);
    plot.axes(sheet, "e", "t");
    plot.x_numbers(sheet, &[-2.0, 0.0, 2.0, 4.0, 6.0]);
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

/// Centre of 05.4's circle.
const CENTRE: Vec2 = Vec2::new(180.0, 95.0);

/// Returns the angle of a time on 05.4's circle, which time goes round as on a clock.
fn clock_angle(time: f32) -> f32 {
    TAU * (0.25 - time / CLOSES_AT)
}

fn on_clock(time: f32, radius: f32) -> Vec2 {
    CENTRE + radius * Vec2::from_angle(clock_angle(time))
}

/// Draws one frame of dt seconds on a clock whose round is the loop.
fn advance(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [e, dt, list] = sheet.values();
    let keys = keys(list);
    let radius = 70.0;
    sheet.circle(CENTRE, radius, Ink::Given);
    for (key, time) in keys.times.iter().enumerate() {
        sheet.key(on_clock(*time, radius), Ink::Given);
        sheet.word(on_clock(*time, radius + 16.0), Align::Middle, key.to_string(), Ink::Given);
    }
    sheet.line(&[CENTRE, on_clock(e, radius)], Ink::Faint);
    sheet.word(on_clock(e, 0.6 * radius) + 10.0 * Vec2::Y, Align::Middle, "before", Ink::Given);
    sheet.arc(CENTRE, 0.3 * radius, [e, e + dt].map(clock_angle), Ink::Faint);
    let clip = keys.clip(LoopMode::Loop, &given::table!(lesson_05::Keyframes, ANSWERS));
    let mut index = AnimationIndex { elapsed: e, segment: clip.segment(e) };
    answers.keyframes.advance(&mut index, dt, &clip)?;
    sheet.answered();
    sheet.arrow(CENTRE, on_clock(index.elapsed, radius - 8.0), Ink::Answer);
    sheet.reading("e after", index.elapsed, "s");
    sheet.reading("key", index.segment.from as f32, "");
    sheet.reading("alpha", index.segment.alpha, "");
    Ok(())
}
