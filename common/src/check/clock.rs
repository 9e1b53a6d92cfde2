//! Limits on the CPU time of a thread: on a busy machine, time that other threads use must not count.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A thread that sleeps or hardly runs is given up after this many times its limit, in wall-clock time.
pub(super) const MAX_WAIT_FACTOR: u32 = 6;

/// The CPU time of a thread of this process, to be read from other threads.
#[derive(Debug)]
pub(crate) struct ThreadClock {
    /// Linux has it in a file; `None` elsewhere.
    file: Option<PathBuf>,
}

impl ThreadClock {
    /// The clock of the thread that calls this.
    pub(crate) fn of_this_thread() -> Self {
        // It leads to `<process>/task/<thread>`.
        let thread = fs::read_link("/proc/thread-self").ok();
        let file = thread.map(|thread| PathBuf::from("/proc").join(thread).join("schedstat"));
        ThreadClock { file }
    }

    /// CPU time since the thread began; `None` where the system does not provide it.
    pub(crate) fn worked(&self) -> Option<Duration> {
        // Nanoseconds on a processor, then nanoseconds spent waiting for one.
        let text = fs::read_to_string(self.file.as_ref()?).ok()?;
        text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
    }
}

/// A limit on the CPU time that a thread uses from now on.
pub(crate) struct CpuTimeLimit {
    began: Instant,
    worked_before: Duration,
    limit: Duration,
}

impl CpuTimeLimit {
    /// Begins now. `worked` is the thread's CPU time so far; `None` where it is not known.
    pub(crate) fn new(limit: Duration, worked: Option<Duration>) -> Self {
        CpuTimeLimit { began: Instant::now(), worked_before: worked.unwrap_or_default(), limit }
    }

    /// Whether the thread has used up its limit. Where its CPU time is not known, wall-clock time counts
    /// instead.
    pub(crate) fn is_over(&self, worked: Option<Duration>) -> bool {
        self.is_over_after(self.began.elapsed(), worked)
    }

    /// How long ago it began, by the clock on the wall.
    pub(crate) fn waited(&self) -> Duration {
        self.began.elapsed()
    }

    /// How much of it has been used up.
    pub(crate) fn used(&self, worked: Option<Duration>) -> Duration {
        worked.map_or_else(|| self.began.elapsed(), |worked| worked.saturating_sub(self.worked_before))
    }

    fn is_over_after(&self, waited: Duration, worked: Option<Duration>) -> bool {
        let worked = worked.map_or(waited, |worked| worked.saturating_sub(self.worked_before));
        waited >= self.limit && (worked >= self.limit || waited >= self.limit * MAX_WAIT_FACTOR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_of_other_threads_does_not_count() {
        let seconds = Duration::from_secs;
        let limit = CpuTimeLimit::new(seconds(3), Some(seconds(10)));
        assert!(!limit.is_over_after(seconds(2), Some(seconds(12))));
        assert!(limit.is_over_after(seconds(3), Some(seconds(13))), "it worked all the time");
        assert!(!limit.is_over_after(seconds(6), Some(seconds(11))), "others worked");
        assert!(limit.is_over_after(seconds(18), Some(seconds(11))), "but not for ever");
        assert!(!limit.is_over_after(seconds(2), None));
        assert!(limit.is_over_after(seconds(3), None), "no CPU time: wall-clock time");
    }

    #[test]
    fn cpu_time_grows() {
        let clock = ThreadClock::of_this_thread();
        let Some(before) = clock.worked() else { return }; // not on Linux
        let began = Instant::now();
        while clock.worked().is_some_and(|worked| worked <= before) {
            assert!(began.elapsed() < Duration::from_mins(1), "the clock stands still");
        }
    }
}
