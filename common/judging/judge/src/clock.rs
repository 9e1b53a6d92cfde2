//! Limits on the CPU time of this process: on a busy machine, time that others use must not count.

use cpu_time::ProcessTime;
use std::time::{Duration, Instant};

/// Longest wait as a multiple of the limit on CPU time, for an answer that sleeps or hardly runs.
pub const MAX_WAIT_FACTOR: u32 = 6;

/// A limit on the CPU time that this process uses from now on, with all its threads: an answer may have some of its own.
pub struct CpuTimeLimit {
    began: Instant,
    /// CPU time before the start. `None` if the system does not tell: then wall-clock time counts instead.
    worked_before: Option<Duration>,
    limit: Duration,
}

/// Returns the CPU time of this process, if the system tells.
fn worked() -> Option<Duration> {
    ProcessTime::try_now().ok().map(|time| time.as_duration())
}

impl CpuTimeLimit {
    pub fn new(limit: Duration) -> Self {
        CpuTimeLimit { began: Instant::now(), worked_before: worked(), limit }
    }

    pub fn is_over(&self) -> bool {
        self.used() >= self.limit
    }

    /// Returns the wall-clock time since the start.
    pub fn waited(&self) -> Duration {
        self.began.elapsed()
    }

    /// Returns the CPU time since the start.
    pub fn used(&self) -> Duration {
        let worked = worked().zip(self.worked_before).map(|(worked, before)| worked.saturating_sub(before));
        worked.unwrap_or_else(|| self.waited())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_grows() {
        let limit = CpuTimeLimit::new(Duration::MAX);
        let began = Instant::now();
        while limit.used() == Duration::ZERO {
            assert!(began.elapsed() < Duration::from_mins(1), "the clock stands still");
        }
    }
}
