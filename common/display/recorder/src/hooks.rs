//! The functions that glium gets in place of the driver's: each notes what it is told, then calls the driver's.
//!
//! An OpenGL function has no argument that names its context, so the recorder of the context that is current on the
//! thread is found in a variable of the thread.

use crate::{
    gl,
    program::Program,
    state::State,
    trace::{Event, MAX_VERTICES},
};
use std::{cell::Cell, collections::HashSet, ffi::c_void};

thread_local! {
    /// State of the recorder whose context is current. A plain pointer has no destructor, so that it is still there
    /// when a context in another variable of the thread is dropped.
    static CURRENT: Cell<*const State> = const { Cell::new(std::ptr::null()) };
}

/// Notes that the context of this recorder is current on this thread.
pub(crate) fn set_current(state: &State) {
    CURRENT.set(state);
}

/// Forgets a recorder that is about to be dropped.
pub(crate) fn forget(state: &State) {
    if std::ptr::eq(CURRENT.get(), state) {
        CURRENT.set(std::ptr::null());
    }
}

/// Returns the state of the context that is current.
fn current<'a>() -> &'a State {
    // SAFETY: the pointer is that of a recorder which lives: it takes it back when it is dropped. glium calls a
    // context's functions only while the context, which owns the recorder, lives.
    unsafe { CURRENT.get().as_ref() }.expect("a function of OpenGL is called after its recorder is gone")
}

macro_rules! hooks {
    ($($symbol:literal $name:ident($($arg:ident: $type:ty),*) $(-> $result:ty)? = |$state:ident| $body:block)*) => {
        $(unsafe extern "system" fn $name($($arg: $type),*) $(-> $result)? {
            let $state = current();
            // SAFETY: glium calls this with the context current, and keeps to the contract of OpenGL's function.
            unsafe { $body }
        })*

        /// Returns the recorder's own function of that name, if there is one.
        pub(crate) fn hook(symbol: &str) -> Option<*const c_void> {
            match symbol {
                $($symbol => Some($name as *const c_void),)*
                _ => uniform_hook(symbol),
            }
        }
    };
}

