//! The graph of the states over the picture, and the fractions of the last seconds as strips.

use crate::State;
use crate::play::{MEMORY, ShownKnight};
use drawing::{Align, Ink, Sheet};
use glam::{Vec2, Vec3};
use std::f32::consts::TAU;
use std::rc::Rc;

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

/// Size of the graph, radius of a state's disc, and distance from the picture's edge.
const EXTENT: Vec2 = Vec2::new(302.0, 202.0);
const RADIUS: f32 = 11.0;
const EDGE: f32 = 9.0;

fn ink(state: State) -> Ink {
    Ink::own(color(state), 4.0)
}

/// Draws the graph of the states, and the strips of the last seconds.
pub(crate) fn draw(
    sheet: &mut Sheet,
    arrows: &[(State, State)],
    shown: &[Rc<ShownKnight>],
    fractions: &[[[f32; 8]; 2]],
) {
    let bottom = (STRIPS * sheet.size.y).min(0.4 * sheet.size.x);
    draw_strips(sheet, [Vec2::splat(EDGE), Vec2::new(sheet.size.x - EDGE, bottom)], shown, fractions);
    let mut high = sheet.size - EDGE;
    let mut extent = EXTENT * (sheet.size.x / (2.45 * EXTENT.x)).min(1.0);
    if extent.x < 0.7 * EXTENT.x {
        // No room beside him, but below.
        high.y = bottom + EDGE + EXTENT.y;
        extent = EXTENT;
    }
    draw_states(sheet, [high - extent, high], arrows, shown, fractions);
}

/// Returns the position of a state in the graph with these corners.
fn state_place([low, high]: [Vec2; 2], state: State) -> Vec2 {
    let turn = [4.5, 5.5, 6.5, 3.5, 2.5, 1.5, 7.5, 8.5][state as usize] / 8.0;
    // With room for a word above and below.
    let radii = (high - low) * Vec2::new(0.37, 0.5) - Vec2::new(0.0, 34.0);
    low.midpoint(high) + radii * Vec2::from_angle(TAU * turn)
}

/// Returns the ends of the arrow between two states.
fn arrow_ends(corners: [Vec2; 2], states: [State; 2]) -> [Vec2; 2] {
    let [from, to] = states.map(|state| state_place(corners, state));
    let along = (to - from).normalize_or_zero();
    // The arrows of both directions lie side by side.
    let aside = along.perp() * 2.5;
    [from + along * RADIUS + aside, to - along * RADIUS + aside]
}

/// Draws the states, the arrows of 13.3, and the current fade.
fn draw_states(
    sheet: &mut Sheet,
    corners: [Vec2; 2],
    arrows: &[(State, State)],
    shown: &[Rc<ShownKnight>],
    fractions: &[[[f32; 8]; 2]],
) {
    sheet.given();
    sheet.panel(corners[0], corners[1]);
    let (Some(now), Some(fraction)) = (shown.last(), fractions.last()) else { return };
    let state = now.motion.state;
    sheet.answered();
    for (from, to) in arrows {
        let [start, end] = arrow_ends(corners, [*from, *to]);
        sheet.arrow(start, end, if *from == state { Ink::Given } else { Ink::Faint });
    }
    let change = shown.windows(2).rev().find(|pair| pair[0].motion.state != pair[1].motion.state);
    if let Some([before, _]) = change {
        let [from, to] = arrow_ends(corners, [before.motion.state, state]);
        sheet.arrow(from, from.lerp(to, fraction[0][state as usize]), ink(state));
    }
    for listed in State::ALL {
        let place = state_place(corners, listed);
        if listed == state {
            sheet.circle(place, RADIUS + 3.0, Ink::Given);
        }
        sheet.disc(place, RADIUS, Ink::own(color(listed) * 0.4, 0.0));
        // As full as it is shown.
        sheet.disc(place, RADIUS * fraction[0][listed as usize].sqrt(), ink(listed));
        let aside = if place.y > corners[0].midpoint(corners[1]).y { 1.0 } else { -1.0 };
        sheet.word(place + Vec2::Y * aside * (RADIUS + 12.0), Align::Middle, listed.name(), Ink::Given);
    }
}

/// Returns the x of a moment this many seconds ago.
fn x_at([left, right]: [f32; 2], age: f32) -> f32 {
    (right - age / MEMORY * (right - left)).max(left)
}

/// Draws the fractions of the states over time, stacked: above those from the spine up, below those of hips and legs.
fn draw_strips(sheet: &mut Sheet, [low, high]: [Vec2; 2], shown: &[Rc<ShownKnight>], fractions: &[[[f32; 8]; 2]]) {
    let Some(now) = shown.last().map(|shown| shown.motion.time) else { return };
    sheet.panel(low, high);
    let height = (high.y - low.y) / 2.0;
    let ends = [low.x + 5.0, high.x - 5.0];
    for (part, name) in ["spine and up", "hips and legs"].into_iter().enumerate() {
        let low = low.y + (1 - part) as f32 * height + 3.0;
        let high = low + height - 20.0;
        sheet.given();
        sheet.word(Vec2::new(ends[0], high + 9.0), Align::Left, name, Ink::Given);
        sheet.answered();
        for (pair, fraction) in shown.windows(2).zip(fractions.windows(2)) {
            let [from, to] = [0, 1].map(|end| x_at(ends, now - pair[end].motion.time));
            let mut below = [low; 2];
            for state in State::ALL {
                let above = [0, 1].map(|end| {
                    let fraction = fraction[end][part][state as usize];
                    (below[end] + fraction * (high - low)).min(high)
                });
                if above != below {
                    let corners = [[from, below[0]], [to, below[1]], [to, above[1]], [from, above[0]]];
                    sheet.fill(&corners.map(Vec2::from), ink(state), 1.0);
                }
                below = above;
            }
        }
        let first = (now - MEMORY).max(0.0).ceil() as u32;
        for second in first..=now as u32 {
            let x = x_at(ends, now - second as f32);
            sheet.line(&[Vec2::new(x, low), Vec2::new(x, low + 5.0)], Ink::Given);
        }
        // Where a fade began.
        for begun in shown.iter().filter(|frame| frame.motion.begins.is_some()) {
            let x = x_at(ends, now - begun.motion.time);
            sheet.line(&[Vec2::new(x, low), Vec2::new(x, high)], Ink::Given);
        }
    }
}
