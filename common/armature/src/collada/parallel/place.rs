//! Where a thread runs.
//!
//! Some kernels, of virtual machines above all, leave a thread that begins, or is woken, on the processor of the
//! one that made it do so for one to three milliseconds, though another one has nothing to do; in that time a
//! whole file is read. So those that help are kept away from the processor of the one that they help.

/// How many processors this process may run on.
///
/// The standard library would also ask what share of them a container has, which takes it as long as starting
/// a thread does; a thread too many costs less than that.
#[cfg(target_os = "linux")]
pub(super) fn processors() -> usize {
    rustix::process::sched_getaffinity(None).map_or(1, |all| all.count() as usize)
}

/// How many processors this process may run on.
#[cfg(not(target_os = "linux"))]
pub(super) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// The processor that a thread is on, where the system tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Processor(#[cfg(target_os = "linux")] usize);

#[cfg(target_os = "linux")]
impl Processor {
    pub(super) fn of_this_thread() -> Self {
        Self(rustix::process::sched_getcpu())
    }
}

#[cfg(not(target_os = "linux"))]
impl Processor {
    pub(super) fn of_this_thread() -> Self {
        Self()
    }
}

/// A thread, where the system has it moved by others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thread(#[cfg(target_os = "linux")] rustix::process::Pid);

#[cfg(target_os = "linux")]
impl Thread {
    pub(super) fn this() -> Self {
        Self(rustix::thread::gettid())
    }

    /// Lets it run on all processors that the caller may run on, but for this one. If there is no other, or it
    /// must not, it stays where it is.
    pub(super) fn keep_away_from(self, processor: Processor) {
        use rustix::process::{CpuSet, sched_getaffinity, sched_setaffinity};
        if let Ok(mut others) = sched_getaffinity(None)
            && processor.0 < CpuSet::MAX_CPU
        {
            others.unset(processor.0);
            if others.count() > 0 {
                let _ = sched_setaffinity(Some(self.0), &others); // else it is as it was
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl Thread {
    pub(super) fn this() -> Self {
        Self()
    }

    pub(super) fn keep_away_from(self, _: Processor) {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::process::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// In a thread of its own, for what it may do is the test's to change.
    #[test]
    fn away_from_one_to_another() {
        std::thread::spawn(|| {
            let all = sched_getaffinity(None).unwrap();
            let here = Processor::of_this_thread();
            Thread::this().keep_away_from(here);
            assert_eq!(Processor::of_this_thread() != here, all.count() > 1);

            let mut one = CpuSet::new();
            one.set(here.0);
            sched_setaffinity(None, &one).unwrap();
            Thread::this().keep_away_from(here);
            assert_eq!(Processor::of_this_thread(), here, "there is no other");
            assert_eq!(sched_getaffinity(None).unwrap(), one);
        })
        .join()
        .unwrap();
    }
}
