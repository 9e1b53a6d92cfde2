//! Whose answer is running: what names the one that panics, or that does not come back.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

thread_local! {
    static RUNNING: Shared = Shared::default();
}

/// What a thread is running, readable from other threads.
#[derive(Clone, Debug, Default)]
pub struct Shared(Arc<Mutex<Running>>);

/// A thread's frame and the answer in it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Running {
    /// The id of the TODO whose answer runs: `"18.2"`. Empty outside all answers.
    pub todo: &'static str,
    /// How many frames have been begun.
    pub frames: u64,
    /// Whether the last of them has not ended.
    pub is_in_frame: bool,
}

impl Shared {
    /// That of the thread that calls this.
    pub fn of_this_thread() -> Self {
        RUNNING.with(Shared::clone)
    }

    /// As it is now.
    pub fn get(&self) -> Running {
        *self.lock()
    }

    /// To change it.
    pub fn lock(&self) -> MutexGuard<'_, Running> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What `call` returns, which calls the answer to this TODO. If it panics or does not come back, it is known that it was
/// this one; of answers that call each other, the inner one.
pub fn todo<R>(id: &'static str, call: impl FnOnce() -> R) -> R {
    let mark = |id| RUNNING.with(|running| std::mem::replace(&mut running.lock().todo, id));
    let caller = mark(id);
    let answer = call();
    mark(caller);
    answer
}
