//! Notes a draw call: asks the driver for all that it depends on, and leaves everything as it was.

use crate::{
    gl,
    glsl::{Glsl, Scalar},
    hooks::{Call, Elements},
    inputs::{BlockInput, Variable},
    names,
    numbers::{decode, little_endian, number_bytes},
    program::Inputs,
    state::State,
    trace::{Attribute, Blend, Block, Draw, Face, Image, Indices, MAX_INDICES, MAX_VERTICES, Source, Texture, Uniform},
};
use std::ffi::c_void;

impl State {
    /// Notes a draw call that is about to be made.
    ///
    /// # Safety
    /// The context must be current.
    pub(crate) unsafe fn note_draw(&self, call: &Call) -> Draw {
        // SAFETY: the context is current.
        unsafe {
            let mut draw = self.note_settings(call);
            draw.indices = call.elements.map(|elements| self.note_indices(elements, call.count));
            let program = self.program.get();
            let mut programs = self.programs.borrow_mut();
            let Some(known) = programs.get_mut(&program) else { return draw };
            draw.program = known.number;
            let inputs = known.looked_into.get_or_insert_with(|| Inputs::of(&self.gl, program));
            for variable in &inputs.uniforms {
                let set = variable.locations.iter().map(|location| known.set.contains(location)).collect();
                let uniform = self.note_uniform(program, variable, set);
                draw.textures.extend(self.note_texture(&uniform));
                draw.uniforms.push(uniform);
            }
            for block in &inputs.blocks {
                draw.blocks.push(self.note_block(program, block));
            }
            for variable in &inputs.attributes {
                for (column, location) in variable.locations.iter().enumerate() {
                    draw.attributes.push(self.note_attribute(variable, column, *location));
                }
            }
            draw.buffer_vertices = shortest_buffer(&draw.attributes);
            draw.vertices = drawn_vertices(&draw);
            for (attribute, location) in draw.attributes.iter_mut().zip(all_locations(&inputs.attributes)) {
                self.read_attribute(attribute, location, &draw.vertices);
            }
            if let Some(twin) = &inputs.twin
                && !self.is_capturing.get()
                && self.reserve(draw.vertices.len() * 16)
            {
                draw.clip = self.clip.read(&self.gl, program, twin, &draw.vertices);
            }
            draw
        }
    }

    /// Returns a draw call with the arguments of `call` and the settings of the context.
    ///
    /// # Safety
    /// The context must be current.
    unsafe fn note_settings(&self, call: &Call) -> Draw {
        let gl = &self.gl;
        // SAFETY: the context is current, and each state has as many numbers.
        unsafe {
            let [line_width] = gl.floats(gl::LINE_WIDTH);
            let mut depth_write = 0;
            gl.get_booleanv(gl::DEPTH_WRITEMASK, &raw mut depth_write);
            let mut color_mask = [0; 4];
            gl.get_booleanv(gl::COLOR_WRITEMASK, color_mask.as_mut_ptr());
            let culling = gl.is_on(gl::CULL_FACE).then(|| match gl.integer(gl::CULL_FACE_MODE) as u32 {
                gl::FRONT => Face::Front,
                gl::BACK => Face::Back,
                _ => Face::Both,
            });
            Draw {
                target: self.target(),
                primitive: names::primitive(call.mode),
                count: usize::try_from(call.count).unwrap_or(0),
                first: usize::try_from(call.first).unwrap_or(0),
                instances: usize::try_from(call.instances).unwrap_or(0),
                indices: None,
                program: 0,
                attributes: Vec::new(),
                buffer_vertices: None,
                uniforms: Vec::new(),
                blocks: Vec::new(),
                textures: Vec::new(),
                vertices: Vec::new(),
                clip: None,
                depth_test: gl.is_on(gl::DEPTH_TEST).then(|| names::compare(gl.integer(gl::DEPTH_FUNC) as u32)),
                depth_write: depth_write != 0,
                depth_range: gl.floats(gl::DEPTH_RANGE),
                culling,
                is_clockwise_front: gl.integer(gl::FRONT_FACE) as u32 == gl::CLOCKWISE,
                viewport: gl.integers(gl::VIEWPORT),
                scissor: self.scissor(),
                blend: gl.is_on(gl::BLEND).then(|| self.note_blend()),
                line_width,
                color_mask: color_mask.map(|is_written| is_written != 0),
                is_srgb: !gl.is_on(gl::FRAMEBUFFER_SRGB),
                is_discarded: gl.is_on(gl::RASTERIZER_DISCARD),
                samples: None,
                problems: Vec::new(),
            }
        }
    }

