//! OpenGL 3.3 with no window on the screen, as a backend of glium.
//!
//! Whoever draws brings a framebuffer, so a context needs no visible surface:
//!
//! | system | how | where |
//! |---|---|---|
//! | Linux, BSD | EGL opens a graphics device directly, without an X server; with no graphics card that is Mesa's llvmpipe, which draws on the processor | any thread |
//! | macOS | CGL makes a context current without a surface | the main thread: the system's own calls wait for it |
//! | Windows | WGL, in a window that is never shown | any thread |

#[cfg(target_os = "macos")]
#[path = "cgl.rs"]
mod platform;
#[cfg(not(any(target_os = "macos", windows)))]
#[path = "egl.rs"]
mod platform;
#[cfg(windows)]
#[path = "wgl.rs"]
mod platform;
pub mod testing;

use glium::{
    SwapBuffersError,
    backend::Backend,
    glutin::context::{ContextApi, ContextAttributesBuilder, GlProfile, Version},
};
use std::ffi::{CString, c_void};
use thiserror::Error;

/// Set to anything but "0", no context is given: for testing what happens without one.
pub const SWITCH_OFF: &str = "ARMATURE_NO_GL";

/// Width and height of the surface, which is never shown. macOS has none.
const SIDE: u32 = 16;

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

/// An OpenGL 3.3 core context without a window, on the thread that made it.
///
/// Its own framebuffer is tiny, or missing: draw into a framebuffer object.
pub struct Headless(platform::Current);

impl Headless {
    /// Creates a context and makes it current on this thread, in about 50 ms.
    ///
    /// # Errors
    /// If there is no OpenGL 3.3 here, or [`SWITCH_OFF`] is set.
    pub fn new() -> Result<Self, HeadlessError> {
        if is_set(SWITCH_OFF) {
            return Err(HeadlessError::SwitchedOff);
        }
        platform::create().map(Self)
    }
}

// SAFETY: functions and framebuffer are those of the one context that the backend owns, and that
// context is made current on the thread that asks.
#[allow(unsafe_code)]
unsafe impl Backend for Headless {
    fn swap_buffers(&self) -> Result<(), SwapBuffersError> {
        Ok(()) // there is nothing to show
    }

    unsafe fn get_proc_address(&self, symbol: &str) -> *const c_void {
        CString::new(symbol).map_or(std::ptr::null(), |symbol| self.0.function(&symbol))
    }

    fn get_framebuffer_dimensions(&self) -> (u32, u32) {
        (SIDE, SIDE)
    }

    fn resize(&self, _: (u32, u32)) {}

    fn is_current(&self) -> bool {
        self.0.is_current()
    }

    unsafe fn make_current(&self) {
        // It fails only when the device is lost, and glium leaves no way to say so.
        self.0.make_current().expect("the device is still there");
    }
}

/// Whether an environment variable is there and not "0".
pub fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| value != "0")
}

/// What every context of the workbook is: OpenGL 3.3, core.
fn attributes() -> ContextAttributesBuilder {
    ContextAttributesBuilder::new()
        .with_profile(GlProfile::Core)
        .with_context_api(ContextApi::OpenGl(Some(Version::new(3, 3))))
}
