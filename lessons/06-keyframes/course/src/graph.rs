//! The graph below each knight: the heights of his hands over time, the keys, and the current time.

use crate::figures::MODES;
use crate::playing::{DanceFrame, SPAN, page_start, sample_times, word};
use crate::{Clip, Keys, LoopMode, PAGE};
use drawing::{Align, Ink, Plot, SIDES, Sheet};
use glam::Vec2;

/// Fractions of the picture: the first graph's lower left corner, the size of each, and the distance to the next.
const CORNER: Vec2 = Vec2::new(0.016, 0.023);
const SIZE: Vec2 = Vec2::new(0.313, 0.265);
const APART: f32 = 0.3275;
/// Half the width of a key.
const KEY: f32 = 3.6;

/// Draws all three graphs. The hands move between the two `heights`.
pub(crate) fn draw(sheet: &mut Sheet, frame: &DanceFrame, keys: &Keys, heights: [f32; 2]) {
    let begin = page_start(frame.seconds);
    let seconds: Vec<f32> = (0..SPAN as u32).map(|second| begin + second as f32).collect();
    for (index, mode) in MODES.into_iter().enumerate() {
        let low = sheet.size * (CORNER + APART * index as f32 * Vec2::X);
        let high = low + sheet.size * SIZE;
        let plot =
            Plot::new([low + Vec2::new(12.0, 24.0), high - Vec2::new(12.0, 24.0)], [begin, begin + SPAN], heights);
        sheet.given();
        sheet.panel(low, high);
        sheet.word(Vec2::new(low.x + 8.0, high.y - 9.0), Align::Left, word(mode), Ink::Given);
        plot.x_numbers(sheet, &seconds);
        sheet.word(plot.at(begin + SPAN, heights[0]).with_y(low.y + 12.0), Align::Middle, "s", Ink::Given);
        let clip = keys.clip(mode, &PAGE.right.keyframes);
        let cycles = cycles(&clip, begin);
        for &start in cycles.iter().filter(|start| is_in_page(begin, **start)) {
            plot.upright(sheet, start, Ink::Faint);
        }
        plot.cursor(sheet, frame.seconds);
        sheet.answered();
        draw_curves(sheet, &plot, frame, index, &reached_keys(&clip, begin, &cycles));
    }
}

/// Draws the curves of both hands, diamonds at the keys, and the hands at the current time.
fn draw_curves(sheet: &mut Sheet, plot: &Plot, frame: &DanceFrame, index: usize, reached: &[(f32, usize)]) {
    let at_keys = &frame.curves.at_keys;
    let last = at_keys.len() - 1;
    let colors = SIDES;
    for (hand, color) in colors.into_iter().enumerate() {
        let steps = frame.curves.segments[index].iter().map(|segment| at_keys[segment.from.min(last)][hand]);
        plot.points(sheet, Ink::own(color, 1.0), sample_times(frame.seconds).zip(steps));
        let blended = frame.curves.blended[index].iter().map(|both| both[hand]);
        plot.points(sheet, Ink::own(color, 2.5), sample_times(frame.seconds).zip(blended));
        for &(time, key) in reached {
            let at = plot.at(time, at_keys[key.min(last)][hand]);
            let diamond = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].map(|corner| at + KEY * corner);
            sheet.fill(&diamond, Ink::Given, 1.0);
        }
    }
    for (hand, color) in colors.into_iter().enumerate() {
        let at = plot.at(frame.seconds, frame.knights[index].hands[hand]);
        for (radius, ink) in [(9.0, Ink::PAPER), (7.5, Ink::Given), (5.5, Ink::own(color, 0.0))] {
            sheet.disc(at, radius, ink);
        }
    }
}

/// Returns whether a time is in the page that begins at `begin`.
fn is_in_page(begin: f32, time: f32) -> bool {
    (begin..=begin + SPAN).contains(&time)
}

/// Returns the beginnings of the cycles that may reach into the page.
fn cycles(clip: &Clip, begin: f32) -> Vec<f32> {
    if clip.mode == LoopMode::Clamp {
        return vec![0.0];
    }
    let starts = ((begin / clip.cycle()).floor() as u32..).map(|n| n as f32 * clip.cycle());
    starts.take_while(|&start| start <= begin + SPAN).collect()
}

/// Returns every time in the page at which a key is reached, with the key's index.
fn reached_keys(clip: &Clip, begin: f32, cycles: &[f32]) -> Vec<(f32, usize)> {
    let mut cycle: Vec<(f32, usize)> = clip.times.iter().copied().zip(0..).collect();
    if clip.mode == LoopMode::PingPong {
        let between = cycle[1..cycle.len() - 1].to_vec();
        cycle.extend(between.into_iter().map(|(time, key)| (clip.cycle() - time, key)));
    }
    let all = cycles.iter().flat_map(|start| cycle.iter().map(move |(t, key)| (start + t, *key)));
    all.filter(|&(time, _)| is_in_page(begin, time)).collect()
}
