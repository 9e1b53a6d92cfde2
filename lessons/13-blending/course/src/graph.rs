//! The graph of the states over the picture, and the fractions of the last seconds as strips.

use crate::State;
use crate::play::{MEMORY, ShownKnight};
use common::scenes::FlatShapes;
use common::scenes::text::{shrinking_dot_size, word_size};
use glam::{Vec2, Vec3, Vec4};
use std::f32::consts::TAU;
use std::rc::Rc;

/// sRGB.
const PAPER: Vec4 = Vec4::new(0.97, 0.98, 1.0, 0.86);
const INK: Vec4 = Vec4::new(0.16, 0.19, 0.25, 1.0);
const FAINT: Vec4 = Vec4::new(0.35, 0.42, 0.52, 0.30);

pub(crate) fn color(state: State) -> Vec3 {
    match state {
        State::Idle => Vec3::new(0.58, 0.63, 0.70),
        State::Walk => Vec3::new(0.36, 0.72, 0.40),
        State::Run => Vec3::new(0.05, 0.50, 0.46),
        State::Jump => Vec3::new(0.98, 0.78, 0.16),
        State::Fall => Vec3::new(0.96, 0.52, 0.12),
        State::Land => Vec3::new(0.62, 0.36, 0.20),
        State::Punch => Vec3::new(0.86, 0.20, 0.42),
        State::Swing => Vec3::new(0.42, 0.30, 0.78),
    }
}

/// Fraction of the picture's height that the strips take up.
pub(crate) const STRIPS: f32 = 0.235;

struct Area {
    low: Vec2,
    high: Vec2,
}

/// Draws the graph of the states, and the strips of the last seconds.
pub(crate) fn draw(
    size: (u32, u32),
    arrows: &[(State, State)],
    shown: &[Rc<ShownKnight>],
    fractions: &[[[f32; 8]; 2]],
) -> FlatShapes {
    let mut sheet = FlatShapes::in_pixels(size);
    let width = size.0 as f32;
    let height = size.1 as f32;
    let extent = Vec2::new(186.0, 124.0);
    let edge = 8.0;
    let dot = shrinking_dot_size(size).min(width / (extent.x + 2.0 * edge));
    let extent = extent * dot;
    let edge = edge * dot;
    let bottom = (STRIPS * height).min(0.4 * width);
    let below = Area { low: Vec2::splat(edge), high: Vec2::new(width - edge, bottom) };
    draw_strips(&mut sheet, &below, dot, shown, fractions);
    let mut high = Vec2::new(width, height) - edge;
    if width < 2.4 * extent.x {
        // No room beside him, but below.
        high.y = bottom + edge + extent.y;
    }
    let area = Area { low: high - extent, high };
    draw_states(&mut sheet, &area, dot, arrows, shown, fractions);
    sheet
}

/// Returns the place of a state in the graph.
fn state_place(area: &Area, state: State) -> Vec2 {
    let turn = [4.5, 5.5, 6.5, 3.5, 2.5, 1.5, 7.5, 8.5][state as usize] / 8.0;
    let middle = (area.low + area.high) / 2.0;
    let radii = (area.high - area.low) * Vec2::new(0.37, 0.35);
    middle + radii * Vec2::from_angle(TAU * turn)
}

/// Radius of a state's disc, in dots.
const RADIUS: f32 = 7.0;

/// Returns the ends of the arrow between two states.
fn arrow_ends(area: &Area, dot: f32, states: [State; 2]) -> [Vec2; 2] {
    let [from, to] = states.map(|state| state_place(area, state));
    let along = (to - from).normalize_or_zero();
    // The arrows of both directions lie side by side.
    let aside = along.perp() * 1.5 * dot;
    [from + along * (RADIUS * dot) + aside, to - along * (RADIUS * dot + 3.0 * dot) + aside]
}

