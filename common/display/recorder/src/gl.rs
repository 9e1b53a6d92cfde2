//! The driver's functions that the recorder calls, and the numbers of OpenGL that it needs.
//!
//! Numbers and signatures are those of Khronos' gl.xml.

use std::ffi::{c_char, c_void};

macro_rules! functions {
    ($($name:ident = $symbol:literal($($arg:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        /// Functions of one context's driver. A driver may lack those that OpenGL 3.3 does not have.
        pub(crate) struct Functions {
            $($name: Option<unsafe extern "system" fn($($type),*) $(-> $result)?>,)*
        }

        #[allow(clippy::too_many_arguments)] // as many as OpenGL's
        impl Functions {
            /// Loads all functions.
            ///
            /// # Safety
            /// `load` must return null or the context's function of that name.
            pub(crate) unsafe fn load(load: impl Fn(&str) -> *const c_void) -> Self {
                // SAFETY: a null pointer is `None`, and the driver's function of a name has this signature.
                Self { $($name: unsafe {
                    std::mem::transmute::<*const c_void, Option<unsafe extern "system" fn($($type),*) $(-> $result)?>>(
                        load($symbol),
                    )
                },)* }
            }

            $(
                /// Calls the driver's function.
                ///
                /// # Safety
                /// The context must be current on this thread, and pointers as OpenGL demands.
                pub(crate) unsafe fn $name(&self, $($arg: $type),*) $(-> $result)? {
                    let function = self.$name.expect(concat!("the driver has ", $symbol));
                    // SAFETY: the caller's promise.
                    unsafe { function($($arg),*) }
                }
            )*
        }
    };
}

functions! {
    active_texture = "glActiveTexture"(unit: u32);
    attach_shader = "glAttachShader"(program: u32, shader: u32);
    begin_query = "glBeginQuery"(target: u32, query: u32);
    begin_transform_feedback = "glBeginTransformFeedback"(mode: u32);
    bind_attrib_location = "glBindAttribLocation"(program: u32, location: u32, name: *const c_char);
    bind_buffer = "glBindBuffer"(target: u32, buffer: u32);
    bind_buffer_base = "glBindBufferBase"(target: u32, index: u32, buffer: u32);
    bind_buffer_range = "glBindBufferRange"(target: u32, index: u32, buffer: u32, offset: isize, size: isize);
    bind_framebuffer = "glBindFramebuffer"(target: u32, framebuffer: u32);
    bind_renderbuffer = "glBindRenderbuffer"(target: u32, renderbuffer: u32);
    blit_named_framebuffer = "glBlitNamedFramebuffer"(
        source: u32, target: u32, x0: i32, y0: i32, x1: i32, y1: i32,
        u0: i32, v0: i32, u1: i32, v1: i32, mask: u32, filter: u32);
    buffer_data = "glBufferData"(target: u32, size: isize, data: *const c_void, usage: u32);
    clear = "glClear"(mask: u32);
    create_program = "glCreateProgram"() -> u32;
    delete_framebuffers = "glDeleteFramebuffers"(count: i32, framebuffers: *const u32);
    delete_program = "glDeleteProgram"(program: u32);
    delete_queries = "glDeleteQueries"(count: i32, queries: *const u32);
    disable = "glDisable"(what: u32);
    draw_arrays = "glDrawArrays"(mode: u32, first: i32, count: i32);
    draw_arrays_instanced = "glDrawArraysInstanced"(mode: u32, first: i32, count: i32, instances: i32);
    draw_elements = "glDrawElements"(mode: u32, count: i32, kind: u32, offset: *const c_void);
    draw_elements_base_vertex = "glDrawElementsBaseVertex"(
        mode: u32, count: i32, kind: u32, offset: *const c_void, base: i32);
    draw_elements_instanced = "glDrawElementsInstanced"(
        mode: u32, count: i32, kind: u32, offset: *const c_void, instances: i32);
    draw_elements_instanced_base_vertex = "glDrawElementsInstancedBaseVertex"(
        mode: u32, count: i32, kind: u32, offset: *const c_void, instances: i32, base: i32);
    enable = "glEnable"(what: u32);
    end_query = "glEndQuery"(target: u32);
    end_transform_feedback = "glEndTransformFeedback"();
    framebuffer_renderbuffer = "glFramebufferRenderbuffer"(
        target: u32, attachment: u32, renderbuffer_target: u32, renderbuffer: u32);
    gen_buffers = "glGenBuffers"(count: i32, buffers: *mut u32);
    gen_framebuffers = "glGenFramebuffers"(count: i32, framebuffers: *mut u32);
    gen_queries = "glGenQueries"(count: i32, queries: *mut u32);
    gen_renderbuffers = "glGenRenderbuffers"(count: i32, renderbuffers: *mut u32);
    get_active_attrib = "glGetActiveAttrib"(
        program: u32, index: u32, room: i32, length: *mut i32, size: *mut i32, kind: *mut u32, name: *mut c_char);
    get_active_uniform = "glGetActiveUniform"(
        program: u32, index: u32, room: i32, length: *mut i32, size: *mut i32, kind: *mut u32, name: *mut c_char);
    get_active_uniform_block_name = "glGetActiveUniformBlockName"(
        program: u32, block: u32, room: i32, length: *mut i32, name: *mut c_char);
    get_active_uniform_blockiv = "glGetActiveUniformBlockiv"(program: u32, block: u32, what: u32, value: *mut i32);
    get_attached_shaders = "glGetAttachedShaders"(program: u32, room: i32, count: *mut i32, shaders: *mut u32);
    get_attrib_location = "glGetAttribLocation"(program: u32, name: *const c_char) -> i32;
    get_booleanv = "glGetBooleanv"(what: u32, values: *mut u8);
    get_buffer_parameteriv = "glGetBufferParameteriv"(target: u32, what: u32, value: *mut i32);
    get_buffer_sub_data = "glGetBufferSubData"(target: u32, offset: isize, size: isize, data: *mut c_void);
    get_error = "glGetError"() -> u32;
    get_floatv = "glGetFloatv"(what: u32, values: *mut f32);
    get_integeri_v = "glGetIntegeri_v"(what: u32, index: u32, value: *mut i32);
    get_integerv = "glGetIntegerv"(what: u32, values: *mut i32);
    get_programiv = "glGetProgramiv"(program: u32, what: u32, value: *mut i32);
    get_query_objectuiv = "glGetQueryObjectuiv"(query: u32, what: u32, value: *mut u32);
    get_queryiv = "glGetQueryiv"(target: u32, what: u32, value: *mut i32);
    get_shaderiv = "glGetShaderiv"(shader: u32, what: u32, value: *mut i32);
    get_tex_level_parameteriv = "glGetTexLevelParameteriv"(target: u32, level: i32, what: u32, value: *mut i32);
    get_uniform_block_index = "glGetUniformBlockIndex"(program: u32, name: *const c_char) -> u32;
    get_uniform_location = "glGetUniformLocation"(program: u32, name: *const c_char) -> i32;
    get_uniformdv = "glGetUniformdv"(program: u32, location: i32, values: *mut f64);
    get_uniformfv = "glGetUniformfv"(program: u32, location: i32, values: *mut f32);
    get_uniformiv = "glGetUniformiv"(program: u32, location: i32, values: *mut i32);
    get_uniformuiv = "glGetUniformuiv"(program: u32, location: i32, values: *mut u32);
    get_vertex_attrib_pointerv = "glGetVertexAttribPointerv"(location: u32, what: u32, pointer: *mut *mut c_void);
    get_vertex_attribfv = "glGetVertexAttribfv"(location: u32, what: u32, values: *mut f32);
    get_vertex_attribiv = "glGetVertexAttribiv"(location: u32, what: u32, value: *mut i32);
    is_enabled = "glIsEnabled"(what: u32) -> u8;
    link_program = "glLinkProgram"(program: u32);
    pixel_storei = "glPixelStorei"(what: u32, value: i32);
    read_buffer = "glReadBuffer"(buffer: u32);
    read_pixels = "glReadPixels"(
        x: i32, y: i32, width: i32, height: i32, format: u32, kind: u32, pixels: *mut c_void);
    renderbuffer_storage = "glRenderbufferStorage"(target: u32, format: u32, width: i32, height: i32);
    transform_feedback_varyings = "glTransformFeedbackVaryings"(
        program: u32, count: i32, names: *const *const c_char, mode: u32);
    uniform_1fv = "glUniform1fv"(location: i32, count: i32, values: *const f32);
    uniform_2fv = "glUniform2fv"(location: i32, count: i32, values: *const f32);
    uniform_3fv = "glUniform3fv"(location: i32, count: i32, values: *const f32);
    uniform_4fv = "glUniform4fv"(location: i32, count: i32, values: *const f32);
    uniform_1iv = "glUniform1iv"(location: i32, count: i32, values: *const i32);
    uniform_2iv = "glUniform2iv"(location: i32, count: i32, values: *const i32);
    uniform_3iv = "glUniform3iv"(location: i32, count: i32, values: *const i32);
    uniform_4iv = "glUniform4iv"(location: i32, count: i32, values: *const i32);
    uniform_1uiv = "glUniform1uiv"(location: i32, count: i32, values: *const u32);
    uniform_2uiv = "glUniform2uiv"(location: i32, count: i32, values: *const u32);
    uniform_3uiv = "glUniform3uiv"(location: i32, count: i32, values: *const u32);
    uniform_4uiv = "glUniform4uiv"(location: i32, count: i32, values: *const u32);
    uniform_matrix_2fv = "glUniformMatrix2fv"(location: i32, count: i32, transpose: u8, values: *const f32);
    uniform_matrix_3fv = "glUniformMatrix3fv"(location: i32, count: i32, transpose: u8, values: *const f32);
    uniform_matrix_4fv = "glUniformMatrix4fv"(location: i32, count: i32, transpose: u8, values: *const f32);
    uniform_block_binding = "glUniformBlockBinding"(program: u32, block: u32, binding: u32);
    uniform_1i = "glUniform1i"(location: i32, x: i32);
    uniform_1ui = "glUniform1ui"(location: i32, x: u32);
    uniform_1f = "glUniform1f"(location: i32, x: f32);
    uniform_1d = "glUniform1d"(location: i32, x: f64);
    uniform_2dv = "glUniform2dv"(location: i32, count: i32, values: *const f64);
    uniform_3dv = "glUniform3dv"(location: i32, count: i32, values: *const f64);
    uniform_4dv = "glUniform4dv"(location: i32, count: i32, values: *const f64);
    uniform_matrix_2dv = "glUniformMatrix2dv"(location: i32, count: i32, transpose: u8, values: *const f64);
    uniform_matrix_3dv = "glUniformMatrix3dv"(location: i32, count: i32, transpose: u8, values: *const f64);
    uniform_matrix_4dv = "glUniformMatrix4dv"(location: i32, count: i32, transpose: u8, values: *const f64);
    use_program = "glUseProgram"(program: u32);
}

impl Functions {
    /// Returns an integer of the context's state, or 0 if the driver does not know it.
    ///
    /// # Safety
    /// The context must be current, and `what` a state of one integer.
    pub(crate) unsafe fn integer(&self, what: u32) -> i32 {
        let mut value = 0;
        // SAFETY: the caller's promise.
        unsafe { self.get_integerv(what, &raw mut value) };
        value
    }

    /// Returns a state of `N` integers.
    ///
    /// # Safety
    /// The context must be current, and `what` a state of at most `N` integers.
    pub(crate) unsafe fn integers<const N: usize>(&self, what: u32) -> [i32; N] {
        let mut values = [0; N];
        // SAFETY: the caller's promise.
        unsafe { self.get_integerv(what, values.as_mut_ptr()) };
        values
    }

    /// Returns a state of `N` floats.
    ///
    /// # Safety
    /// The context must be current, and `what` a state of at most `N` floats.
    pub(crate) unsafe fn floats<const N: usize>(&self, what: u32) -> [f32; N] {
        let mut values = [0.0; N];
        // SAFETY: the caller's promise.
        unsafe { self.get_floatv(what, values.as_mut_ptr()) };
        values
    }

    /// Whether a part of OpenGL is switched on.
    ///
    /// # Safety
    /// The context must be current.
    pub(crate) unsafe fn is_on(&self, what: u32) -> bool {
        // SAFETY: the caller's promise.
        unsafe { self.is_enabled(what) != 0 }
    }

    /// Reads at most `size` bytes of a buffer from `offset` on, fewer where it ends. The bindings stay as they were.
    ///
    /// # Safety
    /// The context must be current.
    pub(crate) unsafe fn read_buffer_bytes(&self, buffer: u32, offset: usize, size: usize) -> Vec<u8> {
        if buffer == 0 {
            return Vec::new();
        }
        // SAFETY: the context is current, and `bytes` has the size that is read.
        unsafe {
            let before = self.integer(COPY_READ_BUFFER);
            self.bind_buffer(COPY_READ_BUFFER, buffer);
            let end = self.bound_size().min(offset.saturating_add(size));
            let mut bytes = vec![0; end.saturating_sub(offset)];
            if !bytes.is_empty() {
                let size = bytes.len() as isize;
                self.get_buffer_sub_data(COPY_READ_BUFFER, offset as isize, size, bytes.as_mut_ptr().cast());
            }
            self.bind_buffer(COPY_READ_BUFFER, before as u32);
            bytes
        }
    }

    /// Returns a buffer's size in bytes.
    ///
    /// # Safety
    /// The context must be current.
    pub(crate) unsafe fn buffer_size(&self, buffer: u32) -> usize {
        // SAFETY: the caller's promise.
        unsafe {
            let before = self.integer(COPY_READ_BUFFER);
            self.bind_buffer(COPY_READ_BUFFER, buffer);
            let size = if buffer == 0 { 0 } else { self.bound_size() };
            self.bind_buffer(COPY_READ_BUFFER, before as u32);
            size
        }
    }

    unsafe fn bound_size(&self) -> usize {
        let mut size = 0;
        // SAFETY: called with the context current and a buffer bound.
        unsafe { self.get_buffer_parameteriv(COPY_READ_BUFFER, BUFFER_SIZE, &raw mut size) };
        usize::try_from(size).unwrap_or(0)
    }
}

pub(crate) const NO_ERROR: u32 = 0;

pub(crate) const DEPTH_BUFFER_BIT: u32 = 0x0100;
pub(crate) const STENCIL_BUFFER_BIT: u32 = 0x0400;
pub(crate) const COLOR_BUFFER_BIT: u32 = 0x4000;

pub(crate) const POINTS: u32 = 0;
pub(crate) const FRONT: u32 = 0x0404;
pub(crate) const BACK: u32 = 0x0405;
pub(crate) const CLOCKWISE: u32 = 0x0900;

pub(crate) const LINE_WIDTH: u32 = 0x0B21;
pub(crate) const CULL_FACE: u32 = 0x0B44;
pub(crate) const CULL_FACE_MODE: u32 = 0x0B45;
pub(crate) const FRONT_FACE: u32 = 0x0B46;
pub(crate) const DEPTH_RANGE: u32 = 0x0B70;
pub(crate) const DEPTH_TEST: u32 = 0x0B71;
pub(crate) const DEPTH_WRITEMASK: u32 = 0x0B72;
pub(crate) const DEPTH_CLEAR_VALUE: u32 = 0x0B73;
pub(crate) const DEPTH_FUNC: u32 = 0x0B74;
pub(crate) const STENCIL_CLEAR_VALUE: u32 = 0x0B91;
pub(crate) const VIEWPORT: u32 = 0x0BA2;
pub(crate) const BLEND: u32 = 0x0BE2;
pub(crate) const SCISSOR_BOX: u32 = 0x0C10;
pub(crate) const SCISSOR_TEST: u32 = 0x0C11;
pub(crate) const COLOR_CLEAR_VALUE: u32 = 0x0C22;
pub(crate) const COLOR_WRITEMASK: u32 = 0x0C23;
pub(crate) const PACK_ROW_LENGTH: u32 = 0x0D02;
pub(crate) const PACK_SKIP_ROWS: u32 = 0x0D03;
pub(crate) const PACK_SKIP_PIXELS: u32 = 0x0D04;
pub(crate) const PACK_ALIGNMENT: u32 = 0x0D05;
pub(crate) const TEXTURE_WIDTH: u32 = 0x1000;
pub(crate) const TEXTURE_HEIGHT: u32 = 0x1001;
pub(crate) const TEXTURE_INTERNAL_FORMAT: u32 = 0x1003;

pub(crate) const BYTE: u32 = 0x1400;
pub(crate) const UNSIGNED_BYTE: u32 = 0x1401;
pub(crate) const SHORT: u32 = 0x1402;
pub(crate) const UNSIGNED_SHORT: u32 = 0x1403;
pub(crate) const INT: u32 = 0x1404;
pub(crate) const UNSIGNED_INT: u32 = 0x1405;
pub(crate) const FLOAT: u32 = 0x1406;
pub(crate) const DOUBLE: u32 = 0x140A;
pub(crate) const RGBA: u32 = 0x1908;

pub(crate) const BLEND_EQUATION_RGB: u32 = 0x8009;
pub(crate) const BLEND_DST_RGB: u32 = 0x80C8;
pub(crate) const BLEND_SRC_RGB: u32 = 0x80C9;
pub(crate) const BLEND_DST_ALPHA: u32 = 0x80CA;
pub(crate) const BLEND_SRC_ALPHA: u32 = 0x80CB;
pub(crate) const DEPTH_COMPONENT24: u32 = 0x81A6;
pub(crate) const TEXTURE0: u32 = 0x84C0;
pub(crate) const ACTIVE_TEXTURE: u32 = 0x84E0;
pub(crate) const VERTEX_ATTRIB_ARRAY_ENABLED: u32 = 0x8622;
pub(crate) const VERTEX_ATTRIB_ARRAY_SIZE: u32 = 0x8623;
pub(crate) const VERTEX_ATTRIB_ARRAY_STRIDE: u32 = 0x8624;
pub(crate) const VERTEX_ATTRIB_ARRAY_TYPE: u32 = 0x8625;
pub(crate) const CURRENT_VERTEX_ATTRIB: u32 = 0x8626;
pub(crate) const VERTEX_ATTRIB_ARRAY_POINTER: u32 = 0x8645;
pub(crate) const BUFFER_SIZE: u32 = 0x8764;
pub(crate) const BLEND_EQUATION_ALPHA: u32 = 0x883D;
pub(crate) const CURRENT_QUERY: u32 = 0x8865;
pub(crate) const QUERY_RESULT: u32 = 0x8866;
pub(crate) const VERTEX_ATTRIB_ARRAY_NORMALIZED: u32 = 0x886A;
pub(crate) const ELEMENT_ARRAY_BUFFER_BINDING: u32 = 0x8895;
pub(crate) const VERTEX_ATTRIB_ARRAY_BUFFER_BINDING: u32 = 0x889F;
pub(crate) const DYNAMIC_READ: u32 = 0x88E9;
pub(crate) const PIXEL_PACK_BUFFER: u32 = 0x88EB;
pub(crate) const PIXEL_PACK_BUFFER_BINDING: u32 = 0x88ED;
pub(crate) const VERTEX_ATTRIB_ARRAY_INTEGER: u32 = 0x88FD;
pub(crate) const VERTEX_ATTRIB_ARRAY_DIVISOR: u32 = 0x88FE;
pub(crate) const SAMPLES_PASSED: u32 = 0x8914;
pub(crate) const UNIFORM_BUFFER_BINDING: u32 = 0x8A28;
pub(crate) const ACTIVE_UNIFORM_BLOCKS: u32 = 0x8A36;
pub(crate) const UNIFORM_BLOCK_BINDING: u32 = 0x8A3F;
pub(crate) const UNIFORM_BLOCK_DATA_SIZE: u32 = 0x8A40;
pub(crate) const VERTEX_SHADER: u32 = 0x8B31;
pub(crate) const SHADER_TYPE: u32 = 0x8B4F;
pub(crate) const LINK_STATUS: u32 = 0x8B82;
pub(crate) const ACTIVE_UNIFORMS: u32 = 0x8B86;
pub(crate) const ACTIVE_ATTRIBUTES: u32 = 0x8B89;
pub(crate) const SRGB8_ALPHA8: u32 = 0x8C43;
pub(crate) const TRANSFORM_FEEDBACK_BUFFER_START: u32 = 0x8C84;
pub(crate) const TRANSFORM_FEEDBACK_BUFFER_SIZE: u32 = 0x8C85;
pub(crate) const PRIMITIVES_GENERATED: u32 = 0x8C87;
pub(crate) const RASTERIZER_DISCARD: u32 = 0x8C89;
pub(crate) const INTERLEAVED_ATTRIBS: u32 = 0x8C8C;
pub(crate) const TRANSFORM_FEEDBACK_BUFFER: u32 = 0x8C8E;
pub(crate) const TRANSFORM_FEEDBACK_BUFFER_BINDING: u32 = 0x8C8F;
pub(crate) const DRAW_FRAMEBUFFER_BINDING: u32 = 0x8CA6;
pub(crate) const RENDERBUFFER_BINDING: u32 = 0x8CA7;
pub(crate) const READ_FRAMEBUFFER: u32 = 0x8CA8;
pub(crate) const DRAW_FRAMEBUFFER: u32 = 0x8CA9;
pub(crate) const READ_FRAMEBUFFER_BINDING: u32 = 0x8CAA;
pub(crate) const COLOR_ATTACHMENT0: u32 = 0x8CE0;
pub(crate) const DEPTH_ATTACHMENT: u32 = 0x8D00;
pub(crate) const FRAMEBUFFER: u32 = 0x8D40;
pub(crate) const RENDERBUFFER: u32 = 0x8D41;
pub(crate) const FRAMEBUFFER_SRGB: u32 = 0x8DB9;
/// Target and, in `glGetIntegerv`, its binding.
pub(crate) const COPY_READ_BUFFER: u32 = 0x8F36;
