//! Comparison of the times of two functions, which take turns in several rounds.

use cpu_time::ThreadTime;
use std::fmt;

/// Median, and the 10th and 90th percentile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) p10: f64,
    pub(crate) p90: f64,
}

impl Spread {
    pub(crate) fn new(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        let last = (values.len() - 1) as f64;
        let [median, p10, p90] = [0.5, 0.1, 0.9].map(|fraction| values[(fraction * last).round() as usize]);
        Self { median, p10, p90 }
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} [{:.2}..{:.2}]", self.median, self.p10, self.p90)
    }
}

/// Nanoseconds for which each function runs in a round: far longer than a step of the clock, too short for most other
/// work on the machine to begin.
const SLICE: f64 = 3e6;
const ROUNDS: usize = 41;

/// Returns the nanoseconds of a unit of work by `first`, those by `second`, and their ratio. A call of either function
/// does `units` of work. Without `measure`, both are called once.
pub(crate) fn compare(measure: bool, units: usize, mut first: impl FnMut(), mut second: impl FnMut()) -> [Spread; 3] {
    let calls = if measure { [calls_in_slice(&mut first), calls_in_slice(&mut second)] } else { [1, 1] };
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for round in 0..if measure { ROUNDS } else { 1 } {
        let mut nanoseconds = [0.0; 2];
        for turn in [round % 2, 1 - round % 2] {
            let time = if turn == 0 { time(calls[0], &mut first) } else { time(calls[1], &mut second) };
            nanoseconds[turn] = time / (calls[turn] * units) as f64;
            times[turn].push(nanoseconds[turn]);
        }
        times[2].push(nanoseconds[0] / nanoseconds[1]);
    }
    times.map(Spread::new)
}

/// Returns the number of calls that take a [`SLICE`].
fn calls_in_slice(function: &mut impl FnMut()) -> usize {
    let mut calls = 1;
    loop {
        let nanoseconds = time(calls, function);
        if nanoseconds >= SLICE / 2.0 {
            return (SLICE / nanoseconds * calls as f64).ceil() as usize;
        }
        calls *= 2;
    }
}

/// Returns the CPU time of this thread that `calls` calls take, in nanoseconds.
fn time(calls: usize, function: &mut impl FnMut()) -> f64 {
    let start = ThreadTime::now();
    for _ in 0..calls {
        function();
    }
    start.elapsed().as_nanos() as f64
}
