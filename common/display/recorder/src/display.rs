//! A `Display` whose frames can be recorded.

use crate::{recorder::Recorder, trace::Trace};
use glium::{
    Frame, IncompatibleOpenGl,
    backend::{Backend, Context, Facade},
};
use headless::{Headless, HeadlessError};
use std::rc::Rc;

/// Does what glium's `Display` does, and tells what OpenGL was told.
///
/// ```no_run
/// use glium::Surface;
/// use recorder::Display;
///
/// let display = Display::offscreen((640, 480))?;
/// let (trace, _) = display.record(|frame| frame.clear_color_srgb_and_depth((0.2, 0.3, 0.4, 1.0), 1.0));
/// assert_eq!(trace.clears()[0].depth, Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Display<B: Backend> {
    context: Rc<Context>,
    recorder: Rc<Recorder<B>>,
}

impl Display<Headless> {
    /// Makes a context without a window, with a picture of `width` x `height` pixels, depths of 24 bits and no
    /// multisampling.
    ///
    /// # Errors
    /// If there is no OpenGL 3.3 here.
    pub fn offscreen(size: (u32, u32)) -> Result<Self, HeadlessError> {
        Self::of(Recorder::offscreen(Headless::new()?, size))
            .map_err(|error| HeadlessError::NoContext { reasons: vec![error.to_string()] })
    }
}

impl<B: Backend + 'static> Display<B> {
    /// Makes a display of any backend whose context is new.
    ///
    /// # Errors
    /// If the driver's OpenGL is too old for glium.
    pub fn around(backend: B) -> Result<Self, IncompatibleOpenGl> {
        Self::of(Recorder::new(backend))
    }

    fn of(recorder: Recorder<B>) -> Result<Self, IncompatibleOpenGl> {
        let recorder = Rc::new(recorder);
        Ok(Self { context: recorder.context()?, recorder })
    }

    /// Begins a frame. It must be finished.
    pub fn draw(&self) -> Frame {
        Frame::new(self.context.clone(), self.context.get_framebuffer_dimensions())
    }

    /// Draws a frame by `draw`, shows it, and returns its trace beside what `draw` returns.
    ///
    /// If `draw` panics, as glium does where an attribute is missing, [`Recorder::take`] returns the trace so far.
    pub fn record<T>(&self, draw: impl FnOnce(&mut Frame) -> T) -> (Trace, T) {
        self.recorder.record();
        let mut frame = self.draw();
        let drawn = draw(&mut frame);
        // It fails where the context is lost, which the next frame will say.
        let _ = frame.finish();
        (self.recorder.take(), drawn)
    }

    /// Gives frames another size, in pixels.
    pub fn resize(&self, size: (u32, u32)) {
        self.recorder.resize(size);
    }

    /// Returns the size of frames in pixels.
    pub fn get_framebuffer_dimensions(&self) -> (u32, u32) {
        self.context.get_framebuffer_dimensions()
    }

    /// The recorder, for traces that are no frames.
    pub fn recorder(&self) -> &Recorder<B> {
        &self.recorder
    }

    /// Returns the picture of the last frame, as [`Recorder::picture`].
    pub fn picture(&self) -> Vec<u8> {
        self.recorder.picture()
    }
}

impl<B: Backend> Facade for Display<B> {
    fn get_context(&self) -> &Rc<Context> {
        &self.context
    }
}
