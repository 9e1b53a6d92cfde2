//! For programs that draw: student calls on a thread of their own, so that one that never ends does not end the program.

use super::clock::{CpuTimeLimit, ThreadClock};
use super::{AnswerError, catch_panic};
use std::any::Any;
use std::sync::{Arc, OnceLock, mpsc};
use std::time::Duration;

/// How often a thread that is late is asked how long it has worked.
const LATE: Duration = Duration::from_millis(20);

/// An answer of any type: so that all that follows is compiled once, and not with every lesson.
type Anything = Box<dyn Any + Send>;

/// A call, wrapped up.
type Job = Box<dyn FnOnce() -> Anything + Send>;

/// A thread that runs one TODO's calls and carries its name, which Rust prints when the stack overflows:
/// the one accident that a thread cannot catch.
pub struct Worker {
    name: String,
    jobs: mpsc::Sender<Job>,
    answers: mpsc::Receiver<Result<Anything, AnswerError>>,
    /// Empty until the thread runs for the first time.
    clock: Arc<OnceLock<ThreadClock>>,
    lost: bool,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum CallError {
    /// The call panicked.
    Panicked(AnswerError),
    /// The call did not come back in time. Its thread is abandoned, and every later call is refused.
    Endless,
}

impl std::fmt::Display for CallError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CallError::Panicked(trouble) => write!(f, "{trouble}"),
            CallError::Endless => write!(f, "no answer in time: a loop that never ends?"),
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
        let (jobs, inbox) = mpsc::channel::<Job>();
        let (outbox, answers) = mpsc::channel();
        let clock = Arc::new(OnceLock::new());
        let its_own = clock.clone();
        let run = move || {
            its_own.get_or_init(ThreadClock::of_this_thread);
            for job in inbox {
                if outbox.send(catch_panic::call_quickly(job)).is_err() {
                    break; // nobody is left who asked
                }
            }
        };
        let builder = std::thread::Builder::new().name(name.into()).stack_size(Self::STACK);
        builder.spawn(run).expect("the system gives a thread");
        Worker { name: name.into(), jobs, answers, clock, lost: false }
    }

    /// The TODO's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Runs `f` there and waits for it until it has worked for `limit`: a machine that is busy with other
    /// things is waited for some times longer. Batch the work: one call a frame, not one a vertex.
    ///
    /// A panic's place is where it says it is: walking the stack for the student's own line, as a check
    /// does, takes longer than a frame.
    ///
    /// # Errors
    /// If `f` panics or takes too long, or an earlier call took too long.
    #[allow(clippy::missing_panics_doc)] // the reason is on the line
    pub fn call<T: Send + 'static>(
        &mut self,
        limit: Duration,
        f: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, CallError> {
        let answer = self.wait_for(limit, Box::new(move || Box::new(f())))?;
        Ok(*answer.downcast().expect("a call answers with its own type"))
    }

    fn wait_for(&mut self, limit: Duration, job: Job) -> Result<Anything, CallError> {
        if self.lost {
            return Err(CallError::Endless);
        }
        let cpu_time = CpuTimeLimit::new(limit, self.worked());
        let sent = self.jobs.send(job).is_ok();
        let mut result = if sent { self.answers.recv_timeout(limit).ok() } else { None };
        while sent && result.is_none() && !cpu_time.is_over(self.worked()) {
            result = self.answers.recv_timeout(LATE).ok();
        }
        self.lost = result.is_none();
        result.ok_or(CallError::Endless)?.map_err(CallError::Panicked)
    }

    /// What the thread's clock shows: nothing yet, if it has not even begun.
    fn worked(&self) -> Option<Duration> {
        self.clock.get().map_or(Some(Duration::ZERO), ThreadClock::worked)
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
        assert!(matches!(worker.call(long, || panic!("no")), Err(CallError::Panicked(_))));
        assert_eq!(worker.call(long, || 8).ok(), Some(8), "the thread lives on");
        // A call that waits for something nobody sends until the test is over.
        let (hold, never) = channel::<()>();
        assert!(matches!(worker.call(Duration::ZERO, move || never.recv().is_ok()), Err(CallError::Endless)));
        assert!(matches!(worker.call(long, || 9), Err(CallError::Endless)), "the TODO stays off");
        drop(hold);
    }
}
