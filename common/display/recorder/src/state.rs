//! What a recorder knows of its context: all that OpenGL forgets or cannot be asked for, and the trace of the frame.

use crate::{
    clip::ClipReader,
    gl::{self, Functions},
    picture::OwnFramebuffer,
    program::Program,
    trace::{Clear, Event, MAX_EVENTS, MAX_PROBLEMS, Target, Trace},
};
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
};

pub(crate) struct State {
    pub(crate) gl: Functions,
    /// Whether clears and draw calls are noted.
    pub(crate) is_recording: Cell<bool>,
    pub(crate) trace: RefCell<Trace>,
    /// Bytes that the trace may still take.
    pub(crate) room: Cell<usize>,
    /// The program in use.
    pub(crate) program: Cell<u32>,
    pub(crate) programs: RefCell<HashMap<u32, Program>>,
    /// Number of programs linked so far.
    pub(crate) linked: Cell<usize>,
    /// Whether the program captures vertices itself.
    pub(crate) is_capturing: Cell<bool>,
    pub(crate) clip: ClipReader,
    /// Stands in for the default framebuffer, 0.
    pub(crate) framebuffer: Option<OwnFramebuffer>,
    /// An error that the recorder has read, for whoever calls `glGetError` next.
    held_error: Cell<u32>,
    /// Whether the recorder itself calls the driver, whose messages then belong to nobody.
    is_busy: Cell<bool>,
    /// Messages of the driver since the last event.
    messages: RefCell<Vec<String>>,
}

impl State {
    pub(crate) fn new(gl: Functions, framebuffer: Option<OwnFramebuffer>) -> Self {
        Self {
            gl,
            is_recording: Cell::new(false),
            trace: RefCell::default(),
            room: Cell::new(0),
            program: Cell::new(0),
            programs: RefCell::default(),
            linked: Cell::new(0),
            is_capturing: Cell::new(false),
            clip: ClipReader::default(),
            framebuffer,
            held_error: Cell::new(gl::NO_ERROR),
            is_busy: Cell::new(false),
            messages: RefCell::default(),
        }
    }

    /// Calls the driver, and notes the event that `note` returns, with errors and messages since the event before it:
    /// those of the call, and of what prepared it.
    ///
    /// # Safety
    /// The context must be current.
    pub(crate) unsafe fn record(&self, note: impl FnOnce() -> Event, call: impl FnOnce()) {
        // SAFETY: the context is current.
        unsafe {
            let mut problems = self.take_problems();
            self.is_busy.set(true);
            let mut event = note();
            let counter = matches!(event, Event::Draw(_)).then(|| self.begin_counting()).flatten();
            self.discard_errors();
            self.is_busy.set(false);
            call();
            problems.extend(self.take_problems());
            problems.truncate(MAX_PROBLEMS);
            self.is_busy.set(true);
            if let (Event::Draw(draw), Some(counter)) = (&mut event, counter) {
                draw.samples = self.end_counting(counter);
            }
            self.discard_errors();
            self.is_busy.set(false);
            match &mut event {
                Event::Clear(clear) => clear.problems = problems,
                Event::Draw(draw) => draw.problems = problems,
            }
            self.push(event);
        }
    }

    fn push(&self, event: Event) {
        let mut trace = self.trace.borrow_mut();
        if trace.events.len() < MAX_EVENTS {
            trace.events.push(event);
        } else {
            trace.left_out += 1;
        }
    }

    /// Takes `bytes` from the room that is left, if there is as much.
    pub(crate) fn reserve(&self, bytes: usize) -> bool {
        match self.room.get().checked_sub(bytes) {
            Some(room) => {
                self.room.set(room);
                true
            }
            None => false,
        }
    }

    /// Notes what the driver says, where it belongs to something that the program did.
    pub(crate) fn note_message(&self, message: &str) {
        let mut messages = self.messages.borrow_mut();
        if self.is_recording.get() && !self.is_busy.get() && messages.len() < MAX_PROBLEMS {
            messages.push(message.trim_end().to_string());
        }
    }

    /// Returns errors and messages since the last call. The first error is kept for the program, which may ask for it.
    ///
    /// # Safety
    /// The context must be current.
    pub(crate) unsafe fn take_problems(&self) -> Vec<String> {
        let mut problems = self.messages.take();
        let has_messages = !problems.is_empty();
        for _ in 0..MAX_PROBLEMS {
            // SAFETY: the context is current.
            let error = unsafe { self.gl.get_error() };
            if error == gl::NO_ERROR {
                break;
            }
            if self.held_error.get() == gl::NO_ERROR {
                self.held_error.set(error);
            }
            // A message says more than the error's name.
            if !has_messages {
                problems.push(error_name(error));
            }
        }
        problems
    }

