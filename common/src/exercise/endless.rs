//! Ends an answer that asks for ever: what it asks counts.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};

thread_local! {
    static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// What unwinds the stack of an answer that has asked too often.
struct Endless;

/// Calls an answer, which may ask so often; `None` if it wants more.
pub fn unless_endless<T>(questions: usize, answer: impl FnOnce() -> T) -> Option<T> {
    let before = LEFT.replace(questions);
    let result = panic::catch_unwind(AssertUnwindSafe(answer));
    LEFT.set(before);
    match result {
        Ok(value) => Some(value),
        Err(payload) if payload.is::<Endless>() => None,
        Err(payload) => panic::resume_unwind(payload),
    }
}

/// Counts a question.
pub fn count() {
    match LEFT.get().checked_sub(1) {
        Some(left) => LEFT.set(left),
        // Not `panic!`: nothing is to be printed.
        None => panic::resume_unwind(Box::new(Endless)),
    }
}
