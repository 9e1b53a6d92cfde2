//! The number of dancers for which a processor that draws has time.

/// The most dancers that the slider brings.
pub(crate) const MOST: usize = 12_000;
/// Smallest number where the processor draws, unless the command line asks for fewer.
const FEWEST: f32 = 30.0;
/// The longest time from frame to frame that is not shortened by sending some dancers home, in seconds.
const SLOW: f32 = 0.09;
/// The slider brings no more dancers than a frame of this length has, in seconds.
const SLOWEST: f32 = 0.5;
/// Number of frames that are not measured after a change: they load, compile, and draw those before them.
const UNSTEADY: u32 = 2;

/// Measures of the last frames.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Number of dancers in the last frame.
    count: f32,
    /// Number of frames with that many.
    frames: u32,
    /// Duration of the frame before, in seconds.
    before: f32,
    /// The slider was moved: only very slow frames send dancers home.
    pub(crate) is_chosen: bool,
    /// Largest number of dancers.
    pub(crate) most: f32,
}

impl Pace {
    /// Starts with a number of dancers.
    pub(crate) fn new(count: f32) -> Self {
        Self { count, frames: 0, before: f32::INFINITY, is_chosen: false, most: count }
    }

    /// Notes the number of dancers and the seconds since the last frame. Returns the number for the next frame.
    pub(crate) fn note(&mut self, count: f32, seconds: f32) -> f32 {
        if count != self.count {
            self.count = count;
            self.frames = 0;
        }
        self.frames += 1;
        // One slow frame alone may be a window that was minimised.
        let seconds = seconds.min(std::mem::replace(&mut self.before, seconds));
        if self.frames <= UNSTEADY {
            return count;
        }
        self.most = (count * SLOWEST / seconds.max(1e-3)).clamp(FEWEST, MOST as f32).round();
        let wanted = if self.is_chosen || seconds <= SLOW { count } else { count * (0.8 * SLOW / seconds).max(0.4) };
        wanted.min(self.most).max(count.min(FEWEST)).round()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the longest frame in seconds and the last number of dancers, on a machine that takes 0.03 s for a frame and
    /// `each` seconds for a dancer.
    fn drag_to_the_end(each: f32) -> (f32, f32) {
        let mut count = 240.0;
        let mut longest = 0.0f32;
        let mut pace = Pace::new(count);
        for _ in 0..30 {
            count = pace.note(count, 0.03 + each * count);
        }
        pace.is_chosen = true;
        for _ in 0..60 {
            count = pace.note(count, 0.03 + each * count);
            longest = longest.max(0.03 + each * count);
            count = pace.most; // the pointer is at the slider's end all the while
        }
        (longest, count)
    }

    #[test]
    fn the_slider_stops_where_a_frame_takes_half_a_second() {
        for each in [1e-3, 3e-3, 1e-2] {
            let (longest, count) = drag_to_the_end(each);
            assert!(longest < 2.0 * SLOWEST, "{each}: {longest} s");
            assert!((0.8..1.2).contains(&((0.03 + each * count) / SLOWEST)), "{each}: {count}");
        }
        assert_eq!(drag_to_the_end(1e-6).1, MOST as f32, "on a fast machine everybody dances");
    }

    #[test]
    fn a_single_slow_frame_sends_nobody_home() {
        let mut pace = Pace::new(240.0);
        for _ in 0..5 {
            pace.note(240.0, 0.03);
        }
        assert_eq!([20.0, 0.03].map(|seconds| pace.note(240.0, seconds)), [240.0, 240.0]);
    }

    #[test]
    fn frames_that_stay_slow_send_some_home_though_the_slider_was_moved() {
        let mut pace = Pace::new(240.0);
        pace.is_chosen = true;
        let counts = [0.4, 0.4, 0.4, 1.0, 1.0].map(|seconds| pace.note(240.0, seconds));
        assert_eq!(counts, [240.0, 240.0, 240.0, 240.0, 120.0]);
    }
}
