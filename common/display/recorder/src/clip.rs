//! Clip positions: the vertex shader of a program run once more, by transform feedback.

use crate::{
    gl::{self, Functions},
    glsl::{Glsl, Scalar},
    inputs::{self, Variable},
    trace::MAX_VERTICES,
};
use std::{cell::Cell, ffi::CString};

/// A program of a recorded program's own vertex shader alone, which captures `gl_Position`.
pub(crate) struct Twin {
    pub(crate) program: u32,
    uniforms: Vec<Copied>,
    /// Uniform blocks: index in the recorded program and in this one.
    blocks: Vec<(u32, u32)>,
}

/// A uniform that both programs have.
struct Copied {
    glsl: Glsl,
    from: i32,
    to: i32,
}

impl Twin {
    /// Links the vertex shader of `program` once more, with the attributes at the same locations.
    ///
    /// Returns `None` where other shaders move the vertices after it, or the driver does not link it.
    ///
    /// # Safety
    /// The context must be current, and `program` linked.
    pub(crate) unsafe fn link(gl: &Functions, program: u32, attributes: &[Variable]) -> Option<Self> {
        // SAFETY: the context is current, shaders and names live until they are used, and names end in 0.
        unsafe {
            let vertex_shader = only_vertex_shader(gl, program)?;
            let twin = gl.create_program();
            gl.attach_shader(twin, vertex_shader);
            for attribute in attributes {
                let name = CString::new(attribute.name.as_str()).ok()?;
                gl.bind_attrib_location(twin, attribute.locations[0] as u32, name.as_ptr());
            }
            let captured = c"gl_Position".as_ptr();
            gl.transform_feedback_varyings(twin, 1, &raw const captured, gl::INTERLEAVED_ATTRIBS);
            gl.link_program(twin);
            let mut is_linked = 0;
            gl.get_programiv(twin, gl::LINK_STATUS, &raw mut is_linked);
            if is_linked == 0 {
                gl.delete_program(twin);
                return None;
            }
            let mut uniforms = Vec::new();
            for variable in inputs::uniforms(gl, twin) {
                if variable.glsl.scalar == Scalar::Double {
                    gl.delete_program(twin);
                    return None;
                }
                for (element, to) in variable.locations.iter().enumerate() {
                    let name = variable.element_name(element);
                    let from = gl.get_uniform_location(program, CString::new(name).ok()?.as_ptr());
                    uniforms.push(Copied { glsl: variable.glsl, from, to: *to });
                }
            }
            let mut blocks = Vec::new();
            for block in inputs::blocks(gl, twin) {
                let name = CString::new(block.name).ok()?;
                blocks.push((gl.get_uniform_block_index(program, name.as_ptr()), block.index));
            }
            Some(Self { program: twin, uniforms, blocks })
        }
    }

    /// Gives the uniforms the values that they have in `program`. This program must be in use.
    ///
    /// # Safety
    /// The context must be current.
    unsafe fn copy_uniforms(&self, gl: &Functions, program: u32) {
        for uniform in &self.uniforms {
            // SAFETY: the context is current, and both locations are those of a uniform of this type.
            unsafe { uniform.copy(gl, program) };
        }
        for (from, to) in &self.blocks {
            let mut binding = 0;
            // SAFETY: the context is current, and one number is written.
            unsafe {
                gl.get_active_uniform_blockiv(program, *from, gl::UNIFORM_BLOCK_BINDING, &raw mut binding);
                gl.uniform_block_binding(self.program, *to, binding as u32);
            }
        }
    }
}

/// Returns the vertex shader, if only a fragment shader is beside it.
///
/// # Safety
/// The context must be current.
unsafe fn only_vertex_shader(gl: &Functions, program: u32) -> Option<u32> {
    const FRAGMENT_SHADER: i32 = 0x8B30;
    let mut shaders = [0; 8];
    let mut count = 0;
    let mut vertex_shader = None;
    // SAFETY: the context is current, and `shaders` has room for as many.
    unsafe {
        gl.get_attached_shaders(program, shaders.len() as i32, &raw mut count, shaders.as_mut_ptr());
        for shader in &shaders[..usize::try_from(count).unwrap_or(0).min(shaders.len())] {
            let mut kind = 0;
            gl.get_shaderiv(*shader, gl::SHADER_TYPE, &raw mut kind);
            match kind {
                kind if kind as u32 == gl::VERTEX_SHADER => vertex_shader = Some(*shader),
                FRAGMENT_SHADER => {}
                _ => return None,
            }
        }
    }
    vertex_shader
}

