//! Remembers the answer that is running, so that an answer that does not return can be named.

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
    /// Odd during a frame, and different in each frame.
    frames: AtomicU64,
}

impl Running {
    /// Returns the record of the calling thread.
    pub fn on_this_thread() -> Arc<Self> {
        RUNNING.with(Arc::clone)
    }

    /// Returns the id of the TODO whose answer is running, `"18.2"`, or an empty text. If answers call each other, it is the
    /// innermost.
    #[allow(unsafe_code)]
    pub fn todo(&self) -> &'static str {
        // SAFETY: only `mark` writes the pointer, and the text lives for ever because a library is never unloaded.
        unsafe { self.todo.load(Relaxed).as_ref() }.copied().unwrap_or_default()
    }

    /// Returns the number of answers that the scene has called. Answers that are called by others do not count.
    pub fn answers(&self) -> u64 {
        self.answers.load(Relaxed)
    }

    /// Returns the number of the frame that is being drawn.
    pub fn frame(&self) -> Option<u64> {
        let frames = self.frames.load(Relaxed);
        (frames % 2 == 1).then_some(frames)
    }
}

/// Calls `draw` as one frame. Within a frame, `draw` and the rest after it count as new frames, so that each may take as long
/// as a frame.
pub fn frame<T>(draw: impl FnOnce() -> T) -> T {
    let running = Running::on_this_thread();
    let change = if running.frame().is_some() { 2 } else { 1 };
    running.frames.fetch_add(change, Relaxed);
    let drawn = draw();
    running.frames.fetch_add(change, Relaxed);
    drawn
}

/// Marks a TODO as the one whose answer is running on this thread. Returns the TODO that was marked before.
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
