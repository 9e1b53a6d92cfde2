//! Frame pacing: when the next frame is due.

use std::time::{Duration, Instant};

/// The shortest time between two frames where the driver does not wait for the screen: 60 a second.
pub(crate) const FRAME: Duration = Duration::from_micros(16_600);

/// Time between two frames while the processor draws and is needed to build and check a save. These take three times as
/// long beside a window that draws all it can.
const SELDOM: Duration = Duration::from_millis(250);

/// The longest time step: after a pause of the whole machine time goes on where it was.
pub(crate) const LONGEST_STEP: f32 = 0.1;

/// Schedules frames and measures the time between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    last: Instant,
}

impl Clock {
    /// The first frame is due at once.
    pub(crate) fn new(now: Instant) -> Self {
        Self { last: now.checked_sub(FRAME).unwrap_or(now) }
    }

    /// When the next frame is due; in the past if it is due already. With `makes_way` seldom.
    pub(crate) fn due(&self, makes_way: bool) -> Instant {
        self.last + if makes_way { SELDOM } else { FRAME }
    }

    /// A frame begins: how many seconds its figures have to move on.
    pub(crate) fn tick(&mut self, now: Instant) -> f32 {
        let seconds = now.saturating_duration_since(self.last).as_secs_f32();
        self.last = now;
        seconds.min(LONGEST_STEP)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_does_not_jump() {
        let start = Instant::now();
        let mut clock = Clock::new(start);
        assert!(clock.due(false) <= start, "the first frame is due at once");
        assert_eq!(clock.tick(start + Duration::from_secs(5)), LONGEST_STEP);
        let next = start + Duration::from_secs(5);
        assert_eq!(clock.due(false), next + FRAME);
        assert_eq!(clock.tick(next + Duration::from_millis(20)), 0.02);
        assert_eq!(clock.tick(next), 0.0, "a clock that goes back stands still");
    }
}
