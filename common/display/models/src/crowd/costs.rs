//! The times of a frame, and the graphics card's own clock.

use glium::draw_parameters::TimeElapsedQuery;
use graphics::Gl;
use std::{collections::VecDeque, fmt, time::Duration};

/// Frames that a driver may be behind before the oldest measurement is given up.
const MAX_WAITING: usize = 8;

/// Measures how long the card needs for a frame's draw calls, without ever waiting for it: the time of one frame is read
/// some frames later.
///
/// Ask for a [`query`](Self::query) once a frame, and give it to every draw call of that frame, one after the other.
pub struct GpuTimer {
    gl: Gl,
    waiting: VecDeque<TimeElapsedQuery>,
    last: Option<Duration>,
}

impl GpuTimer {
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

    /// Time of the newest frame that has been measured; `None` before the first, and where there is no timer.
    pub fn last(&self) -> Option<Duration> {
        self.last
    }
}

/// Times of a crowd's frame, step by step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameCosts {
    /// Poses on the processor: palettes, or which frames to mix.
    pub poses: Duration,
    /// Passing those to the driver.
    pub upload: Duration,
    /// Draw calls on the processor.
    pub submit: Duration,
    /// Draw calls on the graphics card, some frames ago; `None` where that is not known.
    pub gpu: Option<Duration>,
}

impl fmt::Display for FrameCosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { poses, upload, submit, gpu } = *self;
        write!(f, "poses {:.2} ms, upload {:.2} ms, ", milliseconds(poses), milliseconds(upload))?;
        write!(f, "draw calls {:.2} ms, graphics card ", milliseconds(submit))?;
        match gpu {
            Some(gpu) => write!(f, "{:.2} ms", milliseconds(gpu)),
            None => write!(f, "not measured"),
        }
    }
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
