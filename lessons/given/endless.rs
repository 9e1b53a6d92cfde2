//! Ends an answer that asks questions for ever, by counting them.

use crate::heap;
use crate::panics::{Caught, TooOften, guard, raise};
use std::cell::Cell;
use std::panic;

thread_local! {
    /// In the program: how many questions are left.
    static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
    static ENDED: Cell<usize> = const { Cell::new(0) };
}

/// Calls an answer, which may ask so often; `None` if it wants more.
pub fn unless_endless<T>(questions: usize, answer: impl FnOnce() -> T) -> Option<T> {
    let before = LEFT.replace(questions);
    let result = guard(answer);
    LEFT.set(before);
    match result {
        Ok(value) => Some(value),
        Err(Caught::Endless) => {
            ENDED.set(ENDED.get() + 1);
            None
        }
        Err(caught) => raise(caught),
    }
}

/// How many answers were ended on this thread.
pub fn ended() -> usize {
    ENDED.get()
}

/// Counts a question.
pub fn count() {
    let may_ask = heap::program().map_or_else(may_ask, |program| (program.may_ask)());
    if !may_ask {
        panic::resume_unwind(Box::new(TooOften)); // not `panic!`: nothing is to be printed
    }
}

/// Whether one question more may be asked; it is counted.
pub(crate) fn may_ask() -> bool {
    LEFT.get().checked_sub(1).map(|left| LEFT.set(left)).is_some()
}
