//! OpenGL 3.3 with no window and no X server.
//!
//! On Linux EGL opens a graphics device directly and gives it a small off-screen surface that nobody
//! looks at: everything is drawn into a [`canvas`](super::canvas). Without a graphics card the device
//! is Mesa's llvmpipe, which draws on the processor.
//!
//! macOS and Windows have no EGL. There a context needs a window, which may stay hidden: that belongs
//! in the `platform` module below, which says for now that it is missing.

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
    /// The system has no EGL.
    #[error(
        "drawing without a window works on Linux only so far: on this system it needs a hidden \
         window, which is not written yet"
    )]
    Platform,
    /// EGL cannot be loaded, or knows no device.
    #[error("no EGL device ({reason}): on Debian and Ubuntu install libegl1 and libgl1-mesa-dri")]
    NoDevice {
        /// What EGL says.
        reason: String,
    },
    /// There are devices, but none gives what is needed.
    #[error("no EGL device gives an OpenGL 3.3 core context: {}", reasons.join("; "))]
    NoContext {
        /// What each device says.
        reasons: Vec<String>,
    },
}

/// The context of this thread, made at the first call (about 50 ms) and kept until the thread ends.
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
pub(crate) fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| value != "0")
}

#[cfg(not(target_os = "linux"))]
mod platform {
    use super::{Gl, HeadlessError};

    // A hidden window's context goes here, made as the windows of `app` are.
    pub(super) fn create() -> Result<Gl, HeadlessError> {
        Err(HeadlessError::Platform)
    }
}

#[cfg(target_os = "linux")]
mod platform {
    use super::{Gl, HeadlessError};
    use crate::graphics::info;
    use glium::{
        backend::{Backend, Context},
        debug::DebugCallbackBehavior,
        glutin::{
            api::egl::{
                context::PossiblyCurrentContext, device::Device, display::Display, surface::Surface,
            },
            config::{ConfigSurfaceTypes, ConfigTemplateBuilder},
            context::{ContextApi, ContextAttributesBuilder, GlProfile, Version},
            display::GetGlDisplay,
            prelude::*,
            surface::{PbufferSurface, SurfaceAttributesBuilder},
        },
    };
    use std::{
        error::Error,
        ffi::{CString, c_void},
        num::NonZeroU32,
    };

    /// Width and height of the surface that nobody looks at.
    const SIDE: NonZeroU32 = NonZeroU32::new(16).expect("16 is not 0");

    struct Pbuffer {
        context: PossiblyCurrentContext,
        surface: Surface<PbufferSurface>,
    }

    impl Pbuffer {
        fn function(&self, name: &str) -> *const c_void {
            let name = CString::new(name);
            name.map_or(std::ptr::null(), |name| self.context.display().get_proc_address(&name))
        }
    }

    // SAFETY: functions and framebuffer are those of the one context that the backend owns, and
    // that context is made current on the thread that asks.
    #[allow(unsafe_code)]
    unsafe impl Backend for Pbuffer {
        fn swap_buffers(&self) -> Result<(), glium::SwapBuffersError> {
            Ok(()) // a pbuffer has nothing to show
        }

        unsafe fn get_proc_address(&self, symbol: &str) -> *const c_void {
            self.function(symbol)
        }

        fn get_framebuffer_dimensions(&self) -> (u32, u32) {
            (SIDE.get(), SIDE.get())
        }

        fn resize(&self, _: (u32, u32)) {}

        fn is_current(&self) -> bool {
            self.context.is_current()
        }

        unsafe fn make_current(&self) {
            // It fails only when the device is lost, and glium leaves no way to say so.
            self.context.make_current(&self.surface).expect("the device is still there");
        }
    }

    pub(super) fn create() -> Result<Gl, HeadlessError> {
        let no_device = |reason: String| HeadlessError::NoDevice { reason };
        let mut reasons = Vec::new();
        for device in Device::query_devices().map_err(|error| no_device(error.to_string()))? {
            match on_device(&device) {
                Ok(gl) => return Ok(gl),
                Err(error) => {
                    let name = device.name().unwrap_or("a device without a name");
                    reasons.push(format!("{name}: {error}"));
                }
            }
        }
        if reasons.is_empty() {
            return Err(no_device("EGL knows none".into()));
        }
        Err(HeadlessError::NoContext { reasons })
    }

    #[allow(unsafe_code)]
    fn on_device(device: &Device) -> Result<Gl, Box<dyn Error>> {
        let template =
            ConfigTemplateBuilder::new().with_surface_type(ConfigSurfaceTypes::PBUFFER).build();
        let attributes = ContextAttributesBuilder::new()
            .with_profile(GlProfile::Core)
            .with_context_api(ContextApi::OpenGl(Some(Version::new(3, 3))))
            .build(None);
        let surface = SurfaceAttributesBuilder::<PbufferSurface>::new().build(SIDE, SIDE);
        // SAFETY: no raw handle comes from outside, and display, surface and context are owned by
        // the backend, in the order of their making, for as long as glium uses them.
        unsafe {
            let display = Display::with_device(device, None)?;
            let config = display.find_configs(template)?.next().ok_or("no EGL configuration")?;
            let surface = display.create_pbuffer_surface(&config, &surface)?;
            let context = display.create_context(&config, &attributes)?.make_current(&surface)?;
            let backend = Pbuffer { context, surface };
            let floats = info::query_vertex_uniform_floats(|name| backend.function(name));
            let gl = Context::new(backend, true, DebugCallbackBehavior::default())?;
            info::note_limit(&gl, floats);
            Ok(gl)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphics::testing::headless_or_skip;
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
