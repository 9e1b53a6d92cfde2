//! Where a thread runs.
//!
//! Some kernels, of virtual machines above all, leave a thread that begins, or goes on, on the processor of the
//! one that made it do so for one to three milliseconds, though another one has nothing to do; in that time a
//! whole file is read. There it moves by itself, and its maker makes way for a moment so that it can.

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

    /// Moves this thread to another one of those that it may run on. From then on it is the system's again. If
    /// there is no other, or it must not, it stays.
    pub(super) fn leave(self) {
        use rustix::process::{CpuSet, sched_getaffinity, sched_setaffinity};
        if Self::of_this_thread() != self || self.0 >= CpuSet::MAX_CPU {
            return;
        }
        if let Ok(all) = sched_getaffinity(None) {
            let mut others = all;
            others.unset(self.0);
            if others.count() > 0 && sched_setaffinity(None, &others).is_ok() {
                let _ = sched_setaffinity(None, &all); // it was so before
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl Processor {
    pub(super) fn of_this_thread() -> Self {
        Self()
    }

    pub(super) fn leave(self) {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::process::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// In a thread of its own, for what it may do is the test's to change.
    #[test]
    fn to_another_one_and_no_further() {
        std::thread::spawn(|| {
            let all = sched_getaffinity(None).unwrap();
            let leaves = || {
                let here = Processor::of_this_thread();
                here.leave();
                Processor::of_this_thread() != here
            };
            // The system may take it back at any time.
            assert_eq!((0..100).any(|_| leaves()), processors() > 1);
            assert_eq!(sched_getaffinity(None).unwrap(), all, "it may run where it might before");

            let mut one = CpuSet::new();
            one.set(Processor::of_this_thread().0);
            sched_setaffinity(None, &one).unwrap();
            assert!(!leaves(), "there is no other");
            assert_eq!(sched_getaffinity(None).unwrap(), one);
        })
        .join()
        .unwrap();
    }
}
