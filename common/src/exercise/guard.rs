//! A scene's frame that no panic leaves.

use anyhow::{Error, Result};
use given::running;

/// Evaluates a frame. A [`Heartbeat`](super::Heartbeat) of this thread watches it.
///
/// # Errors
/// Those of `evaluate`, and a panic in it. A [`CallError`](given::CallError) among them names the answer that cannot be used.
pub(crate) fn attempt<T, E: Into<Error>>(evaluate: impl FnOnce() -> Result<T, E>) -> Result<T> {
    running::frame(|| given::catch_quickly(evaluate))?.map_err(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;
    use given::{CallError, answer};

    #[test]
    fn whichever_answer_panics_is_named() {
        fn sum(n: u32) -> Result<u32, CallError> {
            answer(&"03.2", || 7 / n)
        }
        fn double(n: u32) -> Result<u32, CallError> {
            answer(&"03.1", || 2 * sum(n).unwrap_or_else(given::unwind))
        }
        assert_eq!(attempt(|| double(7)).unwrap(), 2);
        let error = attempt(|| double(0)).unwrap_err().downcast::<CallError>().unwrap();
        assert!(error.todo == "03.2" && error.to_string().starts_with("03.2 panicked at "), "{error}");
        let nobody = attempt(|| -> Result<()> { panic!("the scene's own") }).unwrap_err();
        assert_eq!(nobody.downcast::<CallError>().unwrap().todo, "");
    }
}