    /// # Safety
    /// The context must be current.
    unsafe fn note_blend(&self) -> Blend {
        // SAFETY: the context is current.
        unsafe {
            let color = [gl::BLEND_EQUATION_RGB, gl::BLEND_SRC_RGB, gl::BLEND_DST_RGB];
            let alpha = [gl::BLEND_EQUATION_ALPHA, gl::BLEND_SRC_ALPHA, gl::BLEND_DST_ALPHA];
            Blend {
                color: color.map(|state| names::blend(self.gl.integer(state) as u32)),
                alpha: alpha.map(|state| names::blend(self.gl.integer(state) as u32)),
            }
        }
    }

    /// # Safety
    /// The context must be current.
    unsafe fn note_indices(&self, elements: Elements, count: i32) -> Indices {
        let size = match elements.kind {
            gl::UNSIGNED_BYTE => 1,
            gl::UNSIGNED_SHORT => 2,
            _ => 4,
        };
        let count = usize::try_from(count).unwrap_or(0).min(MAX_INDICES);
        // SAFETY: the context is current.
        unsafe {
            let buffer = self.gl.integer(gl::ELEMENT_ARRAY_BUFFER_BINDING) as u32;
            let mut values = Vec::new();
            if self.reserve(count * 4) {
                let bytes = self.gl.read_buffer_bytes(buffer, elements.offset, count * size);
                for index in bytes.chunks_exact(size) {
                    values.push(little_endian(index) as u32);
                }
            }
            Indices { size, buffer_bytes: self.gl.buffer_size(buffer), base_vertex: elements.base, values }
        }
    }

    /// # Safety
    /// The context must be current, and `program` linked.
    unsafe fn note_uniform(&self, program: u32, variable: &Variable, set: Vec<bool>) -> Uniform {
        let mut values = Vec::new();
        if self.reserve(variable.locations.len() * variable.glsl.numbers() * 8) {
            for location in &variable.locations {
                // SAFETY: the context is current, and the location is one of the program's.
                unsafe { self.read_uniform(program, *location, variable.glsl, &mut values) };
            }
        }
        Uniform { name: variable.name.clone(), glsl: variable.glsl, is_array: variable.is_array, values, set }
    }

    /// Adds the numbers of one uniform to `values`.
    ///
    /// # Safety
    /// The context must be current, `location` one of `program`, and `glsl` its type.
    unsafe fn read_uniform(&self, program: u32, location: i32, glsl: Glsl, values: &mut Vec<f64>) {
        let numbers = glsl.numbers();
        // SAFETY: no type has more than 16 numbers.
        unsafe {
            match glsl.scalar {
                Scalar::Float => {
                    let mut floats = [0.0; 16];
                    self.gl.get_uniformfv(program, location, floats.as_mut_ptr());
                    values.extend(floats[..numbers].iter().copied().map(f64::from));
                }
                Scalar::Double => {
                    let mut doubles = [0.0; 16];
                    self.gl.get_uniformdv(program, location, doubles.as_mut_ptr());
                    values.extend_from_slice(&doubles[..numbers]);
                }
                Scalar::Uint => {
                    let mut integers = [0; 16];
                    self.gl.get_uniformuiv(program, location, integers.as_mut_ptr());
                    values.extend(integers[..numbers].iter().copied().map(f64::from));
                }
                Scalar::Int | Scalar::Bool | Scalar::Sampler => {
                    let mut integers = [0; 16];
                    self.gl.get_uniformiv(program, location, integers.as_mut_ptr());
                    values.extend(integers[..numbers].iter().copied().map(f64::from));
                }
            }
        }
    }

