//! This thread's OpenGL context without a window. Everything is drawn into a [`canvas`](super::canvas), so it needs no
//! visible surface.

use super::Gl;
use ::headless::Headless;
pub use ::headless::{HeadlessError, SWITCH_OFF, is_set};
use glium::{backend::Context, debug::DebugCallbackBehavior};
use std::cell::OnceCell;

/// Returns this thread's OpenGL context without a window. The first call creates the context in about 50 ms; it lives
/// until the thread ends.
///
/// # Errors
/// If there is no OpenGL 3.3 here, or [`SWITCH_OFF`] is set.
pub fn context() -> Result<Gl, HeadlessError> {
    thread_local! {
        static GL: OnceCell<Result<Gl, HeadlessError>> = const { OnceCell::new() };
    }
    GL.with(|gl| gl.get_or_init(create).clone())
}

#[allow(unsafe_code)]
fn create() -> Result<Gl, HeadlessError> {
    let headless = Headless::new()?;
    // SAFETY: the context has just been made, is current on this thread, and gives its own functions.
    let gl = unsafe { Context::new(headless, true, DebugCallbackBehavior::Ignore) };
    gl.map_err(|error| HeadlessError::NoContext { reasons: vec![error.to_string()] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::headless_or_skip;
    use std::rc::Rc;

    #[test]
    fn one_context_for_a_thread() {
        let Some(gl) = headless_or_skip("one_context_for_a_thread") else { return };
        assert!(Rc::ptr_eq(&gl, &context().unwrap()));
    }
}
