//! Notices a frame that does not end: an answer with an endless loop, or with a list that only grows.

use given::running::Running;
use judge::memory::MemoryLimit;
use judge::{CpuTimeLimit, Limits, MAX_WAIT_FACTOR};
use std::{
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

/// The time that a frame may work. Most loops are found by a check; this finds one on data that no probe has.
const LIMIT: Duration = Duration::from_secs(10);
/// The interval at which frames are looked at: a list grows by some ten megabytes meanwhile.
const INTERVAL: Duration = Duration::from_millis(50);

/// Watches the frames of the thread that made it, as long as it is kept.
pub struct Heartbeat {
    _ends: mpsc::Sender<()>,
}

impl Heartbeat {
    /// Calls `hung` with the id of the TODO whose answer does not come back; once.
    pub fn new(hung: impl FnOnce(&'static str) + Send + 'static) -> Self {
        abort::hold();
        Self::watch(LIMIT, INTERVAL, hung)
    }

    /// Lets an abort that is held back end the process.
    pub(crate) fn let_go() {
        abort::let_go();
    }

    /// Starts a thread that looks at the frames of this thread at each `interval`, and calls `hung` if one works for longer
    /// than `limit`. If the system gives no thread, frames are not watched.
    fn watch(limit: Duration, interval: Duration, hung: impl FnOnce(&'static str) + Send + 'static) -> Self {
        let running = Running::on_this_thread();
        let (ends, has_ended) = mpsc::channel::<()>();
        let heartbeat = thread::Builder::new().name("heartbeat".into());
        if heartbeat.spawn(move || watch_frames(&running, limit, interval, &has_ended, hung)).is_err() {
            abort::let_go();
        }
        Heartbeat { _ends: ends }
    }
}

/// Waits until a frame of `running` works for longer than `limit`, an answer in it holds too much memory, or an abort has
/// begun in it, and calls `hung` with the id of the TODO. Returns without a call when the sender of `has_ended` is dropped.
fn watch_frames(
    running: &Running,
    limit: Duration,
    interval: Duration,
    has_ended: &mpsc::Receiver<()>,
    hung: impl FnOnce(&'static str),
) {
    let mut frame: Option<(u64, CpuTimeLimit)> = None;
    let mut answer: Option<(u64, MemoryLimit)> = None;
    while has_ended.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
        let frame_now = running.frame();
        if frame.as_ref().map(|(number, _)| *number) != frame_now {
            frame = frame_now.map(|number| (number, CpuTimeLimit::new(limit)));
        }
        // The memory that a driver takes for a larger window, between two answers, is not theirs.
        let answer_now = (!running.todo().is_empty()).then(|| running.answers());
        if answer.as_ref().map(|(number, _)| *number) != answer_now {
            answer = answer_now.map(|number| (number, MemoryLimit::new(Limits::default().memory)));
        }
        if abort::has_begun() && running.todo().is_empty() {
            return abort::let_go(); // no answer has caused it
        }
        let is_late =
            frame.as_ref().is_some_and(|(_, time)| time.is_over() || time.waited() >= limit * MAX_WAIT_FACTOR);
        let is_large = answer.as_ref().is_some_and(|(_, memory)| memory.is_over());
        if is_late || is_large || abort::has_begun() {
            hung(running.todo());
            return abort::let_go();
        }
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        abort::let_go();
    }
}

/// Delays an abort until the program has been started again: of an answer that needs more memory than there is, overflows
/// its stack, or panics while it panics.
mod abort {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    static HAS_BEGUN: AtomicBool = AtomicBool::new(false);
    static IS_HELD: AtomicBool = AtomicBool::new(false);

    /// Waits while an abort is delayed. When this returns, `abort` ends the process.
    #[cfg(unix)]
    extern "C" fn hold_on(_: libc::c_int) {
        HAS_BEGUN.store(true, Relaxed);
        while IS_HELD.load(Relaxed) {
            std::thread::sleep(super::INTERVAL); // `nanosleep`, which a handler may call
        }
    }

    /// Delays aborts from now on, on systems with signals.
    #[allow(unsafe_code)]
    pub(super) fn hold() {
        IS_HELD.store(true, Relaxed);
        #[cfg(unix)]
        let handler: extern "C" fn(libc::c_int) = hold_on;
        #[cfg(unix)]
        // SAFETY: the handler calls only what a handler may call.
        unsafe {
            libc::signal(libc::SIGABRT, handler as libc::sighandler_t)
        };
    }

    pub(super) fn let_go() {
        IS_HELD.store(false, Relaxed);
    }

    pub(super) fn has_begun() -> bool {
        HAS_BEGUN.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exercise::attempt;
    use given::{CallError, answer};

    #[test]
    fn a_frame_that_does_not_end_is_named() {
        let (send, receive) = mpsc::channel();
        assert_eq!(
            attempt(|| answer(&"03.1", || answer(&"03.2", || {
                let _heartbeat = Heartbeat::watch(Duration::from_millis(1), Duration::from_millis(1), move |id| {
                    let _ = send.send(id); // the test waits for it
                });
                receive.recv_timeout(Duration::from_mins(1))
            })
            .unwrap_or_else(given::unwind)))
            .unwrap(),
            Ok("03.2")
        );
    }

    #[test]
    fn frames_that_end_are_left_alone() {
        let (send, receive) = mpsc::channel();
        let heartbeat = Heartbeat::watch(Duration::from_mins(1), Duration::from_millis(1), move |id| _ = send.send(id));
        for _ in 0..1000 {
            attempt(|| Ok::<_, CallError>(answer(&"03.1", || ()))).unwrap().unwrap();
        }
        drop(heartbeat);
        assert!(receive.recv().is_err(), "the thread has ended without a message");
    }

    /// Makes this test a process that aborts: in an answer, or outside of all.
    #[cfg(unix)]
    const ABORTS: &str = "ARMATURE_TEST_ABORTS";

    #[cfg(unix)]
    #[test]
    fn an_abort_is_held_back_where_it_is_an_answers() {
        use std::os::unix::process::ExitStatusExt;
        use std::{env, process};
        if let Some(whose) = env::var_os(ABORTS) {
            let _heartbeat = Heartbeat::new(|id| println!("hung: {id}"));
            if whose == "answer" {
                let _ = answer(&"03.1", || -> u8 { process::abort() });
            }
            process::abort();
        }
        for (whose, expected) in [("answer", Some("hung: 03.1")), ("nobody", None)] {
            let mut this = process::Command::new(env::current_exe().unwrap());
            this.args([
                "--exact",
                "--nocapture",
                "exercise::heartbeat::tests::an_abort_is_held_back_where_it_is_an_answers",
            ]);
            let output = this.env(ABORTS, whose).output().unwrap();
            let printed = String::from_utf8_lossy(&output.stdout).into_owned();
            // The test's own name is before the first message.
            let message = printed.lines().find_map(|line| line.find("hung: ").map(|start| &line[start..]));
            assert_eq!((output.status.signal(), message), (Some(libc::SIGABRT), expected), "{printed}");
        }
    }
}
