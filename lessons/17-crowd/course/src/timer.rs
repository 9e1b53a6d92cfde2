//! The graphics card's own clock.

use common::graphics::Gl;
use glium::draw_parameters::TimeElapsedQuery;
use std::{collections::VecDeque, time::Duration};

/// Frames that a driver may be behind before the oldest measurement is given up.
const MAX_WAITING: usize = 8;

/// Measures how long the card needs for a frame's draw calls, without ever waiting for it: the time of one frame is read
/// some frames later.
///
/// Ask for a [`query`](Self::query) once a frame, and give it to every draw call of that frame, one after the other.
pub(crate) struct GpuTimer {
    gl: Gl,
    waiting: VecDeque<TimeElapsedQuery>,
    last: Option<Duration>,
}

impl GpuTimer {
    pub(crate) fn new(gl: &Gl) -> Self {
        let waiting = VecDeque::with_capacity(MAX_WAITING);
        Self { gl: gl.clone(), waiting, last: None }
    }

    /// The query for a new frame; `None` where the driver has no timer. Reads whichever earlier ones are ready.
    pub(crate) fn query(&mut self) -> Option<&TimeElapsedQuery> {
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
    pub(crate) fn last(&self) -> Option<Duration> {
        self.last
    }
}
