//! Frame pacing: when the next frame is due, and a resolution that keeps 15 frames a second in software rendering.

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

/// Keeps 15 frames a second where the processor draws, by drawing fewer pixels, but at least half of them each way: eyes
/// forgive a low rate sooner than blocks. Smooth edges, which cost as much as all else, are worth only 30.
///
/// How much of the time is spent on pixels is not known, so it tries: fewer pixels when frames are
/// too slow on average, more when there is room again. A try that fails is not soon repeated. With
/// a graphics card nothing is ever dropped.
#[derive(Clone, Debug)]
pub(crate) struct Resolution {
    step: usize,
    /// Seconds a frame, smoothed.
    average: f32,
    /// Number of frames for which this step has been kept.
    kept: u32,
    /// Number of frames after which a larger step is tried.
    patience: u32,
    /// Whether this step was a try.
    is_try: bool,
    software: bool,
}

/// Fractions of the window's width and height that are drawn, and whether edges are smooth.
const STEPS: [(f32, bool); 5] = [(1.0, true), (1.0, false), (0.75, false), (0.6, false), (0.5, false)];
/// A frame that takes longer is too slow, in seconds: with smooth edges, and without.
const TOO_SLOW: [f32; 2] = [0.034, 0.067];
/// Quicker than this fraction of that may have room for the step before.
const ROOM: f32 = 0.8;
/// The first frames of a step do not count: shaders are compiled, memory is fetched.
const SETTLING: u32 = 12;
/// The average is looked at after that many frames.
const LOOK: u32 = 30;
const FIRST_PATIENCE: u32 = 120;
const MAX_PATIENCE: u32 = 3600;
/// Index of the step with which a window begins.
const FIRST_STEP: usize = 3;

impl Resolution {
    /// Full resolution. `software`: whether the processor draws.
    pub(crate) fn new(software: bool) -> Self {
        Self { step: 0, average: 0.0, kept: 0, patience: FIRST_PATIENCE, is_try: false, software }
    }

    /// Resolution of a window's first frame. Where the processor draws, it has a third of the pixels, so that it
    /// appears soon; the resolution grows as soon as the frame times allow it.
    pub(crate) fn beginning(software: bool) -> Self {
        let full = Self::new(software);
        if software { Self { step: FIRST_STEP, patience: LOOK, ..full } } else { full }
    }

    /// The fraction of width and height that is drawn, from 0.5 to 1.
    pub(crate) fn scale(&self) -> f32 {
        STEPS[self.step].0
    }

    pub(crate) fn is_smooth(&self) -> bool {
        STEPS[self.step].1
    }

    /// The size to draw for an area of this many pixels; at least 1 by 1.
    pub(crate) fn size(&self, (width, height): (u32, u32)) -> (u32, u32) {
        [width, height].map(|pixels| ((pixels as f32 * self.scale()).round() as u32).max(1)).into()
    }

    /// Records a frame that took `seconds` to draw; true if the resolution changes.
    pub(crate) fn note(&mut self, seconds: f32) -> bool {
        if !self.software {
            return false;
        }
        self.kept += 1;
        if self.kept <= SETTLING {
            self.average = seconds;
            return false;
        }
        self.average += (seconds - self.average) * 0.08;
        if self.kept < LOOK {
            return false;
        }
        let too_slow = self.too_slow();
        if self.average > too_slow && self.step + 1 < STEPS.len() {
            if self.is_try {
                self.patience = (self.patience * 2).min(MAX_PATIENCE);
            }
            // Twice too slow is two steps too many.
            let steps = if self.average > 2.0 * too_slow { 2 } else { 1 };
            return self.change((self.step + steps).min(STEPS.len() - 1), false);
        }
        if self.step > 0 && self.kept > self.patience {
            let before = Self { step: self.step - 1, ..self.clone() };
            if self.average < ROOM * before.too_slow() {
                return self.change(before.step, true);
            }
        }
        false
    }

