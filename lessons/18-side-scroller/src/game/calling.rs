//! Whose code is running: noted before each call of an answer, so that one that panics or does not come back is reported
//! by its name.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

/// The id of the TODO whose answer was called last: `"18.2"`. Of one thread, and readable from others.
pub(super) type Called = Arc<Mutex<&'static str>>;

thread_local! {
    static CALLED: RefCell<Called> = RefCell::default();
}

/// Notes that the answer to this TODO is about to be called, and returns what was noted before: a tool puts that back
/// when it is done.
pub fn calling(todo: &'static str) -> &'static str {
    CALLED.with_borrow(|called| {
        let mut called = called.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *called, todo)
    })
}

/// From now on this thread notes there what it calls.
pub(crate) fn note_in(called: &Called) {
    CALLED.set(called.clone());
}

/// What was noted last.
pub(crate) fn last(called: &Called) -> &'static str {
    *called.lock().unwrap_or_else(PoisonError::into_inner)
}
