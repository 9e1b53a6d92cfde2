//! What a check is asking at this moment, so that a panic's report can say it.

use std::cell::RefCell;

thread_local! {
    static NOW: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Says, in a sentence, what is asked next: `asked about a text of 13 numbers.` If the answer is a
/// panic, the report shows the last sentence that was said.
pub fn asking(sentence: impl Into<String>) {
    NOW.set(Some(sentence.into()));
}

/// The last sentence on this thread since this was last taken.
pub(super) fn take() -> Option<String> {
    NOW.take()
}
