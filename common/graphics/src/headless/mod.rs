//! OpenGL 3.3 with no window on the screen.
//!
//! Everything is drawn into a [`canvas`](super::canvas), so a context needs no visible surface:
//!
//! | system | how | where |
//! |---|---|---|
//! | Linux, BSD | EGL opens a graphics device directly, without an X server; with no graphics card that is Mesa's llvmpipe, which draws on the processor | any thread |
//! | macOS | CGL makes a context current without a surface | the main thread: the system's own calls wait for it |
//! | Windows | WGL, in a window that is never shown | any thread |

mod backend;
#[cfg(target_os = "macos")]
#[path = "cgl.rs"]
mod platform;
#[cfg(not(any(target_os = "macos", windows)))]
#[path = "egl.rs"]
mod platform;
#[cfg(windows)]
#[path = "wgl.rs"]
mod platform;

use super::Gl;
use std::cell::OnceCell;
use thiserror::Error;

/// Set to anything but "0", no context is given: for testing what happens without one.
pub const SWITCH_OFF: &str = "ARMATURE_NO_GL";

/// Why there is no OpenGL.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum HeadlessError {
    /// The environment says so.
    #[error("the environment variable {SWITCH_OFF} switches OpenGL off")]
    SwitchedOff,
    /// macOS, on a thread that is not the main one.
    #[error(
        "macOS gives OpenGL to the main thread alone, and this is another one (the tests of cargo \
         are): the program itself can draw"
    )]
    NotTheMainThread,
    /// EGL cannot be loaded, or knows no device.
    #[error("no EGL device ({reason}): on Debian and Ubuntu install libegl1 and libgl1-mesa-dri")]
    NoDevice {
        /// What EGL says.
        reason: String,
    },
    /// There are devices, but none gives what is needed.
    #[error("no graphics device gives an OpenGL 3.3 core context: {}", reasons.join("; "))]
    NoContext {
        /// What each device says.
        reasons: Vec<String>,
    },
}

/// Returns this thread's OpenGL context without a window. The first call creates the context in about 50 ms; it lives
/// until the thread ends.
///
/// # Errors
/// If there is no OpenGL 3.3 here, or [`SWITCH_OFF`] is set.
pub fn context() -> Result<Gl, HeadlessError> {
    thread_local! {
        static GL: OnceCell<Result<Gl, HeadlessError>> = const { OnceCell::new() };
    }
    if is_set(SWITCH_OFF) {
        return Err(HeadlessError::SwitchedOff);
    }
    GL.with(|gl| gl.get_or_init(platform::create).clone())
}

/// Whether an environment variable is there and not "0".
pub fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| value != "0")
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

    #[test]
    fn messages_say_what_to_do() {
        let error = HeadlessError::NoDevice { reason: "libEGL.so.1 not found".into() };
        assert_eq!(
            error.to_string(),
            "no EGL device (libEGL.so.1 not found): on Debian and Ubuntu install libegl1 and \
             libgl1-mesa-dri"
        );
    }
}