    /// Discards errors of the recorder's own calls. A context that is lost never runs out of them.
    ///
    /// # Safety
    /// The context must be current.
    unsafe fn discard_errors(&self) {
        for _ in 0..MAX_PROBLEMS {
            // SAFETY: the context is current.
            if unsafe { self.gl.get_error() } == gl::NO_ERROR {
                break;
            }
        }
    }

    /// Returns the error that the program would have got.
    ///
    /// # Safety
    /// The context must be current.
    pub(crate) unsafe fn take_error(&self) -> u32 {
        match self.held_error.replace(gl::NO_ERROR) {
            // SAFETY: the context is current.
            gl::NO_ERROR => unsafe { self.gl.get_error() },
            held => held,
        }
    }

    /// Notes a clear that is about to be made.
    ///
    /// # Safety
    /// The context must be current.
    pub(crate) unsafe fn note_clear(&self, mask: u32) -> Event {
        // SAFETY: the context is current, and each state has as many numbers.
        unsafe {
            let gl = &self.gl;
            let [depth] = gl.floats(gl::DEPTH_CLEAR_VALUE);
            Event::Clear(Clear {
                target: self.target(),
                color: (mask & gl::COLOR_BUFFER_BIT != 0).then(|| gl.floats(gl::COLOR_CLEAR_VALUE)),
                is_srgb: !gl.is_on(gl::FRAMEBUFFER_SRGB),
                depth: (mask & gl::DEPTH_BUFFER_BIT != 0).then_some(depth),
                stencil: (mask & gl::STENCIL_BUFFER_BIT != 0).then(|| gl.integer(gl::STENCIL_CLEAR_VALUE)),
                scissor: self.scissor(),
                problems: Vec::new(),
            })
        }
    }

    /// Returns where the program draws.
    ///
    /// # Safety
    /// The context must be current.
    pub(crate) unsafe fn target(&self) -> Target {
        // SAFETY: the context is current.
        let bound = unsafe { self.gl.integer(gl::DRAW_FRAMEBUFFER_BINDING) };
        if bound as u32 == self.shown_framebuffer() { Target::Frame } else { Target::Texture }
    }

    /// Returns OpenGL's number of the framebuffer that the program knows as 0.
    pub(crate) fn shown_framebuffer(&self) -> u32 {
        self.framebuffer.as_ref().map_or(0, |framebuffer| framebuffer.number)
    }

    /// Returns the part of the picture that is drawn to, unless it is all.
    ///
    /// # Safety
    /// The context must be current.
    pub(crate) unsafe fn scissor(&self) -> Option<[i32; 4]> {
        // SAFETY: the context is current, and a box has four numbers.
        unsafe { self.gl.is_on(gl::SCISSOR_TEST).then(|| self.gl.integers(gl::SCISSOR_BOX)) }
    }

    /// Begins to count samples, unless the program does so itself.
    ///
    /// # Safety
    /// The context must be current.
    unsafe fn begin_counting(&self) -> Option<u32> {
        // SAFETY: the context is current, and one number is written.
        unsafe {
            let mut query = 0;
            self.gl.gen_queries(1, &raw mut query);
            self.discard_errors();
            self.gl.begin_query(gl::SAMPLES_PASSED, query); // an error if the program counts
            if self.gl.get_error() == gl::NO_ERROR {
                return Some(query);
            }
            self.gl.delete_queries(1, &raw const query);
            None
        }
    }

    /// Waits for the number of samples.
    ///
    /// # Safety
    /// The context must be current, and `query` begun.
    unsafe fn end_counting(&self, query: u32) -> Option<u32> {
        // SAFETY: the context is current, and one number is written.
        unsafe {
            let mut samples = 0;
            self.gl.end_query(gl::SAMPLES_PASSED);
            self.gl.get_query_objectuiv(query, gl::QUERY_RESULT, &raw mut samples);
            self.gl.delete_queries(1, &raw const query);
            Some(samples)
        }
    }
}

fn error_name(error: u32) -> String {
    match error {
        0x0500 => "GL_INVALID_ENUM".into(),
        0x0501 => "GL_INVALID_VALUE".into(),
        0x0502 => "GL_INVALID_OPERATION".into(),
        0x0505 => "GL_OUT_OF_MEMORY".into(),
        0x0506 => "GL_INVALID_FRAMEBUFFER_OPERATION".into(),
        other => format!("OpenGL's error {other:#06X}"),
    }
}
