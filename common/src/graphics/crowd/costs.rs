//! What a frame costs, and the graphics card's own clock.

use crate::graphics::Gl;
use glium::draw_parameters::TimeElapsedQuery;
use std::{collections::VecDeque, fmt, time::Duration};

/// Frames that a driver may be behind before the oldest measurement is given up.
const MAX_WAITING: usize = 8;

/// Measures how long the card needs for a frame's draw calls, without ever waiting for it: what is asked for in one
/// frame is read some frames later.
///
/// Ask for a [`query`](Self::query) once a frame, and give it to every draw call of that frame, one after the other.
pub struct GpuTimer {
    gl: Gl,
    waiting: VecDeque<TimeElapsedQuery>,
    last: Option<Duration>,
}

impl GpuTimer {
    /// Knows nothing yet.
    pub fn new(gl: &Gl) -> Self {
        let waiting = VecDeque::with_capacity(MAX_WAITING);
        Self { gl: gl.clone(), waiting, last: None }
    }

    /// The query for a new frame; `None` where the driver has no timer. Reads whichever earlier ones are ready.
    pub fn query(&mut self) -> Option<&TimeElapsedQuery> {
        while self.waiting.front().is_some_and(TimeElapsedQuery::is_ready) {
            let nanoseconds = self.waiting.pop_front()?.get();
            self.last = Some(Duration::from_nanos(nanoseconds.into()));
        }
        if self.waiting.len() == MAX_WAITING {
            self.waiting.pop_front();
        }
        self.waiting.push_back(TimeElapsedQuery::new(&self.gl).ok()?);
        self.waiting.back()
    }

    /// What the newest frame took whose time is known; `None` before the first, and where there is no timer.
    pub fn last(&self) -> Option<Duration> {
        self.last
    }
}

/// What a frame of a crowd costs, step by step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameCosts {
    /// On the processor: palettes, or which frames to mix.
    pub poses: Duration,
    /// Handing that to the driver.
    pub upload: Duration,
    /// On the processor: the draw calls.
    pub submit: Duration,
    /// On the graphics card, some frames ago: the draw calls. `None` where that is not known.
    pub gpu: Option<Duration>,
}

impl fmt::Display for FrameCosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |duration: Duration| duration.as_secs_f64() * 1e3;
        let Self { poses, upload, submit, gpu } = *self;
        write!(f, "poses {:.2} ms, upload {:.2} ms, ", ms(poses), ms(upload))?;
        write!(f, "draw calls {:.2} ms, graphics card ", ms(submit))?;
        match gpu {
            Some(gpu) => write!(f, "{:.2} ms", ms(gpu)),
            None => write!(f, "not measured"),
        }
    }
}
