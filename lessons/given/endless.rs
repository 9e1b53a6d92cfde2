//! Ends an answer that asks questions for ever, by counting them.

use crate::panics::TooOften;
use crate::{Lost, Why, program};
use std::cell::Cell;
use std::panic;

thread_local! {
    /// Number of questions that are left, in the program.
    static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
    static ENDED: Cell<usize> = const { Cell::new(0) };
}

/// Calls an answer, which may ask so many questions; returns `None` if it wants to ask more.
///
/// # Errors
/// If the answer is lost in another way.
pub fn unless_endless<T>(questions: usize, answer: impl FnOnce() -> Result<T, Lost>) -> Result<Option<T>, Lost> {
    let before = LEFT.replace(questions);
    let result = answer();
    LEFT.set(before);
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Lost { why: Why::Endless, .. }) => {
            ENDED.set(ENDED.get() + 1);
            Ok(None)
        }
        Err(lost) => Err(lost),
    }
}

/// Returns how many answers were ended on this thread.
pub fn ended() -> usize {
    ENDED.get()
}

/// Counts a question. Ends the answer that asks it if it has asked too often.
pub fn count() {
    let may_ask = match program::loaded_by() {
        Some(program) => (program.may_ask)(),
        None => may_ask(),
    };
    if !may_ask {
        panic::resume_unwind(Box::new(TooOften)); // not `panic!`: nothing is to be printed
    }
}

/// Counts a question, and returns whether it may be asked.
pub(crate) fn may_ask() -> bool {
    LEFT.get().checked_sub(1).map(|left| LEFT.set(left)).is_some()
}
