//! The time axis of the timeline.

use imgui::DrawListMut;
use ui::theme::Color;

/// Colours of the background, and of lines on it.
pub(crate) const BACK: Color = [0.07, 0.078, 0.094, 1.0];
pub(crate) const LINE: Color = [0.19, 0.21, 0.25, 1.0];

/// Maps times to positions on the screen and back. It shows a clip, or a part of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ruler {
    /// Pixel of `start`.
    pub(crate) left: f32,
    /// Pixels from `start` to `end`.
    pub(crate) width: f32,
    /// Seconds on the clip's clock.
    pub(crate) start: f32,
    /// Seconds on the clip's clock.
    pub(crate) end: f32,
}

impl Ruler {
    /// The pixel of a time; outside for one that is not shown.
    pub(crate) fn x(&self, time: f32) -> f32 {
        let length = self.end - self.start;
        let fraction = if length > 0.0 { (time - self.start) / length } else { 0.0 };
        self.left + self.width * fraction
    }

    /// The time at a pixel; past the ruler its nearer end.
    pub(crate) fn time(&self, x: f32) -> f32 {
        let fraction = if self.width > 0.0 { (x - self.left) / self.width } else { 0.0 };
        self.start + (self.end - self.start) * fraction.clamp(0.0, 1.0)
    }

    /// Returns the shown range of time after a zoom by `factor` about `x` and a move by `pixels`. The range stays
    /// within the clip and is at least `least` seconds long.
    pub(crate) fn zoom_and_pan(
        &self,
        x: f32,
        factor: f32,
        pixels: f32,
        (start, end): (f32, f32),
        least: f32,
    ) -> (f32, f32) {
        let whole = end - start;
        let shown = self.end - self.start;
        let length = (shown * factor).max(least).min(whole);
        let fixed = self.time(x);
        let from = fixed - (fixed - self.start) * length / shown + pixels / self.width * length;
        let from = from.min(end - length).max(start);
        if from.is_finite() { (from, from + length) } else { (start, end) }
    }

    /// A round number of units of `unit` seconds between two marks that are at least `least` pixels apart.
    pub(crate) fn step(&self, least: f32, unit: f32) -> f32 {
        let wanted = (self.end - self.start) / unit * least / self.width.max(1.0);
        if !(wanted.is_finite() && wanted > 0.0) {
            return 1.0;
        }
        let power = 10f32.powf(wanted.log10().floor());
        let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| f * power >= wanted * 0.999);
        power * factor.unwrap_or(10.0)
    }

    /// The visible multiples of `step` seconds.
    pub(crate) fn marks(&self, step: f32) -> impl Iterator<Item = f32> {
        const MOST: i32 = 400;
        let first = (self.start / step).ceil() as i32;
        let end = self.end + step * 1e-3;
        let times = (first..first.saturating_add(MOST)).map(move |number| number as f32 * step);
        times.take_while(move |time| *time <= end)
    }
}

/// Formats a time with as many digits as the step between two marks needs.
pub(crate) fn format_seconds(time: f32, step: f32) -> String {
    let digits = (-step.log10().floor()).clamp(0.0, 4.0) as usize;
    format!("{time:.digits$}")
}

/// Draws a key on the ruler.
pub(crate) fn diamond(list: &DrawListMut<'_>, [x, y]: [f32; 2], size: f32, color: Color) {
    let [a, b, c, d] = [[x, y - size], [x + size, y], [x, y + size], [x - size, y]];
    list.add_triangle(a, b, c, color).filled(true).build();
    list.add_triangle(a, c, d, color).filled(true).build();
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
        assert_eq!(RULER.x(3.0), 600.0, "not shown");
        let still = Ruler { end: 0.5, ..RULER };
        assert_eq!((still.x(0.5), still.time(300.0)), (100.0, 0.5));
    }

    #[test]
    fn a_part_of_the_clip() {
        let clip = (0.5, 2.5);
        let (from, to) = RULER.zoom_and_pan(200.0, 0.5, 0.0, clip, 0.1);
        assert_eq!((from, to), (0.75, 1.75), "1 s stays a quarter from the left");
        let part = Ruler { start: from, end: to, ..RULER };
        assert_eq!(part.zoom_and_pan(0.0, 1.0, 100.0, clip, 0.1), (1.0, 2.0));
        assert_eq!(part.zoom_and_pan(0.0, 1.0, 9e9, clip, 0.1), (1.5, 2.5), "not beyond the end");
        assert_eq!(part.zoom_and_pan(300.0, 50.0, 0.0, clip, 0.1), clip, "not more than all");
        let (from, to) = part.zoom_and_pan(300.0, 1e-9, 0.0, clip, 0.1);
        assert!((to - from - 0.1).abs() < 1e-6);
        let still = Ruler { end: 0.5, ..RULER };
        assert_eq!(still.zoom_and_pan(300.0, 0.5, 9.0, (0.5, 0.5), 0.1), (0.5, 0.5));
    }

    #[test]
    fn marks_at_round_numbers() {
        for (length, step) in [(2.0, 0.5), (10.0, 2.0), (0.1, 0.02), (100.0, 20.0), (0.0, 1.0)] {
            let ruler = Ruler { start: 0.0, end: length, ..RULER };
            assert!((ruler.step(75.0, 1.0) - step).abs() < 1e-4, "{length}: {}", ruler.step(75.0, 1.0));
        }
        assert_eq!(RULER.step(60.0, 1.0 / 24.0), 10.0, "frames");
        assert_eq!(RULER.marks(0.5).collect::<Vec<_>>(), [0.5, 1.0, 1.5, 2.0, 2.5]);
        assert_eq!(format_seconds(1.5, 0.5), "1.5");
        assert_eq!(format_seconds(20.0, 20.0), "20");
        assert_eq!(format_seconds(0.25, 0.05), "0.25");
    }
}
