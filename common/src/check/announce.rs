//! The input that a check uses at this moment, so that the report of a panic can show it.

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

thread_local! {
    static NOW: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The last input of any thread, for the one that stops a check which takes too long.
static LAST: Mutex<Option<String>> = Mutex::new(None);

/// Announces the next input in a sentence: see [`Ask::ask`](super::Ask::ask).
pub(super) fn announce(sentence: String) {
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(sentence.clone());
    NOW.set(Some(sentence));
}

/// The last sentence on this thread since this was last taken.
pub(super) fn take() -> Option<String> {
    NOW.take()
}

#[cfg(not(target_family = "wasm"))]
pub(super) fn last() -> Option<String> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner).clone()
}