impl Copied {
    /// # Safety
    /// The context must be current, the locations those of a uniform of this type, and the twin in use.
    unsafe fn copy(&self, gl: &Functions, program: u32) {
        let Self { glsl, from, to } = *self;
        let mut floats = [0.0; 16];
        let mut integers = [0; 16];
        let mut naturals = [0; 16];
        // SAFETY: the context is current, and no type has more than 16 numbers.
        unsafe {
            match glsl.scalar {
                Scalar::Float => gl.get_uniformfv(program, from, floats.as_mut_ptr()),
                Scalar::Uint => gl.get_uniformuiv(program, from, naturals.as_mut_ptr()),
                Scalar::Double => {}
                Scalar::Int | Scalar::Bool | Scalar::Sampler => {
                    gl.get_uniformiv(program, from, integers.as_mut_ptr());
                }
            }
            let floats = floats.as_ptr();
            let integers = integers.as_ptr();
            let naturals = naturals.as_ptr();
            match (glsl.scalar, glsl.columns, glsl.rows) {
                (Scalar::Float, 1, 1) => gl.uniform_1fv(to, 1, floats),
                (Scalar::Float, 1, 2) => gl.uniform_2fv(to, 1, floats),
                (Scalar::Float, 1, 3) => gl.uniform_3fv(to, 1, floats),
                (Scalar::Float, 1, 4) => gl.uniform_4fv(to, 1, floats),
                (Scalar::Float, 2, 2) => gl.uniform_matrix_2fv(to, 1, 0, floats),
                (Scalar::Float, 3, 3) => gl.uniform_matrix_3fv(to, 1, 0, floats),
                (Scalar::Float, 4, 4) => gl.uniform_matrix_4fv(to, 1, 0, floats),
                (Scalar::Uint, _, 1) => gl.uniform_1uiv(to, 1, naturals),
                (Scalar::Uint, _, 2) => gl.uniform_2uiv(to, 1, naturals),
                (Scalar::Uint, _, 3) => gl.uniform_3uiv(to, 1, naturals),
                (Scalar::Uint, _, 4) => gl.uniform_4uiv(to, 1, naturals),
                (Scalar::Int | Scalar::Bool | Scalar::Sampler, _, 1) => gl.uniform_1iv(to, 1, integers),
                (Scalar::Int | Scalar::Bool, _, 2) => gl.uniform_2iv(to, 1, integers),
                (Scalar::Int | Scalar::Bool, _, 3) => gl.uniform_3iv(to, 1, integers),
                (Scalar::Int | Scalar::Bool, _, 4) => gl.uniform_4iv(to, 1, integers),
                _ => {} // glium sets no others; doubles are refused by `link`
            }
        }
    }
}

/// Runs vertex shaders and reads what they write.
#[derive(Default)]
pub(crate) struct ClipReader {
    /// Buffer for what is captured, once there is one.
    buffer: Cell<u32>,
}

/// Bytes of a clip position.
const POSITION_BYTES: usize = 16;

