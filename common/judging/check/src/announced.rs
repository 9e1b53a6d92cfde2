//! What is kept of the call that runs: its input in words, and whether a tool did what the TODO asks for.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// True after a call, on any thread, of a tool that does what a TODO asks for.
static BORROWED: AtomicBool = AtomicBool::new(false);

/// Marks the answer of the check that runs as borrowed. A tool that does what a TODO asks for calls this in that TODO's
/// own check, and a right answer becomes [`Status::Borrowed`](verdict::Status::Borrowed).
pub fn called_the_answer() {
    BORROWED.store(true, Relaxed);
}

pub(crate) fn is_borrowed() -> bool {
    BORROWED.load(Relaxed)
}

thread_local! {
    /// The last sentence about an input on this thread, so that the report of a panic can show it.
    static LAST_HERE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The last sentence about an input on any thread, for the thread that stops a call which takes too long.
static LAST: Mutex<Option<String>> = Mutex::new(None);

/// Keeps a sentence about the input of the next call.
pub fn announce(sentence: String) {
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(sentence.clone());
    LAST_HERE.set(Some(sentence));
}

/// Takes the last sentence of this thread.
pub fn take_announced() -> Option<String> {
    LAST_HERE.take()
}

/// Returns the last sentence of any thread.
#[cfg(not(target_family = "wasm"))]
pub fn last_announced() -> Option<String> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner).clone()
}
