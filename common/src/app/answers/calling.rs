//! Whose code is running: noted around the calls of answers, so that one that panics or does not come back is known, even
//! where others had called it.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

/// The id of the TODO (`"18.2"`) whose answer a thread has called last. Readable from other threads.
#[derive(Clone, Default)]
pub(super) struct Called(Arc<Mutex<&'static str>>);

thread_local! {
    static CALLED: RefCell<Called> = RefCell::default();
}

impl Called {
    /// From now on this thread notes here what it calls.
    pub(super) fn note_here(&self) {
        CALLED.set(self.clone());
    }

    /// What was noted last.
    pub(super) fn last(&self) -> &'static str {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Notes that the answer to this TODO is about to be called, and returns what was noted before.
pub fn calling(todo: &'static str) -> &'static str {
    CALLED.with_borrow(|called| {
        let mut last = called.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *last, todo)
    })
}

/// What was noted last on this thread.
pub fn last_called() -> &'static str {
    CALLED.with_borrow(Called::last)
}

/// What `call` returns, which is the answer to a TODO that another answer calls: a tool. If it panics or does not come
/// back, it is known that it was this one.
pub fn as_todo<T>(todo: &'static str, call: impl FnOnce() -> T) -> T {
    let caller = calling(todo);
    let answer = call();
    calling(caller);
    answer
}