impl ClipReader {
    /// Returns the clip positions of `vertices`, which are sorted and at most [`MAX_VERTICES`] apart, in the first instance. `None` if
    /// the program measures what this would change.
    ///
    /// # Safety
    /// The context must be current, `twin` the twin of `program`, and all vertices in their buffers.
    pub(crate) unsafe fn read(
        &self,
        gl: &Functions,
        program: u32,
        twin: &Twin,
        vertices: &[u32],
    ) -> Option<Vec<[f32; 4]>> {
        let first = *vertices.first()?;
        let count = (vertices.last()? - first + 1) as usize;
        // SAFETY: the context is current; the buffer has room for all that is captured, since `count` is at most
        // `MAX_VERTICES`; bindings, program and switches are as before at the end.
        unsafe {
            let mut counted = 0;
            gl.get_queryiv(gl::PRIMITIVES_GENERATED, gl::CURRENT_QUERY, &raw mut counted);
            if counted != 0 || count > MAX_VERTICES {
                return None;
            }
            let binding = CaptureBinding::of(gl);
            let is_discarding = gl.is_on(gl::RASTERIZER_DISCARD);
            gl.bind_buffer_base(gl::TRANSFORM_FEEDBACK_BUFFER, 0, self.buffer(gl));
            gl.use_program(twin.program);
            twin.copy_uniforms(gl, program);
            gl.enable(gl::RASTERIZER_DISCARD);
            gl.begin_transform_feedback(gl::POINTS);
            gl.draw_arrays(gl::POINTS, first as i32, count as i32);
            gl.end_transform_feedback();
            if !is_discarding {
                gl.disable(gl::RASTERIZER_DISCARD);
            }
            gl.use_program(program);
            binding.restore(gl);
            let bytes = gl.read_buffer_bytes(self.buffer.get(), 0, count * POSITION_BYTES);
            let mut positions = Vec::new();
            for vertex in vertices {
                let at = (vertex - first) as usize * POSITION_BYTES;
                let mut position = [0.0; 4];
                for (number, bytes) in position.iter_mut().zip(bytes.get(at..)?.chunks_exact(4)) {
                    *number = f32::from_ne_bytes(bytes.try_into().ok()?);
                }
                positions.push(position);
            }
            Some(positions)
        }
    }

    /// Returns the buffer for what is captured.
    ///
    /// # Safety
    /// The context must be current.
    unsafe fn buffer(&self, gl: &Functions) -> u32 {
        if self.buffer.get() == 0 {
            let mut buffer = 0;
            // SAFETY: the context is current, and without data nothing is read.
            unsafe {
                gl.gen_buffers(1, &raw mut buffer);
                let before = gl.integer(gl::COPY_READ_BUFFER);
                gl.bind_buffer(gl::COPY_READ_BUFFER, buffer);
                let size = (MAX_VERTICES * POSITION_BYTES) as isize;
                gl.buffer_data(gl::COPY_READ_BUFFER, size, std::ptr::null(), gl::DYNAMIC_READ);
                gl.bind_buffer(gl::COPY_READ_BUFFER, before as u32);
            }
            self.buffer.set(buffer);
        }
        self.buffer.get()
    }
}

/// What is bound for transform feedback.
struct CaptureBinding {
    buffer: u32,
    /// Buffer, start and size at index 0. A size of 0 is all of the buffer.
    indexed: [i32; 3],
}

impl CaptureBinding {
    /// # Safety
    /// The context must be current.
    unsafe fn of(gl: &Functions) -> Self {
        let what = [
            gl::TRANSFORM_FEEDBACK_BUFFER_BINDING,
            gl::TRANSFORM_FEEDBACK_BUFFER_START,
            gl::TRANSFORM_FEEDBACK_BUFFER_SIZE,
        ];
        let indexed = what.map(|what| {
            let mut value = 0;
            // SAFETY: the context is current, and one number is written.
            unsafe { gl.get_integeri_v(what, 0, &raw mut value) };
            value
        });
        // SAFETY: the context is current.
        let buffer = unsafe { gl.integer(gl::TRANSFORM_FEEDBACK_BUFFER_BINDING) as u32 };
        Self { buffer, indexed }
    }

    /// # Safety
    /// The context must be current.
    unsafe fn restore(&self, gl: &Functions) {
        let [buffer, start, size] = self.indexed;
        // SAFETY: the context is current, and the buffer was bound like this before.
        unsafe {
            if size == 0 {
                gl.bind_buffer_base(gl::TRANSFORM_FEEDBACK_BUFFER, 0, buffer as u32);
            } else {
                gl.bind_buffer_range(gl::TRANSFORM_FEEDBACK_BUFFER, 0, buffer as u32, start as isize, size as isize);
            }
            gl.bind_buffer(gl::TRANSFORM_FEEDBACK_BUFFER, self.buffer);
        }
    }
}
