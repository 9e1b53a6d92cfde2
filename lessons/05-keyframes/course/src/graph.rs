//! The graph below each knight: the heights of his hands over time, the keys, and the current time.

use crate::checks::REFERENCE;
use crate::figures::MODES;
use crate::playing::{DanceFrame, SPAN, page_start, sample_times};
use crate::{Clip, Keys, LoopMode};
use armature_offline::Side;
use common::graphics::debug_draw::Shapes;
use common::scenes::FlatShapes;
use common::scenes::graph::Axes;
use glam::{Vec2, Vec4};
use models::side;
use std::f32::consts::TAU;

/// Lower edge in clip coordinates: the picture is 2 wide and 2 high.
const BOTTOM: f32 = -0.955;
const HEIGHT: f32 = 0.53;
const WIDTH: f32 = 0.625;
const APART: f32 = 0.655;
/// Space between the panel's edge and the curves, in clip coordinates.
const MARGIN: Vec2 = Vec2::new(0.02, 0.06);
/// Room at the left for the sign of the mode, and below for the seconds, in half heights of the picture.
const SIGN: f32 = 0.135;
const ROW: f32 = 0.035;

const PANEL: Vec4 = Vec4::new(0.12, 0.15, 0.20, 0.84);
const FAINT: Vec4 = Vec4::new(0.62, 0.68, 0.74, 0.35);
const INK: Vec4 = Vec4::new(0.97, 0.98, 1.0, 1.0);
const EDGE: Vec4 = Vec4::new(0.05, 0.06, 0.09, 1.0);

/// Returns all three graphs, for a picture of `aspect` = width / height. The hands move between the two `heights`.
pub(crate) fn shapes(frame: &DanceFrame, keys: &Keys, heights: [f32; 2], aspect: f32) -> Shapes {
    let mut sheet = FlatShapes::in_half_heights(aspect);
    let begin = page_start(frame.seconds);
    for (index, mode) in MODES.into_iter().enumerate() {
        let [low, high] = corners(index, aspect);
        let axes = axes(index, begin, heights, aspect);
        sheet.rectangle(low, high, PANEL);
        draw_sign(&mut sheet, low.with_y(high.y) + Vec2::new(0.076, -0.085), mode);
        for second in 0..SPAN as u32 {
            let at = axes.at(begin + second as f32, heights[0]).with_y(low.y);
            sheet.line(at, at + Vec2::Y * 0.6 * MARGIN.y, 0.003, FAINT);
        }
        let clip = keys.clip(mode, &REFERENCE.keyframes);
        let rounds = rounds(&clip, begin);
        for &start in rounds.iter().filter(|start| is_in_page(begin, **start)) {
            axes.vertical(&mut sheet, start, 0.0, 0.003, FAINT);
        }
        draw_curves(&mut sheet, &axes, frame, index, &reached_keys(&clip, begin, &rounds));
    }
    sheet.shapes
}

/// Returns a graph's corners in a picture of `aspect`, in half heights of the picture.
fn corners(index: usize, aspect: f32) -> [Vec2; 2] {
    let left = APART * (index as f32 - 1.0) - WIDTH / 2.0;
    let corners = [Vec2::new(left, BOTTOM), Vec2::new(left + WIDTH, BOTTOM + HEIGHT)];
    corners.map(|corner| corner * Vec2::new(aspect, 1.0))
}

/// Returns a graph's axes of time and height.
fn axes(index: usize, begin: f32, heights: [f32; 2], aspect: f32) -> Axes {
    let [low, high] = corners(index, aspect);
    let margin = MARGIN * Vec2::new(aspect, 1.0);
    Axes {
        corners: [low + margin + Vec2::new(SIGN, ROW), high - margin],
        values: [Vec2::new(begin, heights[0]), Vec2::new(begin + SPAN, heights[1])],
        margin: Vec2::new(f32::INFINITY, 0.08),
    }
}

