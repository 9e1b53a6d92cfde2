//! The input that a check uses at this moment, so that the report of a panic can show it.

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

thread_local! {
    static NOW: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The last input of any thread, for the one that stops a check which takes too long.
static LAST: Mutex<Option<String>> = Mutex::new(None);

/// Announces the next input in a sentence: `asked about a text of 13 numbers.` If the student's function
/// panics, the report shows the last one.
pub fn announce(sentence: impl Into<String>) {
    let sentence = sentence.into();
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(sentence.clone());
    NOW.set(Some(sentence));
}

/// The last sentence on this thread since this was last taken.
pub(super) fn take() -> Option<String> {
    NOW.take()
}

/// The last sentence of this process.
pub(super) fn last() -> Option<String> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner).clone()
}
