//! A framebuffer of any size in place of the default one, and reading pixels.

use crate::gl::{self, Functions};
use std::cell::Cell;

/// A framebuffer with sRGB-encoded colours of 8 bits and depths of 24, which the program takes for the default one.
pub(crate) struct OwnFramebuffer {
    /// OpenGL's number.
    pub(crate) number: u32,
    color: u32,
    depth: u32,
    size: Cell<(u32, u32)>,
}

impl OwnFramebuffer {
    /// Makes the framebuffer and binds it.
    ///
    /// # Safety
    /// The context must be current.
    pub(crate) unsafe fn new(gl: &Functions, size: (u32, u32)) -> Self {
        let mut number = 0;
        let mut buffers = [0; 2];
        // SAFETY: the context is current, and as many numbers are written as there is room for.
        unsafe {
            gl.gen_framebuffers(1, &raw mut number);
            gl.gen_renderbuffers(2, buffers.as_mut_ptr());
            let [color, depth] = buffers;
            let own = Self { number, color, depth, size: Cell::new(size) };
            own.resize(gl, size);
            gl.bind_framebuffer(gl::FRAMEBUFFER, number);
            gl.framebuffer_renderbuffer(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::RENDERBUFFER, color);
            gl.framebuffer_renderbuffer(gl::FRAMEBUFFER, gl::DEPTH_ATTACHMENT, gl::RENDERBUFFER, depth);
            own
        }
    }

    /// Width and height in pixels.
    pub(crate) fn size(&self) -> (u32, u32) {
        self.size.get()
    }

    /// Gives the framebuffer another size, of at least one pixel. What was in it is lost.
    ///
    /// # Safety
    /// The context must be current.
    pub(crate) unsafe fn resize(&self, gl: &Functions, size: (u32, u32)) {
        let size = (size.0.max(1), size.1.max(1));
        // SAFETY: the context is current, and what was bound is bound again.
        unsafe {
            let before = gl.integer(gl::RENDERBUFFER_BINDING) as u32;
            for (buffer, format) in [(self.color, gl::SRGB8_ALPHA8), (self.depth, gl::DEPTH_COMPONENT24)] {
                gl.bind_renderbuffer(gl::RENDERBUFFER, buffer);
                gl.renderbuffer_storage(gl::RENDERBUFFER, format, size.0 as i32, size.1 as i32);
            }
            gl.bind_renderbuffer(gl::RENDERBUFFER, before);
        }
        self.size.set(size);
    }
}

/// Reads the pixels of a framebuffer: four bytes each, red, green, blue and opacity, sRGB-encoded, from the upper left
/// one on.
///
/// # Safety
/// The context must be current, and the framebuffer complete.
pub(crate) unsafe fn read(gl: &Functions, framebuffer: u32, (width, height): (u32, u32)) -> Vec<u8> {
    let row = width as usize * 4;
    let mut upward = vec![0; row * height as usize];
    let packing = [gl::PACK_ALIGNMENT, gl::PACK_ROW_LENGTH, gl::PACK_SKIP_ROWS, gl::PACK_SKIP_PIXELS];
    // SAFETY: the context is current, rows of four bytes for each pixel need no padding, and what was bound and set is
    // bound and set again.
    unsafe {
        let bound = gl.integer(gl::READ_FRAMEBUFFER_BINDING) as u32;
        let pack_buffer = gl.integer(gl::PIXEL_PACK_BUFFER_BINDING) as u32;
        let before = packing.map(|what| gl.integer(what));
        gl.bind_framebuffer(gl::READ_FRAMEBUFFER, framebuffer);
        gl.bind_buffer(gl::PIXEL_PACK_BUFFER, 0);
        for (what, value) in packing.into_iter().zip([4, 0, 0, 0]) {
            gl.pixel_storei(what, value);
        }
        gl.read_pixels(0, 0, width as i32, height as i32, gl::RGBA, gl::UNSIGNED_BYTE, upward.as_mut_ptr().cast());
        for (what, value) in packing.into_iter().zip(before) {
            gl.pixel_storei(what, value);
        }
        gl.bind_buffer(gl::PIXEL_PACK_BUFFER, pack_buffer);
        gl.bind_framebuffer(gl::READ_FRAMEBUFFER, bound);
    }
    let mut downward = Vec::with_capacity(upward.len());
    for pixels in upward.chunks_exact(row.max(1)).rev() {
        downward.extend_from_slice(pixels);
    }
    downward
}
