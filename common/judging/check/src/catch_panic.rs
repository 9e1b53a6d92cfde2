//! Calls of a student's code: a panic becomes a value, with the student's own file and line.

use super::AnswerError;
use given::{CallError, CallErrorKind};

/// Calls `f` and catches its panic. Costs nothing measurable while nothing panics.
///
/// A stack overflow, an abort, `exit` and a loop that never ends cannot be caught this way: see
/// `judge::check_in_child`.
///
/// # Errors
/// [`AnswerError::Panic`] with the message and the location: the line in `exercise.rs` if there is one on the stack.
pub fn call<T>(f: impl FnOnce() -> T) -> Result<T, AnswerError> {
    given::catch(f).map_err(AnswerError::from)
}

/// Calls `f` as [`call`] does, but without a walk over the stack, for a frame that waits. The location is the one that the
/// panic itself names.
///
/// # Errors
/// As [`call`].
pub fn call_quickly<T>(f: impl FnOnce() -> T) -> Result<T, AnswerError> {
    given::catch_quickly(f).map_err(AnswerError::from)
}

impl From<CallError> for AnswerError {
    fn from(error: CallError) -> Self {
        match error.kind {
            CallErrorKind::Panicked { message, place } => AnswerError::Panic { message, place },
            CallErrorKind::Unusable(message) => AnswerError::Unusable { message, place: String::new() },
            why @ (CallErrorKind::Endless | CallErrorKind::Hung) => {
                AnswerError::Panic { message: why.to_string(), place: String::new() }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic;

    #[test]
    fn a_panic_becomes_a_value() {
        assert_eq!(call(|| 7).ok(), Some(7));
        let none: Vec<u8> = Vec::new();
        let Err(AnswerError::Panic { message, place }) = call(|| none[3]) else { panic!("it was caught") };
        assert!(message.contains("index is 3"), "{message}");
        assert!(place.contains("catch_panic.rs:"), "{place}");
        let Err(AnswerError::Panic { message, .. }) = call(|| panic::panic_any(7)) else { panic!("caught") };
        assert_eq!(message, "panicked", "a payload that is no text");
        let Err(AnswerError::Panic { message, place }) = call_quickly(|| none[3]) else { panic!("caught") };
        assert!(message.contains("index is 3") && place.contains("catch_panic.rs:"), "{message} {place}");
    }
}
