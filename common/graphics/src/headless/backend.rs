//! A glium backend around a context without a window.

use crate::{Gl, info};
use glium::{
    backend::{Backend, Context},
    debug::DebugCallbackBehavior,
    glutin::context::{ContextApi, ContextAttributesBuilder, GlProfile, Version},
};
use std::{
    error::Error,
    ffi::{CStr, CString, c_void},
};

/// Width and height of the surface, which is never shown.
pub(super) const SIDE: u32 = 16;

/// A system's context, with whatever it is made current on.
pub(super) trait Offscreen {
    fn function(&self, name: &CStr) -> *const c_void;
    fn is_current(&self) -> bool;
    fn make_current(&self) -> Result<(), glium::glutin::error::Error>;
}

struct Held<O>(O);

impl<O: Offscreen> Held<O> {
    fn function(&self, name: &str) -> *const c_void {
        CString::new(name).map_or(std::ptr::null(), |name| self.0.function(&name))
    }
}

// SAFETY: functions and framebuffer are those of the one context that the backend owns, and that
// context is made current on the thread that asks.
#[allow(unsafe_code)]
unsafe impl<O: Offscreen> Backend for Held<O> {
    fn swap_buffers(&self) -> Result<(), glium::SwapBuffersError> {
        Ok(()) // there is nothing to show
    }

    unsafe fn get_proc_address(&self, symbol: &str) -> *const c_void {
        self.function(symbol)
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
/// Attributes of every context of the workbook: OpenGL 3.3, core.
/// What every context of the workbook is: OpenGL 3.3, core.
pub(super) fn attributes() -> ContextAttributesBuilder {
    ContextAttributesBuilder::new()
        .with_profile(GlProfile::Core)
        .with_context_api(ContextApi::OpenGl(Some(Version::new(3, 3))))
}

/// Makes a glium context from an OpenGL context and keeps `offscreen`, its owner, alive as long.
///
/// # Safety
/// The context must be current on this thread, and own its surface and display.
#[allow(unsafe_code)]
pub(super) unsafe fn hold<O: Offscreen + 'static>(offscreen: O) -> Result<Gl, Box<dyn Error>> {
    let held = Held(offscreen);
    // SAFETY: the caller's promise, and `Held` gives the functions of that very context.
    unsafe {
        let floats = info::query_vertex_uniform_floats(|name| held.function(name));
        let gl = Context::new(held, true, DebugCallbackBehavior::Ignore)?;
        info::note_limit(&gl, floats);
        Ok(gl)
    }
}
