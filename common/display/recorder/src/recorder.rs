//! A glium backend that hands out functions of its own, which note what they are told.

use crate::{
    gl::Functions,
    hooks,
    picture::{self, OwnFramebuffer},
    state::State,
    trace::{MAX_BYTES, Trace},
};
use glium::{
    IncompatibleOpenGl, SwapBuffersError,
    backend::{Backend, Context},
    debug::{DebugCallbackBehavior, MessageType, Severity},
};
use std::{ffi::c_void, rc::Rc};

/// A backend around another. What its context is told between [`record`](Self::record) and [`take`](Self::take) is
/// noted; all else goes straight to the driver.
///
/// glium asks its backend for each function of OpenGL by name, so nothing but this is needed: no tool, no driver.
/// A frame that is noted takes some milliseconds longer: the driver is asked for all that a draw call depends on, its
/// vertices go through the vertex shader once more, and the processor waits for the GPU.
///
/// Several recorders may live on a thread, each with its context. A context must keep its backend: do not call glium's
/// `Context::rebuild`.
pub struct Recorder<B: Backend> {
    /// Before the backend: it is dropped first.
    state: Rc<State>,
    backend: B,
}

impl<B: Backend + 'static> Recorder<B> {
    /// Wraps the backend of a new context, and makes that context current. Drawing into glium's `Frame` reaches the
    /// backend's own framebuffer.
    pub fn new(backend: B) -> Self {
        Self::wrap(backend, None)
    }

    /// Wraps the backend of a new context, and makes that context current. In place of the backend's framebuffer a
    /// `Frame` draws into one of `width` x `height` pixels, with sRGB-encoded colours and depths of 24 bits, which is
    /// shown nowhere.
    pub fn offscreen(backend: B, size: (u32, u32)) -> Self {
        Self::wrap(backend, Some(size))
    }

    fn wrap(backend: B, size: Option<(u32, u32)>) -> Self {
        // SAFETY: the context is made current first, and a backend gives the functions of its context.
        let state = unsafe {
            backend.make_current();
            let gl = Functions::load(|symbol| backend.get_proc_address(symbol));
            let framebuffer = size.map(|size| OwnFramebuffer::new(&gl, size));
            Rc::new(State::new(gl, framebuffer))
        };
        hooks::set_current(&state);
        Self { state, backend }
    }

    /// Makes glium's context. Messages of the driver go into the trace.
    ///
    /// # Errors
    /// If the driver's OpenGL is too old for glium.
    pub fn context(self: &Rc<Self>) -> Result<Rc<Context>, IncompatibleOpenGl> {
        let state = Rc::downgrade(&self.state);
        let callback = DebugCallbackBehavior::Custom {
            callback: Box::new(move |_, kind, severity, _, is_unexpected, message| {
                let is_serious = matches!(severity, Severity::Medium | Severity::High)
                    && matches!(kind, MessageType::Error | MessageType::UndefinedBehavior);
                if let Some(state) = state.upgrade()
                    && is_serious
                    && is_unexpected
                {
                    state.note_message(message);
                }
            }),
            synchronous: true,
        };
        // SAFETY: the context is new but for the framebuffer that stands in for 0, of which glium does not know.
        unsafe { Context::new(self.clone(), true, callback) }
    }

    /// Begins a trace. What was noted before is forgotten.
    pub fn record(&self) {
        // SAFETY: the context is made current.
        unsafe {
            self.make_current();
            self.state.take_problems(); // of what came before
        }
        self.state.trace.take();
        self.state.room.set(MAX_BYTES);
        self.state.is_recording.set(true);
    }

    /// Ends the trace and returns it.
    pub fn take(&self) -> Trace {
        let mut trace = self.state.trace.take();
        if self.state.is_recording.get() {
            // SAFETY: the context is made current.
            trace.problems = unsafe {
                self.make_current();
                self.state.take_problems()
            };
        }
        self.state.is_recording.set(false);
        trace
    }

    /// Returns the picture that is in the frame now: four bytes a pixel, red, green, blue and opacity, sRGB-encoded,
    /// row by row from the upper left pixel on. In a window it is there until the frame is finished.
    pub fn picture(&self) -> Vec<u8> {
        // SAFETY: the context is made current.
        unsafe {
            self.make_current();
            picture::read(&self.state.gl, self.state.shown_framebuffer(), self.get_framebuffer_dimensions())
        }
    }
}

impl<B: Backend> Drop for Recorder<B> {
    fn drop(&mut self) {
        hooks::forget(&self.state);
    }
}

// SAFETY: each function is the backend's, or calls it. The recorder that a function looks for is that whose context was
// made current last.
unsafe impl<B: Backend> Backend for Recorder<B> {
    fn swap_buffers(&self) -> Result<(), SwapBuffersError> {
        if self.state.is_recording.get() {
            self.state.trace.borrow_mut().swaps += 1;
        }
        self.backend.swap_buffers()
    }

    unsafe fn get_proc_address(&self, symbol: &str) -> *const c_void {
        // SAFETY: the caller has made the context current.
        let function = unsafe { self.backend.get_proc_address(symbol) };
        if function.is_null() { function } else { hooks::hook(symbol).unwrap_or(function) }
    }

    fn get_framebuffer_dimensions(&self) -> (u32, u32) {
        match &self.state.framebuffer {
            Some(framebuffer) => framebuffer.size(),
            None => self.backend.get_framebuffer_dimensions(),
        }
    }

    fn resize(&self, size: (u32, u32)) {
        match &self.state.framebuffer {
            // SAFETY: the context is made current.
            Some(framebuffer) => unsafe {
                self.make_current();
                framebuffer.resize(&self.state.gl, size);
            },
            None => self.backend.resize(size),
        }
    }

    fn is_current(&self) -> bool {
        self.backend.is_current()
    }

    unsafe fn make_current(&self) {
        // SAFETY: the caller's promise.
        unsafe { self.backend.make_current() };
        hooks::set_current(&self.state);
    }
}