hooks! {
    "glClear" clear(mask: u32) = |state| {
        if state.is_recording.get() {
            state.record(|| state.note_clear(mask), || state.gl.clear(mask));
        } else {
            state.gl.clear(mask);
        }
    }
    "glDrawArrays" draw_arrays(mode: u32, first: i32, count: i32) = |state| {
        let call = Call { mode, first, count, elements: None, instances: 1 };
        state.draw(&call, || state.gl.draw_arrays(mode, first, count));
    }
    "glDrawArraysInstanced" draw_arrays_instanced(mode: u32, first: i32, count: i32, instances: i32) = |state| {
        let call = Call { mode, first, count, elements: None, instances };
        state.draw(&call, || state.gl.draw_arrays_instanced(mode, first, count, instances));
    }
    "glDrawElements" draw_elements(mode: u32, count: i32, kind: u32, offset: *const c_void) = |state| {
        let elements = Some(Elements { kind, offset: offset as usize, base: 0 });
        let call = Call { mode, first: 0, count, elements, instances: 1 };
        state.draw(&call, || state.gl.draw_elements(mode, count, kind, offset));
    }
    "glDrawElementsBaseVertex" draw_elements_base_vertex(
        mode: u32, count: i32, kind: u32, offset: *const c_void, base: i32
    ) = |state| {
        let elements = Some(Elements { kind, offset: offset as usize, base });
        let call = Call { mode, first: 0, count, elements, instances: 1 };
        state.draw(&call, || state.gl.draw_elements_base_vertex(mode, count, kind, offset, base));
    }
    "glDrawElementsInstanced" draw_elements_instanced(
        mode: u32, count: i32, kind: u32, offset: *const c_void, instances: i32
    ) = |state| {
        let elements = Some(Elements { kind, offset: offset as usize, base: 0 });
        let call = Call { mode, first: 0, count, elements, instances };
        state.draw(&call, || state.gl.draw_elements_instanced(mode, count, kind, offset, instances));
    }
    "glDrawElementsInstancedBaseVertex" draw_elements_instanced_base_vertex(
        mode: u32, count: i32, kind: u32, offset: *const c_void, instances: i32, base: i32
    ) = |state| {
        let elements = Some(Elements { kind, offset: offset as usize, base });
        let call = Call { mode, first: 0, count, elements, instances };
        state.draw(&call, || {
            state.gl.draw_elements_instanced_base_vertex(mode, count, kind, offset, instances, base);
        });
    }
    "glGetError" get_error() -> u32 = |state| { state.take_error() }
    "glUseProgram" use_program(program: u32) = |state| {
        state.program.set(program);
        state.gl.use_program(program);
    }
    "glLinkProgram" link_program(program: u32) = |state| {
        state.linked.set(state.linked.get() + 1);
        let known = Program { number: state.linked.get(), set: HashSet::new(), looked_into: None };
        state.programs.borrow_mut().insert(program, known);
        state.gl.link_program(program);
    }
    "glDeleteProgram" delete_program(program: u32) = |state| {
        state.forget_program(program);
        state.gl.delete_program(program);
    }
    "glBeginTransformFeedback" begin_transform_feedback(mode: u32) = |state| {
        state.is_capturing.set(true);
        state.gl.begin_transform_feedback(mode);
    }
    "glEndTransformFeedback" end_transform_feedback() = |state| {
        state.is_capturing.set(false);
        state.gl.end_transform_feedback();
    }
    "glBindFramebuffer" bind_framebuffer(target: u32, framebuffer: u32) = |state| {
        state.gl.bind_framebuffer(target, state.own_number(framebuffer));
    }
    "glDeleteFramebuffers" delete_framebuffers(count: i32, framebuffers: *const u32) = |state| {
        state.gl.delete_framebuffers(count, framebuffers);
        state.replace_default_framebuffer();
    }
    "glBlitNamedFramebuffer" blit_named_framebuffer(
        source: u32, target: u32, x0: i32, y0: i32, x1: i32, y1: i32,
        u0: i32, v0: i32, u1: i32, v1: i32, mask: u32, filter: u32
    ) = |state| {
        let source = state.own_number(source);
        let target = state.own_number(target);
        state.gl.blit_named_framebuffer(source, target, x0, y0, x1, y1, u0, v0, u1, v1, mask, filter);
    }
    "glReadBuffer" read_buffer(buffer: u32) = |state| {
        state.gl.read_buffer(state.own_buffer(buffer));
    }
}

/// Functions that set uniforms: which were set is all that OpenGL cannot be asked for.
macro_rules! uniforms {
    ($($symbol:literal $name:ident($location:ident, $count:expr, $($arg:ident: $type:ty),*))*) => {
        $(unsafe extern "system" fn $name($location: i32, $($arg: $type),*) {
            let state = current();
            state.note_set($location, $count);
            // SAFETY: as for the other functions.
            unsafe { state.gl.$name($location, $($arg),*) }
        })*

        fn uniform_hook(symbol: &str) -> Option<*const c_void> {
            match symbol {
                $($symbol => Some($name as *const c_void),)*
                _ => None,
            }
        }
    };
}

uniforms! {
    "glUniform1f" uniform_1f(at, 1, x: f32)
    "glUniform1i" uniform_1i(at, 1, x: i32)
    "glUniform1ui" uniform_1ui(at, 1, x: u32)
    "glUniform1d" uniform_1d(at, 1, x: f64)
    "glUniform1fv" uniform_1fv(at, count, count: i32, values: *const f32)
    "glUniform2fv" uniform_2fv(at, count, count: i32, values: *const f32)
    "glUniform3fv" uniform_3fv(at, count, count: i32, values: *const f32)
    "glUniform4fv" uniform_4fv(at, count, count: i32, values: *const f32)
    "glUniform1iv" uniform_1iv(at, count, count: i32, values: *const i32)
    "glUniform2iv" uniform_2iv(at, count, count: i32, values: *const i32)
    "glUniform3iv" uniform_3iv(at, count, count: i32, values: *const i32)
    "glUniform4iv" uniform_4iv(at, count, count: i32, values: *const i32)
    "glUniform1uiv" uniform_1uiv(at, count, count: i32, values: *const u32)
    "glUniform2uiv" uniform_2uiv(at, count, count: i32, values: *const u32)
    "glUniform3uiv" uniform_3uiv(at, count, count: i32, values: *const u32)
    "glUniform4uiv" uniform_4uiv(at, count, count: i32, values: *const u32)
    "glUniform2dv" uniform_2dv(at, count, count: i32, values: *const f64)
    "glUniform3dv" uniform_3dv(at, count, count: i32, values: *const f64)
    "glUniform4dv" uniform_4dv(at, count, count: i32, values: *const f64)
    "glUniformMatrix2fv" uniform_matrix_2fv(at, count, count: i32, transpose: u8, values: *const f32)
    "glUniformMatrix3fv" uniform_matrix_3fv(at, count, count: i32, transpose: u8, values: *const f32)
    "glUniformMatrix4fv" uniform_matrix_4fv(at, count, count: i32, transpose: u8, values: *const f32)
    "glUniformMatrix2dv" uniform_matrix_2dv(at, count, count: i32, transpose: u8, values: *const f64)
    "glUniformMatrix3dv" uniform_matrix_3dv(at, count, count: i32, transpose: u8, values: *const f64)
    "glUniformMatrix4dv" uniform_matrix_4dv(at, count, count: i32, transpose: u8, values: *const f64)
}

