//! The calls that a check makes to a course.

use super::{AnswerError, Probe, Random};
use given::Course;
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

/// Calls a course with the inputs of one probe.
pub struct Ask<'a> {
    /// The probe whose inputs are used.
    pub probe: Probe,
    /// The probe's numbers.
    pub random: Random,
    pub(super) course: &'a Course,
}

impl Ask<'_> {
    /// Returns whether the probe is the last: see [`Probe::is_last`].
    pub fn is_last(&self) -> bool {
        self.probe.is_last()
    }

    /// Calls the code under check. If it panics or never ends, the report shows the sentence `about`, unless it is
    /// empty: `input: a text of 13 numbers.`
    ///
    /// # Errors
    /// If the student's code panics or its shader does not compile. The check returns this error as it is.
    pub fn ask<V: 'static, E: Into<AnswerError>>(
        &mut self,
        about: impl Into<String>,
        call: impl FnOnce(&Course) -> Result<V, E>,
    ) -> Result<V, AnswerError> {
        let about = about.into();
        if !about.is_empty() {
            announce(about);
        }
        call(self.course).map_err(Into::into)
    }
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
