//! The graph below each knight: how high his hands are over time, the keys, and where he is.

use crate::LoopMode;
use crate::curves::{SAMPLES, SPAN, page};
use crate::playing::Frame;
use crate::probes::MODES;
use common::graphics::debug_draw::Shapes;
use common::scenes::FlatShapes;
use common::scenes::graph::Axes;
use glam::{Vec2, Vec4};
use std::f32::consts::TAU;

/// In clip coordinates: the picture is 2 wide and 2 high.
const BOTTOM: f32 = -0.955;
const HEIGHT: f32 = 0.53;
const WIDTH: f32 = 0.625;
const APART: f32 = 0.655;
/// Between the panel's edge and the curves, in clip coordinates.
const MARGIN: Vec2 = Vec2::new(0.02, 0.06);
/// Room at the left for the sign of the mode, in half heights of the picture.
const SIGN: f32 = 0.135;

const PANEL: Vec4 = Vec4::new(0.12, 0.15, 0.20, 0.84);
const FAINT: Vec4 = Vec4::new(0.62, 0.68, 0.74, 0.35);
const INK: Vec4 = Vec4::new(0.97, 0.98, 1.0, 1.0);
const EDGE: Vec4 = Vec4::new(0.05, 0.06, 0.09, 1.0);
/// Of the left hand and the right one, as in lesson 04.
pub(crate) const HANDS: [Vec4; 2] =
    [Vec4::new(0.15, 0.95, 1.0, 1.0), Vec4::new(1.0, 0.36, 0.72, 1.0)];

/// When the keys are, and between which heights the hands move.
pub(crate) struct Scale {
    pub(crate) times: Vec<f32>,
    pub(crate) closes_at: f32,
    /// In metres.
    pub(crate) heights: (f32, f32),
}

/// All three graphs, for a picture of `aspect` = width / height.
pub(crate) fn shapes(frame: &Frame, scale: &Scale, aspect: f32) -> Shapes {
    let mut sheet = FlatShapes::in_half_heights(aspect);
    for (index, mode) in MODES.into_iter().enumerate() {
        let corner = corner(index) * Vec2::new(aspect, 1.0);
        let (low, high) = (corner - Vec2::Y * HEIGHT, corner + Vec2::X * WIDTH * aspect);
        sheet.rectangle(low, high, PANEL);
        sign(&mut sheet, corner + Vec2::new(0.076, -0.085), mode);
        let margin = MARGIN * Vec2::new(aspect, 1.0);
        let begin = page(frame.seconds);
        let axes = Axes {
            corners: [low + margin + Vec2::X * SIGN, high - margin],
            values: [Vec2::new(begin, scale.heights.0), Vec2::new(begin + SPAN, scale.heights.1)],
            margin: Vec2::new(f32::INFINITY, 0.08),
        };
        graph(&mut sheet, &axes, frame, scale, index);
    }
    sheet.shapes
}

/// The upper left corner of a graph, in clip coordinates.
pub(crate) fn corner(index: usize) -> Vec2 {
    Vec2::new(APART * (index as f32 - 1.0) - WIDTH / 2.0, BOTTOM + HEIGHT)
}

fn graph(sheet: &mut FlatShapes, axes: &Axes, frame: &Frame, scale: &Scale, index: usize) {
    let curves = &frame.curves.modes[index];
    let begin = page(frame.seconds);
    let (keys, rounds) = keys(scale, begin, MODES[index]);
    for start in rounds {
        axes.vertical(sheet, start, 0.0, 0.003, FAINT);
    }
    for (hand, color) in HANDS.into_iter().enumerate() {
        let faint = color * Vec4::new(1.0, 1.0, 1.0, 0.5);
        for (heights, thickness, color) in
            [(&curves.steps, 0.0045, faint), (&curves.mixed, 0.0075, color)]
        {
            let seconds = |sample| begin + SPAN * sample as f32 / (SAMPLES - 1) as f32;
            let values = heights.iter().enumerate().map(|(n, both)| (seconds(n), both[hand]));
            axes.curve(sheet, values, thickness, color);
        }
        for &(time, key) in &keys {
            sheet.diamond(axes.at(time, frame.curves.keys[key][hand]), 0.012, INK);
        }
    }
    axes.vertical(sheet, frame.seconds, 0.035, 0.005, INK);
    for (hand, color) in HANDS.into_iter().enumerate() {
        let at = axes.at(frame.seconds, frame.hands[index][hand]);
        for (radius, color) in [(0.034, EDGE), (0.028, INK), (0.020, color)] {
            sheet.disc(at, radius, 20, color);
        }
    }
}

/// Every time at which a key is reached in the page that begins at `begin`, with the key; and when each round
/// begins.
fn keys(scale: &Scale, begin: f32, mode: LoopMode) -> (Vec<(f32, usize)>, Vec<f32>) {
    let times = &scale.times;
    let last = times[times.len() - 1];
    let there = || times.iter().copied().enumerate();
    let (round, back) = match mode {
        LoopMode::Clamp => (f32::INFINITY, false),
        LoopMode::Loop => (scale.closes_at, false),
        LoopMode::PingPong => (2.0 * last, true),
    };
    let first = if round.is_finite() { (begin / round).floor() as i32 } else { 0 };
    let (mut keys, mut rounds) = (Vec::new(), Vec::new());
    for number in first.. {
        let start = if number == 0 { 0.0 } else { number as f32 * round };
        if start > begin + SPAN {
            break;
        }
        rounds.push(start);
        keys.extend(there().map(|(key, time)| (start + time, key)));
        if back {
            let inner = there().skip(1).take(times.len() - 2);
            keys.extend(inner.map(|(key, time)| (start + round - time, key)));
        }
    }
    let shown = |time: f32| (begin..=begin + SPAN).contains(&time);
    keys.retain(|&(time, _)| shown(time));
    rounds.retain(|&time| shown(time));
    (keys, rounds)
}

/// The sign of a mode: round and round; to a wall; there and back.
fn sign(sheet: &mut FlatShapes, at: Vec2, mode: LoopMode) {
    const SIZE: f32 = 0.045;
    let across = Vec2::X * SIZE;
    let head = Vec2::new(0.036, 0.052);
    match mode {
        LoopMode::Loop => {
            let on = |share: f32| {
                let angle = TAU * (0.16 + 0.82 * share);
                at + SIZE * Vec2::new(angle.sin(), angle.cos())
            };
            let arc: Vec<Vec2> = (0..=24).map(|piece| on(piece as f32 / 24.0)).collect();
            sheet.polyline(&arc, 0.009, INK);
            sheet.arrow_head(on(1.0), on(1.0) - on(0.93), head, INK);
        }
        LoopMode::Clamp => {
            sheet.line(at - across, at + across * 0.6, 0.009, INK);
            sheet.arrow_head(at + across * 0.5, Vec2::X, head, INK);
            let wall = at + across * 1.25;
            sheet.line(wall - Vec2::Y * SIZE, wall + Vec2::Y * SIZE, 0.010, INK);
        }
        LoopMode::PingPong => {
            sheet.line(at - across * 0.6, at + across * 0.6, 0.009, INK);
            sheet.arrow_head(at + across * 0.6, Vec2::X, head, INK);
            sheet.arrow_head(at - across * 0.6, Vec2::NEG_X, head, INK);
        }
    }
}
