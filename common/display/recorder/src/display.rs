//! A context without a window, whose programs can all return where they put their vertices.

use crate::frame::Frame;
use crate::trace::Trace;
use glium::SwapBuffersError;
use glium::backend::{Backend, Context, Facade};
use glium::debug::DebugCallbackBehavior;
use glium::framebuffer::{DepthRenderBuffer, SimpleFrameBuffer};
use glium::texture::{DepthFormat, MipmapsOption, RawImage2d, SrgbFormat, SrgbTexture2d};
use headless::{Headless, HeadlessError};
use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_void};
use std::fmt::Debug;
use std::mem::transmute;
use std::rc::Rc;

/// A picture to draw on.
pub struct Display {
    context: Rc<Context>,
    color: SrgbTexture2d,
    depth: DepthRenderBuffer,
    trace: RefCell<Trace>,
}

impl Display {
    /// Makes a context without a window, with a picture of this width and height in pixels.
    ///
    /// # Errors
    /// If there is no OpenGL 3.3 here.
    pub fn offscreen((width, height): (u32, u32)) -> Result<Self, HeadlessError> {
        let backend = CapturingBackend(Headless::new()?);
        // SAFETY: the context is new.
        let context = unsafe { Context::new(backend, true, DebugCallbackBehavior::default()) }.map_err(no_context)?;
        let format = SrgbFormat::U8U8U8U8;
        let color = SrgbTexture2d::empty_with_format(&context, format, MipmapsOption::NoMipmap, width, height)
            .map_err(no_context)?;
        let depth = DepthRenderBuffer::new(&context, DepthFormat::I24, width, height).map_err(no_context)?;
        Ok(Self { context, color, depth, trace: RefCell::default() })
    }

    /// Draws a frame by `draw`, and returns its trace beside what `draw` returns.
    ///
    /// If `draw` panics, as glium does where an attribute is missing, [`take`](Self::take) returns the trace so far.
    ///
    /// # Panics
    /// If `draw` does.
    pub fn record<T>(&self, draw: impl FnOnce(&mut Frame<'_>) -> T) -> (Trace, T) {
        self.take();
        let surface = SimpleFrameBuffer::with_depth_buffer(&self.context, &self.color, &self.depth)
            .expect("a colour and a depth buffer of one size fit together");
        let returned = draw(&mut Frame { surface, gl: &self.context, trace: &self.trace });
        (self.take(), returned)
    }

    /// Returns the trace since the last one.
    pub fn take(&self) -> Trace {
        self.trace.take()
    }

    /// Returns the picture: red, green, blue and opacity, sRGB-encoded, row by row from the upper left pixel on.
    pub fn picture(&self) -> Vec<u8> {
        let image: RawImage2d<'_, u8> = self.color.read();
        let rows: Vec<&[u8]> = image.data.chunks_exact(4 * image.width as usize).rev().collect();
        rows.concat()
    }

    /// Returns the picture's width and height, in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.color.width(), self.color.height())
    }
}

impl Facade for Display {
    fn get_context(&self) -> &Rc<Context> {
        &self.context
    }
}

fn no_context(error: impl Debug) -> HeadlessError {
    HeadlessError::NoContext { reasons: vec![format!("{error:?}")] }
}

/// A backend whose programs capture `gl_Position`: glium can only ask for it where a program is made.
struct CapturingBackend(Headless);

type LinkProgram = unsafe extern "system" fn(u32);
type GetProgram = unsafe extern "system" fn(u32, u32, *mut i32);
type SetVaryings = unsafe extern "system" fn(u32, i32, *const *const c_char, u32);

thread_local! {
    static DRIVER: Cell<Option<(LinkProgram, GetProgram, SetVaryings)>> = const { Cell::new(None) };
}

/// Links a program that captures `gl_Position`, or one that captures nothing if that fails.
unsafe extern "system" fn link_program(program: u32) {
    const INTERLEAVED_ATTRIBS: u32 = 0x8C8C;
    const LINK_STATUS: u32 = 0x8B82;
    let (link, get, set_varyings) = DRIVER.get().expect("glium has asked for the function on this thread");
    let names = c"gl_Position".as_ptr();
    let mut is_linked = 0;
    // SAFETY: glium calls this with the context current; the name is static, and one number is written.
    unsafe {
        set_varyings(program, 1, &raw const names, INTERLEAVED_ATTRIBS);
        link(program);
        get(program, LINK_STATUS, &raw mut is_linked);
        if is_linked == 0 {
            set_varyings(program, 0, std::ptr::null(), INTERLEAVED_ATTRIBS);
            link(program);
        }
    }
}

// SAFETY: each function is the backend's, but for one that calls the backend's.
unsafe impl Backend for CapturingBackend {
    unsafe fn get_proc_address(&self, symbol: &str) -> *const c_void {
        // SAFETY: the caller has made the context current; the driver's functions have these signatures.
        unsafe {
            let function = self.0.get_proc_address(symbol);
            let get = self.0.get_proc_address("glGetProgramiv");
            let set = self.0.get_proc_address("glTransformFeedbackVaryings");
            if symbol != "glLinkProgram" || [function, get, set].iter().any(|function| function.is_null()) {
                return function;
            }
            DRIVER.set(Some((
                transmute::<*const c_void, LinkProgram>(function),
                transmute::<*const c_void, GetProgram>(get),
                transmute::<*const c_void, SetVaryings>(set),
            )));
            link_program as *const c_void
        }
    }

    fn swap_buffers(&self) -> Result<(), SwapBuffersError> {
        self.0.swap_buffers()
    }

    fn get_framebuffer_dimensions(&self) -> (u32, u32) {
        self.0.get_framebuffer_dimensions()
    }

    fn resize(&self, size: (u32, u32)) {
        self.0.resize(size);
    }

    fn is_current(&self) -> bool {
        self.0.is_current()
    }

    unsafe fn make_current(&self) {
        // SAFETY: the caller's promise.
        unsafe { self.0.make_current() }
    }
}
