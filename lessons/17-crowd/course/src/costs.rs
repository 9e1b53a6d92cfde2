//! The cost of a frame by each way, smoothed over some frames.

use crate::square::Block;
use crate::ways::{Played, Way};
use std::time::Duration;

/// The cost of a way, in milliseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    /// Number of frames that have been measured.
    frames: u32,
    /// The processor's: moments, palettes and rows.
    posing: f32,
    /// The driver's: uploads and draw calls.
    drawing: f32,
    /// The graphics card's; zero where it has no timer.
    card: f32,
}

/// The cost of each way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Costs([Cost; 3]);

/// Weight of a new frame against those before it. Of the first ones the last counts: they load and compile.
const NEWS: f32 = 0.1;
const FIRST: u32 = 3;

impl Costs {
    /// Returns the panel's name of a way.
    pub(crate) fn name(way: Way) -> &'static str {
        ["uniforms", "palettes", "frames"][way as usize]
    }

    /// Adds the durations of a frame; `card` is that of an earlier frame.
    pub(crate) fn add(&mut self, way: Way, blocks: &[(&Block, &Played)], drawing: Duration, card: Option<Duration>) {
        let posing: Duration = blocks.iter().map(|(_, played)| played.posing).sum();
        let cost = &mut self.0[way as usize];
        let news = if cost.frames < FIRST { 1.0 } else { NEWS };
        for (known, new) in
            [(&mut cost.posing, posing), (&mut cost.drawing, drawing), (&mut cost.card, card.unwrap_or_default())]
        {
            *known += news * (1e3 * new.as_secs_f32() - *known);
        }
        cost.frames += 1;
    }

    /// Describes what a way sends, and the time that it takes; `joints` has the number of joints of each figure.
    pub(crate) fn line(&self, way: Way, blocks: &[Block], joints: &[usize]) -> String {
        let mut count = 0;
        let mut calls = 0;
        let mut bytes = 0;
        for block in blocks.iter().filter(|block| block.way == way) {
            let members = block.members.len();
            count += members;
            calls += way.draw_calls(members, 1);
            bytes += members * way.uploaded_bytes(joints[block.figure]);
        }
        let Cost { posing, drawing, card, .. } = self.0[way as usize];
        let sent = number(bytes as f32 / 1e3);
        let card = if card > 0.0 { format!(", card {}", number(card)) } else { String::new() };
        let posing = number(posing);
        let drawing = number(drawing);
        format!("{}: {count} in {calls} calls, {sent} kB; posing {posing}, drawing {drawing}{card} ms", Self::name(way))
    }
}

/// Formats a number with three digits.
fn number(number: f32) -> String {
    let decimals = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    format!("{number:.decimals$}")
}
