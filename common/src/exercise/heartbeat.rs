//! Notices a frame that does not end: an answer with an endless loop, or one that waits for more memory than it may have.

use crate::check::CpuTimeLimit;
use crate::memory;
use given::running::Shared;
use std::{
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

/// How long a frame may work. Many a check has found the loop before: only on data that no probe has it is found here.
const LIMIT: Duration = Duration::from_secs(10);
/// How often that is looked at.
const EVERY: Duration = Duration::from_millis(500);

/// Watches the frames of the thread that made it, as long as it is kept.
pub struct Heartbeat {
    _ends: mpsc::Sender<()>,
}

impl Heartbeat {
    /// Calls `hung` with the id of the TODO whose answer does not come back; once.
    pub fn new(hung: impl FnOnce(&'static str) + Send + 'static) -> Self {
        Self::with(LIMIT, EVERY, hung)
    }

    fn with(limit: Duration, every: Duration, hung: impl FnOnce(&'static str) + Send + 'static) -> Self {
        let running = Shared::of_this_thread();
        let (ends, has_ended) = mpsc::channel::<()>();
        let watch = move || {
            let mut frame = None; // the one under way, and its limit
            while has_ended.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                let now = running.get();
                frame = match frame {
                    _ if !now.is_in_frame => None,
                    Some((number, limit)) if number == now.frames => Some((number, limit)),
                    _ => Some((now.frames, CpuTimeLimit::new(limit))),
                };
                let wants_memory = memory::is_exceeded();
                if wants_memory && now.todo.is_empty() {
                    memory::go_on(); // it is the course itself
                } else if wants_memory || frame.as_ref().is_some_and(|(_, limit)| limit.is_over()) {
                    return hung(now.todo);
                }
            }
        };
        // Where the system gives no thread, nobody watches.
        let _ = thread::Builder::new().name("heartbeat".into()).spawn(watch);
        Heartbeat { _ends: ends }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exercise::{attempt, todo};

    #[test]
    fn a_frame_that_does_not_end_is_named() {
        let (send, receive) = mpsc::channel();
        let _heartbeat = Heartbeat::with(Duration::from_millis(1), Duration::from_millis(1), move |id| {
            let _ = send.send(id); // the test waits for it
        });
        let frame = || todo("07.1", || todo("07.2", || receive.recv_timeout(Duration::from_mins(1))));
        assert_eq!(attempt(frame), Ok(Ok("07.2")));
    }

    #[test]
    fn frames_that_end_are_left_alone() {
        let (send, receive) = mpsc::channel();
        let heartbeat = Heartbeat::with(Duration::from_mins(1), Duration::from_millis(1), move |id| _ = send.send(id));
        for _ in 0..1000 {
            let _ = attempt(|| todo("07.1", || ()));
        }
        drop(heartbeat);
        assert!(receive.recv().is_err(), "the thread has ended without a word");
    }
}