/// Draws the states, the arrows of 13.3, and the current fade.
fn draw_states(
    sheet: &mut FlatShapes,
    area: &Area,
    dot: f32,
    arrows: &[(State, State)],
    shown: &[Rc<ShownKnight>],
    fractions: &[[[f32; 8]; 2]],
) {
    sheet.rectangle(area.low, area.high, PAPER);
    let radius = RADIUS * dot;
    let (Some(now), Some(fraction)) = (shown.last(), fractions.last()) else { return };
    let state = now.motion.state;
    for (from, to) in arrows {
        let is_open = *from == state;
        let color = if is_open { INK } else { FAINT };
        let [from, to] = arrow_ends(area, dot, [*from, *to]);
        sheet.line(from, to, if is_open { 0.9 } else { 0.5 } * dot, color);
        sheet.arrow_head(to, to - from, Vec2::new(4.5, 4.0) * dot, color);
    }
    let change = shown.windows(2).rev().find(|pair| pair[0].motion.state != pair[1].motion.state);
    if let Some([before, _]) = change {
        let [from, to] = arrow_ends(area, dot, [before.motion.state, state]);
        let reached = from.lerp(to, fraction[0][state as usize]);
        sheet.line(from, to, 2.6 * dot, INK.truncate().extend(0.25));
        sheet.line(from, reached, 2.6 * dot, color(state).extend(1.0));
        sheet.arrow_head(reached, to - from, Vec2::new(6.0, 7.0) * dot, color(state).extend(1.0));
    }
    for listed in State::ALL {
        let place = state_place(area, listed);
        if listed == state {
            sheet.disc(place, radius + 2.5 * dot, 40, INK);
            sheet.disc(place, radius + 1.0 * dot, 40, PAPER.truncate().extend(1.0));
        }
        sheet.disc(place, radius, 40, color(listed).lerp(Vec3::ONE, 0.62).extend(1.0));
        // As full as it is shown.
        sheet.disc(place, radius * fraction[0][listed as usize].sqrt(), 40, color(listed).extend(1.0));
        let size = word_size(listed.name(), dot);
        let aside = if place.y > f32::midpoint(area.low.y, area.high.y) { 1.0 } else { -1.0 };
        let middle = place + Vec2::Y * aside * (radius + 7.5 * dot);
        sheet.write(listed.name(), middle - size / 2.0, dot, INK);
    }
}

/// Returns the x of a moment this many seconds ago.
fn x_of([left, right]: [f32; 2], age: f32) -> f32 {
    right - age / MEMORY * (right - left)
}

/// Draws the fractions of the states over time, stacked: above those from the spine up, below those of hips and legs.
fn draw_strips(sheet: &mut FlatShapes, area: &Area, dot: f32, shown: &[Rc<ShownKnight>], fractions: &[[[f32; 8]; 2]]) {
    let Some(now) = shown.last().map(|shown| shown.motion.time) else { return };
    sheet.rectangle(area.low, area.high, PAPER);
    let label = 13.0 * dot;
    let height = (area.high.y - area.low.y) / 2.0;
    let [left, right] = [area.low.x + 3.0 * dot, area.high.x - 3.0 * dot];
    let ages = [left, right];
    for (part, name) in ["spine and up", "hips and legs"].into_iter().enumerate() {
        let low = area.low.y + (1 - part) as f32 * height + 2.0 * dot;
        let high = low + height - label;
        sheet.write_left(name, Vec2::new(left, high + 2.0 * dot), dot, INK);
        sheet.rectangle(Vec2::new(left, low), Vec2::new(right, high), FAINT);
        for (pair, fraction) in shown.windows(2).zip(fractions.windows(2)) {
            let [from, to] = [0, 1].map(|end| x_of(ages, now - pair[end].motion.time).max(left));
            let mut below = [low; 2];
            for state in State::ALL {
                let above = [0, 1].map(|end| {
                    let fraction = fraction[end][part][state as usize];
                    (below[end] + fraction * (high - low)).min(high)
                });
                if above != below {
                    let corners = [
                        Vec2::new(from, below[0]),
                        Vec2::new(to, below[1]),
                        Vec2::new(to, above[1]),
                        Vec2::new(from, above[0]),
                    ];
                    sheet.quad(corners, color(state).extend(1.0));
                }
                below = above;
            }
        }
        let first = (now - MEMORY).max(0.0).ceil() as u32;
        for second in first..=now as u32 {
            let at = x_of(ages, now - second as f32);
            sheet.line(Vec2::new(at, low), Vec2::new(at, low + 3.0 * dot), 0.7 * dot, INK);
        }
        // Where a fade began.
        for begun in shown.iter().filter(|frame| frame.motion.begins.is_some()) {
            let at = x_of(ages, now - begun.motion.time);
            sheet.line(Vec2::new(at, low), Vec2::new(at, high), 0.5 * dot, PAPER);
        }
    }
}
