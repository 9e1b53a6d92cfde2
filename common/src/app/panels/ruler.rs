//! The time axis of the timeline.

/// Maps times to positions on the screen and back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ruler {
    /// Where `start` is, in pixels.
    pub(super) left: f32,
    /// How many pixels there are up to `end`.
    pub(super) width: f32,
    /// Seconds on the clip's clock.
    pub(super) start: f32,
    /// Seconds on the clip's clock.
    pub(super) end: f32,
}

impl Ruler {
    /// The position of a time.
    pub(super) fn x(&self, time: f32) -> f32 {
        let length = self.end - self.start;
        let share = if length > 0.0 { (time - self.start) / length } else { 0.0 };
        self.left + self.width * share.clamp(0.0, 1.0)
    }

    /// The time at a position; beyond the ruler its nearer end.
    pub(super) fn time(&self, x: f32) -> f32 {
        let share = if self.width > 0.0 { (x - self.left) / self.width } else { 0.0 };
        self.start + (self.end - self.start) * share.clamp(0.0, 1.0)
    }

    /// A round number of seconds between two marks that are at least `least` pixels apart.
    pub(super) fn step(&self, least: f32) -> f32 {
        let wanted = (self.end - self.start) * least / self.width.max(1.0);
        if !(wanted.is_finite() && wanted > 0.0) {
            return 1.0;
        }
        let power = 10f32.powf(wanted.log10().floor());
        let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| f * power >= wanted * 0.999);
        power * factor.unwrap_or(10.0)
    }
}

/// With as many digits as the step between two marks needs.
pub(super) fn format_seconds(time: f32, step: f32) -> String {
    let digits = (-step.log10().floor()).clamp(0.0, 4.0) as usize;
    format!("{time:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULER: Ruler = Ruler { left: 100.0, width: 400.0, start: 0.5, end: 2.5 };

    #[test]
    fn times_and_positions() {
        assert_eq!((RULER.x(0.5), RULER.x(1.5), RULER.x(2.5)), (100.0, 300.0, 500.0));
        for time in [0.5, 0.9, 2.5] {
            assert!((RULER.time(RULER.x(time)) - time).abs() < 1e-5);
        }
        assert_eq!(RULER.time(-50.0), 0.5, "the pointer may leave the ruler");
        assert_eq!(RULER.time(9999.0), 2.5);
        let still = Ruler { end: 0.5, ..RULER };
        assert_eq!((still.x(0.5), still.time(300.0)), (100.0, 0.5));
    }

    #[test]
    fn marks_at_round_numbers() {
        for (length, step) in [(2.0, 0.5), (10.0, 2.0), (0.1, 0.02), (100.0, 20.0), (0.0, 1.0)] {
            let ruler = Ruler { start: 0.0, end: length, ..RULER };
            assert!((ruler.step(75.0) - step).abs() < 1e-4, "{length}: {}", ruler.step(75.0));
        }
        assert_eq!(format_seconds(1.5, 0.5), "1.5");
        assert_eq!(format_seconds(20.0, 20.0), "20");
        assert_eq!(format_seconds(0.25, 0.05), "0.25");
    }
}
