//! Remembers the answer that is running, to name one that does not return.

use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering::Relaxed};

thread_local! {
    static RUNNING: Arc<Running> = Arc::default();
}

/// The answer that a thread of the program is running, readable from other threads.
#[derive(Debug, Default)]
pub struct Running {
    /// The id of the TODO whose answer runs; null outside all answers.
    todo: AtomicPtr<&'static str>,
    answers: AtomicU64,
    /// Odd in a frame, and another number in each.
    frames: AtomicU64,
}

impl Running {
    /// Returns what the calling thread runs.
    pub fn on_this_thread() -> Arc<Self> {
        RUNNING.with(Arc::clone)
    }

    /// Returns the id of the TODO whose answer runs, `"18.2"`; of answers that call each other, of the innermost. Empty
    /// outside all answers.
    #[allow(unsafe_code)]
    pub fn todo(&self) -> &'static str {
        // SAFETY: only `mark` writes there, and what it writes lives for ever: a library is never unloaded.
        unsafe { self.todo.load(Relaxed).as_ref() }.copied().unwrap_or_default()
    }

    /// Returns how many answers the scene has called. Those that answers call do not count.
    pub fn answers(&self) -> u64 {
        self.answers.load(Relaxed)
    }

    /// Returns the number of the frame that has begun and not ended.
    pub fn frame(&self) -> Option<u64> {
        let frames = self.frames.load(Relaxed);
        (frames % 2 == 1).then_some(frames)
    }
}

/// Calls `draw`, which is a frame, or a part of one that may take as long: then the rest is another frame.
pub fn frame<T>(draw: impl FnOnce() -> T) -> T {
    let running = Running::on_this_thread();
    let change = if running.frame().is_some() { 2 } else { 1 };
    running.frames.fetch_add(change, Relaxed);
    let drawn = draw();
    running.frames.fetch_add(change, Relaxed);
    drawn
}

/// Marks the TODO whose answer runs on this thread from now on, and returns the one that was marked before.
pub(crate) fn mark(todo: Option<&'static &'static str>) -> Option<&'static &'static str> {
    RUNNING.with(|running| {
        let todo = todo.map_or(std::ptr::null_mut(), |todo| std::ptr::from_ref(todo).cast_mut());
        let caller = running.todo.swap(todo, Relaxed);
        if caller.is_null() {
            running.answers.fetch_add(1, Relaxed);
        }
        #[allow(unsafe_code)]
        // SAFETY: see `Running::todo`.
        unsafe {
            caller.as_ref()
        }
    })
}
