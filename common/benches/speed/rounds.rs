//! Rounds in which two ways take turns, and what is left of their times.

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
        let at = |fraction: f64| values[(fraction * (values.len() - 1) as f64).round() as usize];
        Self { median: at(0.5), p10: at(0.1), p90: at(0.9) }
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} [{:.2}..{:.2}]", self.median, self.p10, self.p90)
    }
}

/// Nanoseconds of each way in each round: long against the clock's own steps, short against what else disturbs.
const SLICE: f64 = 3e6;
const ROUNDS: usize = 41;

/// Nanoseconds of a unit of work done in the one way, in the other, and the first over the second. A call of either does
/// so many `units`. Without `measure` both are called once.
pub(crate) fn compare(measure: bool, units: usize, mut one: impl FnMut(), mut other: impl FnMut()) -> [Spread; 3] {
    let calls = if measure { [calls(&mut one), calls(&mut other)] } else { [1, 1] };
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for round in 0..if measure { ROUNDS } else { 1 } {
        let mut took = [0.0; 2];
        for way in [round % 2, 1 - round % 2] {
            let nanoseconds = if way == 0 { time(calls[0], &mut one) } else { time(calls[1], &mut other) };
            took[way] = nanoseconds / (calls[way] * units) as f64;
            times[way].push(took[way]);
        }
        times[2].push(took[0] / took[1]);
    }
    times.map(Spread::new)
}

/// Returns the number of calls that fill a slice.
fn calls(work: &mut impl FnMut()) -> usize {
    let mut calls = 1;
    loop {
        let nanoseconds = time(calls, work);
        if nanoseconds >= SLICE / 2.0 {
            return (SLICE / nanoseconds * calls as f64).ceil() as usize;
        }
        calls *= 2;
    }
}

/// Nanoseconds of this thread's CPU time.
fn time(calls: usize, work: &mut impl FnMut()) -> f64 {
    let start = ThreadTime::now();
    for _ in 0..calls {
        work();
    }
    start.elapsed().as_nanos() as f64
}
