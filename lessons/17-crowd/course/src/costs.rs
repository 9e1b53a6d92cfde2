//! The cost of a frame by each way, smoothed over some frames.

use crate::frame::Played;
use crate::square::Block;
use crate::ways::Way;
use std::time::Duration;

/// The cost of a way, in milliseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    /// Number of frames that have been measured.
    frames: u32,
    /// 17.3, the palettes, 17.1, the upload, the draw calls.
    steps: [f32; 5],
    /// Time on the graphics card.
    card: Option<f32>,
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
    pub(crate) fn add(
        &mut self,
        way: Way,
        blocks: &[(&Block, &Played)],
        [uploaded, submitted]: [Duration; 2],
        card: Option<Duration>,
    ) {
        let mut new = [Duration::ZERO, Duration::ZERO, Duration::ZERO, uploaded, submitted];
        for (_, played) in blocks {
            new[0] += played.clocks;
            new[1] += played.poses;
            new[2] += played.rows;
        }
        let cost = &mut self.0[way as usize];
        let news = if cost.frames < FIRST { 1.0 } else { NEWS };
        for (known, new) in cost.steps.iter_mut().zip(new) {
            *known += news * (milliseconds(new) - *known);
        }
        cost.card = card.map(milliseconds).map(|new| cost.card.map_or(new, |known| known + news * (new - known)));
        cost.frames += 1;
    }

    /// Describes the cost of a way, a line each; `joints` has the number of joints of each figure.
    pub(crate) fn lines(&self, way: Way, blocks: &[Block], joints: &[usize]) -> Vec<String> {
        let mut count = 0;
        let mut calls = 0;
        let mut bytes = 0;
        for block in blocks.iter().filter(|block| block.way == way) {
            let members = block.members.len();
            count += members;
            calls += way.draw_calls(members, 1);
            bytes += members * way.uploaded_bytes(joints[block.figure]);
        }
        let Cost { frames, steps, card } = self.0[way as usize];
        let [clocks, poses, rows, upload, drawing] = steps.map(number);
        let sum = number(steps.iter().sum());
        let sent = number(bytes as f32 / 1e3);
        let mut lines = vec![format!("{}: {count} in {calls} calls, {sent} kB", Self::name(way))];
        if frames > 0 {
            let card = card.map_or(String::new(), |card| format!(", card {}", number(card)));
            match way {
                Way::Uniforms => lines.push(format!("  moments {clocks}, poses {poses}")),
                Way::Palettes => {
                    lines.push(format!("  moments {clocks}, poses {poses}"));
                    lines.push(format!("  rows {rows}, upload {upload}"));
                }
                Way::Frames => lines.push(format!("  moments {clocks}, upload {upload}")),
            }
            lines.push(format!("  drawing {drawing}, sum {sum}{card}"));
        }
        lines
    }
}

fn milliseconds(duration: Duration) -> f32 {
    duration.as_secs_f32() * 1e3
}

/// Formats a number with three digits.
fn number(number: f32) -> String {
    let decimals = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    format!("{number:.decimals$}")
}
