//! How long a thread has worked: a limit on patience must not count the time that a busy machine gives to others.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// So many times the limit are waited for a thread that hardly gets to work, or sleeps; then it is over.
pub(super) const LONGEST: u32 = 6;

/// A thread of this process, for others to ask how long it has worked.
#[derive(Debug)]
pub(super) struct ThreadClock {
    /// Linux keeps it in a file; elsewhere nobody tells.
    file: Option<PathBuf>,
}

impl ThreadClock {
    /// The clock of the thread that calls this.
    pub(super) fn of_this_thread() -> Self {
        // It leads to `<process>/task/<thread>`.
        let thread = fs::read_link("/proc/thread-self").ok();
        let file = thread.map(|thread| PathBuf::from("/proc").join(thread).join("schedstat"));
        ThreadClock { file }
    }

    /// Time on a processor since the thread began; `None` where the system does not tell.
    pub(super) fn worked(&self) -> Option<Duration> {
        // Nanoseconds on a processor, then nanoseconds spent waiting for one.
        let text = fs::read_to_string(self.file.as_ref()?).ok()?;
        text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
    }
}

/// Somebody who waits for a thread, `limit` of that thread's own time.
pub(super) struct Patience {
    began: Instant,
    worked_before: Duration,
    limit: Duration,
}

impl Patience {
    /// Begins now. `worked` is what the thread's clock shows; `None` where it shows nothing.
    pub(super) fn new(limit: Duration, worked: Option<Duration>) -> Self {
        Patience { began: Instant::now(), worked_before: worked.unwrap_or_default(), limit }
    }

    /// Over, if the thread has worked for as long as the limit. Where its clock shows nothing, the
    /// clock on the wall stands in.
    pub(super) fn is_over(&self, worked: Option<Duration>) -> bool {
        self.is_over_after(self.began.elapsed(), worked)
    }

    fn is_over_after(&self, waited: Duration, worked: Option<Duration>) -> bool {
        let worked = worked.map_or(waited, |worked| worked.saturating_sub(self.worked_before));
        waited >= self.limit && (worked >= self.limit || waited >= self.limit * LONGEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_machine_costs_no_patience() {
        let seconds = Duration::from_secs;
        let patience = Patience::new(seconds(3), Some(seconds(10)));
        assert!(!patience.is_over_after(seconds(2), Some(seconds(12))));
        assert!(patience.is_over_after(seconds(3), Some(seconds(13))), "it worked all the time");
        assert!(!patience.is_over_after(seconds(6), Some(seconds(11))), "others worked");
        assert!(patience.is_over_after(seconds(18), Some(seconds(11))), "but not for ever");
        assert!(!patience.is_over_after(seconds(2), None));
        assert!(patience.is_over_after(seconds(3), None), "nobody tells: the wall's clock");
    }

    #[test]
    fn a_thread_that_works_gets_older() {
        let clock = ThreadClock::of_this_thread();
        let Some(before) = clock.worked() else { return }; // not on Linux
        let began = Instant::now();
        while clock.worked().is_some_and(|worked| worked <= before) {
            assert!(began.elapsed() < Duration::from_mins(1), "the clock stands still");
        }
    }
}
