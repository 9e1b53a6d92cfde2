//! Times of the frames of a clip, and their search.

/// Times in order, in seconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Timeline {
    times: Vec<f32>,
    /// Average number of times in a second, from which a search guesses the index.
    rate: f32,
}

/// Number of steps from the guess after which a binary search is cheaper.
const STEPS: usize = 4;

impl Timeline {
    pub(super) fn new(times: Vec<f32>) -> Self {
        let seconds = times.last().unwrap_or(&0.0) - times.first().unwrap_or(&0.0);
        let rate = if seconds > 0.0 { (times.len() - 1) as f32 / seconds } else { 0.0 };
        Self { times, rate }
    }

    pub(super) fn times(&self) -> &[f32] {
        &self.times
    }

    /// Returns the number of times up to `time`.
    #[inline(always)]
    pub(super) fn passed(&self, time: f32) -> usize {
        let times = &self.times[..];
        let Some(first) = times.first() else { return 0 };
        // The cast makes 0 of negative numbers and NaN.
        let mut passed = (((time - first) * self.rate) as usize).min(times.len() - 1) + 1;
        for _ in 0..STEPS {
            if passed < times.len() && times[passed] <= time {
                passed += 1;
            } else if passed > 0 && times[passed - 1] > time {
                passed -= 1;
            } else {
                return passed;
            }
        }
        times.partition_point(|&at| at <= time)
    }
}
