//! The input that a check uses at this moment, so that the report of a panic can show it.

use std::cell::RefCell;

thread_local! {
    static NOW: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Announces the next input in a sentence: `asked about a text of 13 numbers.` If the student's function
/// panics, the report shows the last one.
pub fn announce(sentence: impl Into<String>) {
    NOW.set(Some(sentence.into()));
}

/// The last sentence on this thread since this was last taken.
pub(super) fn take() -> Option<String> {
    NOW.take()
}