/// Returns the labels of the seconds below a graph's curves: position in clip coordinates, and text.
pub(crate) fn second_labels(index: usize, now: f32, aspect: f32) -> Vec<(Vec2, String)> {
    let begin = page_start(now);
    let axes = axes(index, begin, [0.0, 1.0], aspect);
    (0..SPAN as u32)
        .map(|number| {
            let time = begin + number as f32;
            let unit = if number == SPAN as u32 - 1 { " s" } else { "" };
            let at = Vec2::new(axes.at(time, 0.0).x / aspect, BOTTOM + 0.5 * MARGIN.y);
            (at, format!("{time}{unit}"))
        })
        .collect()
}

/// Draws the curves of both hands, diamonds at the keys, the current time and the hands at it.
fn draw_curves(sheet: &mut FlatShapes, axes: &Axes, frame: &DanceFrame, index: usize, reached: &[(f32, usize)]) {
    let at_keys = &frame.curves.at_keys;
    let last = at_keys.len() - 1;
    for (hand, color) in hand_colors().into_iter().enumerate() {
        let faint = color * Vec4::new(1.0, 1.0, 1.0, 0.5);
        let steps = frame.curves.segments[index].iter().map(|segment| at_keys[segment.from.min(last)][hand]);
        axes.curve(sheet, sample_times(frame.seconds).zip(steps), 0.0045, faint);
        let blended = frame.curves.blended[index].iter().map(|both| both[hand]);
        axes.curve(sheet, sample_times(frame.seconds).zip(blended), 0.0075, color);
        for &(time, key) in reached {
            sheet.diamond(axes.at(time, at_keys[key.min(last)][hand]), 0.012, INK);
        }
    }
    axes.vertical(sheet, frame.seconds, 0.035, 0.005, INK);
    for (hand, color) in hand_colors().into_iter().enumerate() {
        let at = axes.at(frame.seconds, frame.knights[index].hands[hand]);
        for (radius, color) in [(0.034, EDGE), (0.028, INK), (0.020, color)] {
            sheet.disc(at, radius, 20, color);
        }
    }
}

/// Returns the colours of the left hand's curve and the right hand's: those of their bones.
fn hand_colors() -> [Vec4; 2] {
    [Side::Left, Side::Right].map(|side| side::color(side).extend(1.0))
}

/// Returns whether a time is in the page that begins at `begin`.
fn is_in_page(begin: f32, time: f32) -> bool {
    (begin..=begin + SPAN).contains(&time)
}

/// Returns the beginnings of the rounds that may reach into the page.
fn rounds(clip: &Clip, begin: f32) -> Vec<f32> {
    if clip.mode == LoopMode::Clamp {
        return vec![0.0];
    }
    let starts = ((begin / clip.round()).floor() as u32..).map(|n| n as f32 * clip.round());
    starts.take_while(|&start| start <= begin + SPAN).collect()
}

/// Returns every time in the page at which a key is reached, with the key's index.
fn reached_keys(clip: &Clip, begin: f32, rounds: &[f32]) -> Vec<(f32, usize)> {
    let mut round: Vec<(f32, usize)> = clip.times.iter().copied().zip(0..).collect();
    if clip.mode == LoopMode::PingPong {
        let between = round[1..round.len() - 1].to_vec();
        round.extend(between.into_iter().map(|(time, key)| (clip.round() - time, key)));
    }
    let all = rounds.iter().flat_map(|start| round.iter().map(move |(t, key)| (start + t, *key)));
    all.filter(|&(time, _)| is_in_page(begin, time)).collect()
}

/// Returns a point of the sign of a loop, a circle that is not quite closed.
fn on_arc(fraction: f32) -> Vec2 {
    let angle = TAU * (0.16 + 0.82 * fraction);
    Vec2::new(angle.sin(), angle.cos())
}

/// Draws the sign of a mode: a circle, an arrow to a wall, or an arrow both ways.
fn draw_sign(sheet: &mut FlatShapes, at: Vec2, mode: LoopMode) {
    const SIZE: f32 = 0.045;
    let across = Vec2::X * SIZE;
    let head = Vec2::new(0.036, 0.052);
    match mode {
        LoopMode::Loop => {
            let mut arc = Vec::new();
            for piece in 0..=24 {
                arc.push(at + SIZE * on_arc(piece as f32 / 24.0));
            }
            sheet.polyline(&arc, 0.009, INK);
            sheet.arrow_head(arc[24], arc[24] - (at + SIZE * on_arc(0.93)), head, INK);
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
