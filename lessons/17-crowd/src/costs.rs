//! What a frame costs by each way, smoothed over some frames.

use crate::frame::Played;
use crate::square::Block;
use common::graphics::Gl;
use common::graphics::crowd::{GpuTimer, Way};
use glium::draw_parameters::TimeElapsedQuery;
use std::time::Duration;

/// A timer of the graphics card for each way.
pub(crate) struct Timers([GpuTimer; 3]);

impl Timers {
    /// Nothing is measured yet.
    pub(crate) fn new(gl: &Gl) -> Self {
        Timers([GpuTimer::new(gl), GpuTimer::new(gl), GpuTimer::new(gl)])
    }

    /// For the draw calls of a frame.
    pub(crate) fn begin(&mut self, way: Way) -> Option<&TimeElapsedQuery> {
        self.0[way as usize].query()
    }

    /// How long the last frame took whose time is known.
    pub(crate) fn last(&self, way: Way) -> Option<Duration> {
        self.0[way as usize].last()
    }
}

/// Milliseconds of the five steps, for each way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Costs([Option<[f32; 5]>; 3], [Option<f32>; 3]);

/// How much a new frame counts against those before it.
const NEWS: f32 = 0.1;

impl Costs {
    /// What the panel calls a way.
    pub(crate) fn name(way: Way) -> &'static str {
        match way {
            Way::Uniforms => "uniforms",
            Way::Palettes => "palette texture",
            Way::Frames => "baked frames",
        }
    }

    /// A frame's; `gpu` is that of an earlier frame.
    pub(crate) fn add(
        &mut self,
        way: Way,
        blocks: &[(&Block, &Played)],
        (uploaded, submitted): (Duration, Duration),
        gpu: Option<Duration>,
    ) {
        let ms = |duration: Duration| duration.as_secs_f32() * 1e3;
        let sum =
            |of: fn(&Played) -> Duration| ms(blocks.iter().map(|(_, played)| of(played)).sum());
        let new = [
            sum(|played| played.clocks),
            sum(|played| played.poses),
            sum(|played| played.rows),
            ms(uploaded),
            ms(submitted),
        ];
        let known = &mut self.0[way as usize];
        *known = Some(known.map_or(new, |known| {
            std::array::from_fn(|step| known[step] + NEWS * (new[step] - known[step]))
        }));
        let known = &mut self.1[way as usize];
        *known = gpu.map(|gpu| known.map_or(ms(gpu), |known| known + NEWS * (ms(gpu) - known)));
    }

    /// What there is to say of a way, for figures of so many joints.
    pub(crate) fn lines(&self, way: Way, blocks: &[Block], joints: &[usize]) -> Vec<String> {
        let of_way = || blocks.iter().filter(|block| block.way == way);
        let count: usize = of_way().map(|block| block.members.len()).sum();
        let calls: usize = of_way().map(|block| way.draw_calls(block.members.len(), 1)).sum();
        let bytes: usize = of_way()
            .map(|block| block.members.len() * way.uploaded_bytes(joints[block.figure]))
            .sum();
        let mut lines = vec![
            format!("{}: {count} dancers", Self::name(way)),
            format!("  {calls} draw calls, {:.1} kB", bytes as f32 / 1e3),
        ];
        if let Some([clocks, poses, rows, upload, calls]) = self.0[way as usize] {
            let gpu = self.1[way as usize].map_or("not measured".into(), number);
            lines.push(format!("  moments {}, poses {}", number(clocks), number(poses)));
            let rows = if way == Way::Palettes {
                format!("rows {}, ", number(rows))
            } else {
                String::new()
            };
            lines.push(format!("  {rows}upload {}", number(upload)));
            lines.push(format!("  drawing {}, card {gpu}", number(calls)));
        }
        lines
    }
}

/// Of milliseconds three digits are enough.
fn number(ms: f32) -> String {
    let decimals = if ms < 10.0 { 2 } else { usize::from(ms < 100.0) };
    format!("{ms:.decimals$}")
}
