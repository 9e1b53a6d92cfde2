//! Rounds in which two ways take turns, and what is left of their times.

use cpu_time::ThreadTime;
use std::time::Duration;

/// Median, and the 10th and 90th percentile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) p10: f64,
    pub(crate) p90: f64,
}

impl Spread {
    pub(crate) fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        let at = |share: f64| values[(share * (values.len() - 1) as f64).round() as usize];
        Self { median: at(0.5), p10: at(0.1), p90: at(0.9) }
    }
}

/// Two ways to do the same: nanoseconds for each unit of work, and the first over the second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison {
    pub(crate) plain: Spread,
    pub(crate) fast: Spread,
    pub(crate) ratio: Spread,
}

/// How often, and what.
pub(crate) struct Rounds {
    measure: bool,
    filter: String,
}

/// Of each way in each round: long against the clock's own steps, short against what else disturbs.
const SLICE: Duration = Duration::from_millis(3);
const ROUNDS: usize = 41;

impl Rounds {
    pub(crate) fn new(measure: bool, filter: String) -> Self {
        Self { measure, filter }
    }

    /// Whether the filter asks for this.
    pub(crate) fn wanted(&self, name: &str) -> bool {
        name.contains(&self.filter)
    }

    /// Measures two ways that each do `units` of work when called.
    pub(crate) fn compare(&self, units: usize, mut plain: impl FnMut(), mut fast: impl FnMut()) -> Comparison {
        let (plain_calls, fast_calls) = (self.calls(&mut plain), self.calls(&mut fast));
        let (mut plain_times, mut fast_times, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for round in 0..self.rounds() {
            let (mut of_plain, mut of_fast) = (0.0, 0.0);
            for turn in 0..2 {
                if (round + turn) % 2 == 0 {
                    of_plain = time(plain_calls, &mut plain) / units as f64;
                } else {
                    of_fast = time(fast_calls, &mut fast) / units as f64;
                }
            }
            plain_times.push(of_plain);
            fast_times.push(of_fast);
            ratios.push(of_plain / of_fast);
        }
        let [plain, fast, ratio] = [plain_times, fast_times, ratios].map(Spread::of);
        Comparison { plain, fast, ratio }
    }

    fn rounds(&self) -> usize {
        if self.measure { ROUNDS } else { 1 }
    }

    /// How many calls fill a slice.
    fn calls(&self, work: &mut impl FnMut()) -> usize {
        if !self.measure {
            return 1;
        }
        let mut calls = 1;
        loop {
            let nanoseconds = time(calls, work) * calls as f64;
            if nanoseconds >= SLICE.as_nanos() as f64 / 2.0 {
                let enough = SLICE.as_nanos() as f64 / (nanoseconds / calls as f64);
                return (enough.ceil() as usize).max(1);
            }
            calls *= 2;
        }
    }
}

/// Nanoseconds of this thread's CPU time for one call.
fn time(calls: usize, work: &mut impl FnMut()) -> f64 {
    let start = ThreadTime::now();
    for _ in 0..calls {
        work();
    }
    start.elapsed().as_nanos() as f64 / calls as f64
}