/// Arguments of a draw call.
pub(crate) struct Call {
    pub(crate) mode: u32,
    pub(crate) first: i32,
    pub(crate) count: i32,
    pub(crate) elements: Option<Elements>,
    pub(crate) instances: i32,
}

/// Arguments of a draw call with an index buffer.
#[derive(Clone, Copy)]
pub(crate) struct Elements {
    pub(crate) kind: u32,
    /// Byte of the index buffer at which the first index begins.
    pub(crate) offset: usize,
    pub(crate) base: i32,
}

impl State {
    /// # Safety
    /// The context must be current.
    unsafe fn draw(&self, call: &Call, draw: impl FnOnce()) {
        if self.is_recording.get() {
            // SAFETY: the context is current.
            unsafe { self.record(|| Event::Draw(Box::new(self.note_draw(call))), draw) };
        } else {
            draw();
        }
    }

    fn note_set(&self, location: i32, count: i32) {
        let mut programs = self.programs.borrow_mut();
        if let Some(program) = programs.get_mut(&self.program.get()) {
            // An array has at most as many elements as a vertex shader has floats.
            for element in 0..count.clamp(0, MAX_VERTICES as i32) {
                program.set.insert(location.saturating_add(element));
            }
        }
    }

    /// # Safety
    /// The context must be current.
    unsafe fn forget_program(&self, program: u32) {
        let known = self.programs.borrow_mut().remove(&program);
        if let Some(twin) = known.and_then(|known| known.looked_into).and_then(|inputs| inputs.twin) {
            // SAFETY: the context is current, and the program is the recorder's own.
            unsafe { self.gl.delete_program(twin.program) };
        }
    }

    /// Returns the number of the framebuffer that stands in for 0; all others are themselves.
    fn own_number(&self, framebuffer: u32) -> u32 {
        if framebuffer == 0 { self.shown_framebuffer() } else { framebuffer }
    }

    /// Returns the colour buffer to read: a framebuffer object has neither front nor back.
    ///
    /// # Safety
    /// The context must be current.
    unsafe fn own_buffer(&self, buffer: u32) -> u32 {
        // SAFETY: the context is current.
        let bound = unsafe { self.gl.integer(gl::READ_FRAMEBUFFER_BINDING) };
        match &self.framebuffer {
            // GL_FRONT_LEFT to GL_AUX3
            Some(own) if own.number == bound as u32 && (0x0400..=0x040C).contains(&buffer) => gl::COLOR_ATTACHMENT0,
            _ => buffer,
        }
    }

    /// Binds the framebuffer that stands in for 0 where OpenGL has bound 0 itself.
    ///
    /// # Safety
    /// The context must be current.
    unsafe fn replace_default_framebuffer(&self) {
        let own = self.shown_framebuffer();
        for (target, binding) in
            [(gl::DRAW_FRAMEBUFFER, gl::DRAW_FRAMEBUFFER_BINDING), (gl::READ_FRAMEBUFFER, gl::READ_FRAMEBUFFER_BINDING)]
        {
            // SAFETY: the context is current.
            unsafe {
                if own != 0 && self.gl.integer(binding) == 0 {
                    self.gl.bind_framebuffer(target, own);
                }
            }
        }
    }
}