    /// Returns the textures that a sampler reads: none if it is no sampler, several if it is an array.
    ///
    /// # Safety
    /// The context must be current.
    unsafe fn note_texture(&self, uniform: &Uniform) -> Vec<Texture> {
        let mut textures = Vec::new();
        let Some((target, binding)) = uniform.glsl.texture_target() else { return textures };
        for unit in &uniform.values {
            let unit = *unit as u32;
            // SAFETY: the context is current, and the unit that was active is active again.
            unsafe {
                let active = self.gl.integer(gl::ACTIVE_TEXTURE) as u32;
                self.gl.active_texture(gl::TEXTURE0 + unit);
                let is_bound = self.gl.integer(binding) != 0;
                let image = is_bound.then(|| self.note_image(target));
                self.gl.active_texture(active);
                textures.push(Texture { uniform: uniform.name.clone(), unit, image });
            }
        }
        textures
    }

    /// # Safety
    /// The context must be current, and a texture bound to `target`.
    unsafe fn note_image(&self, target: u32) -> Image {
        // A cube has six images, of one size.
        const CUBE: u32 = 0x8513;
        const FIRST_SIDE: u32 = 0x8515;
        let target = if target == CUBE { FIRST_SIDE } else { target };
        let what = [gl::TEXTURE_WIDTH, gl::TEXTURE_HEIGHT, gl::TEXTURE_INTERNAL_FORMAT];
        let [width, height, format] = what.map(|what| {
            let mut value = 0;
            // SAFETY: the context is current, and one number is written.
            unsafe { self.gl.get_tex_level_parameteriv(target, 0, what, &raw mut value) };
            usize::try_from(value).unwrap_or(0)
        });
        let format = names::format(format as u32);
        let is_srgb = format.starts_with("SRGB");
        Image { width, height, format, is_srgb }
    }

    /// # Safety
    /// The context must be current, and the block one of `program`.
    unsafe fn note_block(&self, program: u32, block: &BlockInput) -> Block {
        // SAFETY: the context is current, and one number is written.
        unsafe {
            let mut binding = 0;
            let mut buffer = 0;
            self.gl.get_active_uniform_blockiv(program, block.index, gl::UNIFORM_BLOCK_BINDING, &raw mut binding);
            self.gl.get_integeri_v(gl::UNIFORM_BUFFER_BINDING, binding as u32, &raw mut buffer);
            let buffer_bytes = (buffer != 0).then(|| self.gl.buffer_size(buffer as u32));
            Block { name: block.name.clone(), bytes: block.bytes, buffer_bytes }
        }
    }

    /// Notes an attribute without its values.
    ///
    /// # Safety
    /// The context must be current.
    unsafe fn note_attribute(&self, variable: &Variable, column: usize, location: i32) -> Attribute {
        let location = location as u32;
        let name = match variable.glsl.columns {
            1 => variable.name.clone(),
            _ => format!("{}, column {column}", variable.name),
        };
        // SAFETY: the context is current.
        unsafe {
            let components = self.attribute_state(location, gl::VERTEX_ATTRIB_ARRAY_SIZE) as usize;
            let is_from_buffer = self.attribute_state(location, gl::VERTEX_ATTRIB_ARRAY_ENABLED) != 0;
            let source = is_from_buffer.then(|| self.note_source(location, components));
            Attribute { name, glsl: variable.glsl, source, values: Vec::new(), components }
        }
    }

    /// # Safety
    /// The context must be current.
    unsafe fn note_source(&self, location: u32, components: usize) -> Source {
        // SAFETY: the context is current, and one pointer is written.
        unsafe {
            let number = names::number(self.attribute_state(location, gl::VERTEX_ATTRIB_ARRAY_TYPE) as u32);
            let stride = self.attribute_state(location, gl::VERTEX_ATTRIB_ARRAY_STRIDE) as usize;
            let mut offset: *mut c_void = std::ptr::null_mut();
            self.gl.get_vertex_attrib_pointerv(location, gl::VERTEX_ATTRIB_ARRAY_POINTER, &raw mut offset);
            let buffer = self.attribute_state(location, gl::VERTEX_ATTRIB_ARRAY_BUFFER_BINDING) as u32;
            Source {
                number,
                is_normalized: self.attribute_state(location, gl::VERTEX_ATTRIB_ARRAY_NORMALIZED) != 0,
                is_integer: self.attribute_state(location, gl::VERTEX_ATTRIB_ARRAY_INTEGER) != 0,
                stride: if stride == 0 { components * number_bytes(number) } else { stride },
                offset: offset as usize,
                buffer_bytes: self.gl.buffer_size(buffer),
                divisor: self.attribute_state(location, gl::VERTEX_ATTRIB_ARRAY_DIVISOR) as usize,
            }
        }
    }

