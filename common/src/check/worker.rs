//! For programs that draw: student calls on a thread of their own, so that one that never ends does not end the program.

use super::{Trouble, guard};
use std::sync::mpsc;
use std::time::Duration;

/// A thread that runs one TODO's calls and carries its name, which Rust prints when the stack overflows:
/// the one accident that a thread cannot catch.
pub struct Worker {
    name: String,
    jobs: mpsc::Sender<Box<dyn FnOnce() + Send>>,
    lost: bool,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Lost {
    /// The call panicked.
    Trouble(Trouble),
    /// The call did not come back in time. Its thread is abandoned, and every later call is refused.
    Endless,
}

impl std::fmt::Display for Lost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Lost::Trouble(trouble) => write!(f, "{trouble}"),
            Lost::Endless => write!(f, "no answer in time: a loop that never ends?"),
        }
    }
}

impl Worker {
    /// The same on every system, so that a recursion that fits here fits there.
    pub(super) const STACK: usize = 8 << 20;

    /// Starts the thread.
    ///
    /// # Panics
    /// If the system gives no thread.
    pub fn new(name: &str) -> Self {
        let (jobs, inbox) = mpsc::channel::<Box<dyn FnOnce() + Send>>();
        let run = move || inbox.into_iter().for_each(|job| job());
        let builder = std::thread::Builder::new().name(name.into()).stack_size(Self::STACK);
        builder.spawn(run).expect("the system gives a thread");
        Worker { name: name.into(), jobs, lost: false }
    }

    /// The TODO's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Runs `f` there and waits for it, `limit` at most. Batch the work: one call a frame, not one a vertex.
    ///
    /// # Errors
    /// If `f` panics or takes too long, or an earlier call did.
    pub fn call<T: Send + 'static>(
        &mut self,
        limit: Duration,
        f: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Lost> {
        if self.lost {
            return Err(Lost::Endless);
        }
        let (answer, wait) = mpsc::sync_channel(1);
        let job = move || drop(answer.send(guard::call(f)));
        let result = match self.jobs.send(Box::new(job)) {
            Ok(()) => wait.recv_timeout(limit).ok(),
            Err(_) => None,
        };
        self.lost = result.is_none();
        result.ok_or(Lost::Endless)?.map_err(Lost::Trouble)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn a_panic_is_survived_and_a_loop_is_left_behind() {
        let long = Duration::from_mins(1);
        let mut worker = Worker::new("03.1 index_pairs");
        assert_eq!(worker.call(long, || 7).ok(), Some(7));
        assert!(matches!(worker.call(long, || panic!("no")), Err(Lost::Trouble(_))));
        assert_eq!(worker.call(long, || 8).ok(), Some(8), "the thread lives on");
        // A call that waits for something nobody sends until the test is over.
        let (hold, never) = channel::<()>();
        assert!(matches!(
            worker.call(Duration::ZERO, move || never.recv().is_ok()),
            Err(Lost::Endless)
        ));
        assert!(matches!(worker.call(long, || 9), Err(Lost::Endless)), "the TODO stays off");
        drop(hold);
    }
}
