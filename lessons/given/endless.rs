//! Ends an answer that calls the functions it is given for ever, by counting the calls.

use crate::panics::TooOften;
use crate::{CallError, CallErrorKind, program};
use std::cell::Cell;
use std::panic;

thread_local! {
    /// Number of calls that an answer may still make. Only the program's counts.
    static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
    /// Number of answers that were ended.
    static ENDED: Cell<usize> = const { Cell::new(0) };
}

/// Calls an answer that may make at most `calls` counted calls. Returns `None` if it was ended because of more.
///
/// # Errors
/// If the answer fails in another way.
pub fn unless_endless<T>(calls: usize, answer: impl FnOnce() -> Result<T, CallError>) -> Result<Option<T>, CallError> {
    let before = LEFT.replace(calls);
    let result = answer();
    LEFT.set(before);
    match result {
        Ok(value) => Ok(Some(value)),
        Err(CallError { kind: CallErrorKind::Endless, .. }) => {
            ENDED.set(ENDED.get() + 1);
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Returns the number of answers that were ended on this thread.
pub fn ended() -> usize {
    ENDED.get()
}

/// Counts a call by an answer, and ends the answer after too many.
pub fn count() {
    let may_check_time = match program::loaded_by() {
        Some(program) => (program.may_check_time)(),
        None => may_check_time(),
    };
    if !may_check_time {
        panic::resume_unwind(Box::new(TooOften)); // unlike `panic!` this prints nothing
    }
}

/// Counts a call, and returns whether it may be made.
pub(crate) fn may_check_time() -> bool {
    LEFT.get().checked_sub(1).map(|left| LEFT.set(left)).is_some()
}