    /// # Safety
    /// The context must be current, and `what` a state of one integer.
    unsafe fn attribute_state(&self, location: u32, what: u32) -> i32 {
        let mut value = 0;
        // SAFETY: the context is current, and one number is written.
        unsafe { self.gl.get_vertex_attribiv(location, what, &raw mut value) };
        value
    }

    /// Reads the values of `vertices`.
    ///
    /// # Safety
    /// The context must be current.
    unsafe fn read_attribute(&self, attribute: &mut Attribute, location: i32, vertices: &[u32]) {
        let location = location as u32;
        // SAFETY: the context is current, and a value has at most four numbers.
        unsafe {
            let Some(source) = attribute.source else {
                let mut constant = [0.0; 4];
                self.gl.get_vertex_attribfv(location, gl::CURRENT_VERTEX_ATTRIB, constant.as_mut_ptr());
                attribute.values.extend(constant.map(f64::from));
                attribute.components = 4;
                return;
            };
            let size = number_bytes(source.number);
            let Some(first) = vertices.first() else { return };
            let last = vertices.last().unwrap_or(first);
            if size == 0 || !self.reserve(vertices.len() * attribute.components * 8) {
                return;
            }
            let buffer = self.attribute_state(location, gl::VERTEX_ATTRIB_ARRAY_BUFFER_BINDING) as u32;
            let is_for_all = source.divisor > 0; // the first instance's
            let start = if is_for_all { 0 } else { *first as usize * source.stride };
            let span = if is_for_all { 0 } else { (last - first) as usize * source.stride };
            let bytes = self.gl.read_buffer_bytes(buffer, source.offset + start, span + attribute.components * size);
            for vertex in vertices {
                let at = if is_for_all { 0 } else { (vertex - first) as usize * source.stride };
                let value = bytes.get(at..at + attribute.components * size).unwrap_or(&[]);
                for number in value.chunks_exact(size) {
                    attribute.values.push(decode(source.number, number));
                }
            }
        }
    }
}

/// Returns the locations of all attributes, column by column.
fn all_locations(attributes: &[Variable]) -> impl Iterator<Item = i32> {
    attributes.iter().flat_map(|variable| variable.locations.iter().copied())
}

/// Returns the number of vertices in the shortest buffer.
fn shortest_buffer(attributes: &[Attribute]) -> Option<usize> {
    let mut shortest: Option<usize> = None;
    for attribute in attributes {
        if let Some(source) = attribute.source
            && source.divisor == 0
        {
            // The last vertex needs its own bytes alone, and not a whole stride.
            let last = source.offset + attribute.components * number_bytes(source.number);
            let vertices = match source.buffer_bytes.checked_sub(last) {
                Some(before) => before / source.stride.max(1) + 1,
                None => 0,
            };
            shortest = Some(shortest.map_or(vertices, |shortest| shortest.min(vertices)));
        }
    }
    shortest
}

/// Returns the numbers of the vertices that are drawn and that the buffers have, sorted, each once.
fn drawn_vertices(draw: &Draw) -> Vec<u32> {
    let end = draw.buffer_vertices.map_or(i64::from(u32::MAX), |vertices| vertices as i64);
    let mut vertices = Vec::new();
    if let Some(indices) = &draw.indices {
        for index in &indices.values {
            let vertex = i64::from(*index) + i64::from(indices.base_vertex);
            if (0..end).contains(&vertex) {
                vertices.push(vertex as u32);
            }
        }
        vertices.sort_unstable();
        vertices.dedup();
    } else {
        let last = (draw.first + draw.count.min(MAX_VERTICES)) as i64;
        for vertex in draw.first as i64..last.min(end) {
            vertices.push(vertex as u32);
        }
    }
    if let Some(first) = vertices.first().copied() {
        vertices.retain(|vertex| vertex - first < MAX_VERTICES as u32);
    }
    vertices
}