    fn too_slow(&self) -> f32 {
        TOO_SLOW[usize::from(!self.is_smooth())]
    }

    fn change(&mut self, step: usize, is_try: bool) -> bool {
        self.step = step;
        self.kept = 0;
        self.is_try = is_try;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes frames of a machine that needs `fixed` seconds for any frame, and `full` more for all pixels with smooth edges.
    /// Returns the number of changes of the resolution.
    fn note_frames(resolution: &mut Resolution, fixed: f32, full: f32, frames: u32) -> u32 {
        let mut changes = 0;
        for _ in 0..frames {
            let seconds = fixed + full * pixels(resolution);
            changes += u32::from(resolution.note(seconds));
        }
        changes
    }

    /// Returns the cost of a resolution's pixels, where all of them with smooth edges cost 1.
    fn pixels(resolution: &Resolution) -> f32 {
        resolution.scale().powi(2) * if resolution.is_smooth() { 1.0 } else { 0.5 }
    }

    #[test]
    fn a_slow_machine_keeps_fifteen_frames() {
        for (fixed, full) in [(0.0, 0.01), (0.0, 0.035), (0.01, 0.08), (0.02, 0.2), (0.0, 0.3)] {
            let mut resolution = Resolution::new(true);
            note_frames(&mut resolution, fixed, full, 600);
            let mut slow = 0;
            for _ in 0..3000 {
                let seconds = fixed + full * pixels(&resolution);
                slow += u32::from(seconds > resolution.too_slow());
                resolution.note(seconds);
            }
            assert!(slow < 300, "{fixed} + {full}: {slow} of 3000 frames are slow");
        }
    }

    #[test]
    fn quick_enough_draws_every_pixel_and_hopelessly_slow_some() {
        let mut quick = Resolution::new(true);
        assert_eq!((note_frames(&mut quick, 0.01, 0.02, 1000), quick.scale(), quick.is_smooth()), (0, 1.0, true));
        let mut slow = Resolution::new(true);
        note_frames(&mut slow, 9.0, 0.0, 1000);
        assert_eq!((slow.scale(), slow.size((1, 3))), (0.5, (1, 2)));
    }

    #[test]
    fn it_does_not_swing() {
        for full in [0.036, 0.05, 0.07, 0.1] {
            let mut resolution = Resolution::new(true);
            note_frames(&mut resolution, 0.0, full, 4000);
            let changes = note_frames(&mut resolution, 0.0, full, 3600);
            assert!(changes <= 4, "{full}: {changes} changes a minute");
        }
    }

    #[test]
    fn slow_only_for_a_while() {
        let mut resolution = Resolution::new(true);
        note_frames(&mut resolution, 0.09, 0.02, 200); // something else was running
        assert!(resolution.scale() < 1.0);
        note_frames(&mut resolution, 0.005, 0.02, 2000);
        assert!(resolution.is_smooth());
        let mut hiccup = Resolution::new(true);
        for frame in 0..600 {
            let seconds = if frame % 60 < 3 { 0.09 } else { 0.015 };
            assert!(!hiccup.note(seconds), "a few slow frames change nothing");
        }
    }

    #[test]
    fn a_graphics_card_draws_every_pixel() {
        for mut resolution in [Resolution::new(false), Resolution::beginning(false)] {
            assert!((0..100).all(|_| !resolution.note(1.0)));
            assert!(resolution.is_smooth() && resolution.size((1280, 800)) == (1280, 800));
        }
    }

    #[test]
    fn a_window_begins_with_few_pixels_and_soon_has_all() {
        let mut resolution = Resolution::beginning(true);
        assert_eq!(resolution.scale(), 0.6);
        note_frames(&mut resolution, 0.005, 0.015, 100);
        assert!(resolution.is_smooth(), "after 100 frames");
        let mut slow = Resolution::beginning(true);
        note_frames(&mut slow, 0.005, 0.6, 100);
        assert_eq!(slow.scale(), 0.5, "there is no room for more, and less would be blocks");
    }

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
