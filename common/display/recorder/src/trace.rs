//! What OpenGL was told for one frame: plain data, without pointers or names of a driver's objects.

use crate::glsl::Glsl;

/// A frame, or all that was recorded before the trace was taken.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Clears and draw calls, in their order.
    pub events: Vec<Event>,
    /// Number of finished frames: how often the buffers were swapped.
    pub swaps: usize,
    /// Errors of OpenGL and messages of the driver after the last event.
    pub problems: Vec<String>,
    /// Number of events that were left out, because there were more than [`MAX_EVENTS`].
    pub left_out: usize,
}

/// The most events of a trace. More are counted.
pub const MAX_EVENTS: usize = 1000;
/// The most indices of a draw call whose values are noted.
pub const MAX_INDICES: usize = 1 << 16;
/// The most vertices of a draw call whose attributes and clip positions are noted.
pub const MAX_VERTICES: usize = 4096;
/// The most bytes that all indices, vertices and uniforms of a trace take. Draw calls beyond it have none.
pub const MAX_BYTES: usize = 1 << 26;
/// The most errors and messages of an event, or of a trace.
pub const MAX_PROBLEMS: usize = 20;

#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    Clear(Clear),
    Draw(Box<Draw>),
}

/// Where something is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// glium's `Frame`: what the window shows.
    Frame,
    /// Some other framebuffer: a texture, mostly.
    Texture,
}

/// A call of `glClear`.
#[derive(Clone, Debug, PartialEq)]
pub struct Clear {
    pub target: Target,
    /// Red, green, blue and opacity, from 0 to 1, if the colour is cleared.
    pub color: Option<[f32; 4]>,
    /// Whether the colour is written as it is, encoded (glium's `clear_color_srgb`). If not, it is linear light that
    /// the GPU encodes.
    pub is_srgb: bool,
    /// Depth from 0, near, to 1, far, if depths are cleared.
    pub depth: Option<f32>,
    pub stencil: Option<i32>,
    /// Left, bottom, width and height of the part that is cleared, in pixels, unless it is all.
    pub scissor: Option<[i32; 4]>,
    /// Errors of OpenGL and messages of the driver, of the call itself and of what prepared it.
    pub problems: Vec<String>,
}

/// A draw call, with all that it depends on.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::struct_excessive_bools)] // OpenGL's own switches
pub struct Draw {
    pub target: Target,
    pub primitive: Primitive,
    /// Number of indices, or of vertices if there is no index buffer.
    pub count: usize,
    /// Number of the first vertex, without an index buffer.
    pub first: usize,
    pub instances: usize,
    pub indices: Option<Indices>,
    /// Programs are numbered from 1 on, as they are linked.
    pub program: usize,
    pub attributes: Vec<Attribute>,
    /// Vertices in the shortest of the vertex buffers, if the program has attributes from one.
    pub buffer_vertices: Option<usize>,
    pub uniforms: Vec<Uniform>,
    pub blocks: Vec<Block>,
    pub textures: Vec<Texture>,
    /// Numbers (`gl_VertexID`) of the vertices that are drawn, from the smallest on, each once, up to [`MAX_VERTICES`].
    /// Those that no vertex buffer has are left out.
    pub vertices: Vec<u32>,
    /// `gl_Position` of each of `vertices`, in the first instance: clip space, before the division by w. `None` if
    /// the vertex shader could not be run for it.
    pub clip: Option<Vec<[f32; 4]>>,
    /// Which depth passes; `None` if the depth test is off.
    pub depth_test: Option<Compare>,
    pub depth_write: bool,
    /// Depths of the near and of the far plane.
    pub depth_range: [f32; 2],
    /// Which faces are left out.
    pub culling: Option<Face>,
    /// Whether triangles that appear clockwise are front faces; usually they are back faces.
    pub is_clockwise_front: bool,
    /// Left, bottom, width and height, in pixels.
    pub viewport: [i32; 4],
    pub scissor: Option<[i32; 4]>,
    pub blend: Option<Blend>,
    pub line_width: f32,
    /// Whether red, green, blue and opacity are written.
    pub color_mask: [bool; 4],
    /// Whether colours of the shader are written as they are, encoded. If not, they are linear light that the GPU
    /// encodes.
    pub is_srgb: bool,
    /// Whether nothing is drawn, whatever the shaders say (`glEnable(GL_RASTERIZER_DISCARD)`).
    pub is_discarded: bool,
    /// Number of pixels (with multisampling, of samples) that passed all tests. `None` if it could not be counted.
    pub samples: Option<u32>,
    /// Errors of OpenGL and messages of the driver, of the call itself and of what prepared it.
    pub problems: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Primitive {
    Points,
    Lines,
    LineLoop,
    LineStrip,
    Triangles,
    TriangleStrip,
    TriangleFan,
    /// Lines or triangles with neighbours, or patches.
    Other,
}

/// Which depths pass the depth test, beside those that are there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    Never,
    Less,
    Equal,
    LessOrEqual,
    Greater,
    NotEqual,
    GreaterOrEqual,
    Always,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    Front,
    Back,
    Both,
}

/// How colours are mixed with those that are there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blend {
    /// How the two products are combined, their factors: "source alpha", for red, green and blue.
    pub color: [&'static str; 3],
    /// The same for opacity.
    pub alpha: [&'static str; 3],
}

/// The index buffer of a draw call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Indices {
    /// Size of an index in bytes: 1, 2 or 4.
    pub size: usize,
    /// Size of the buffer.
    pub buffer_bytes: usize,
    /// What is added to each index.
    pub base_vertex: i32,
    /// The indices, up to [`MAX_INDICES`].
    pub values: Vec<u32>,
}

/// An input of the vertex shader.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    pub name: String,
    /// Its type in the shader.
    pub glsl: Glsl,
    /// Where its values come from; `None` if no buffer gives them, so that all vertices have the same.
    pub source: Option<Source>,
    /// Values of `Draw::vertices`, `components` numbers each, as the buffer holds them. Empty for formats that are not looked into. Without a
    /// buffer the one value.
    pub values: Vec<f64>,
    /// Numbers of each value.
    pub components: usize,
}

/// Format of an attribute in its vertex buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// What a number is in the buffer: "f32", "u8".
    pub number: &'static str,
    /// Whether whole numbers are given to the shader as 0 to 1, or -1 to 1.
    pub is_normalized: bool,
    /// Whether numbers are given to the shader as integers. If not, they are converted to floats.
    pub is_integer: bool,
    /// Bytes from one vertex to the next.
    pub stride: usize,
    /// Byte of the buffer at which the first value begins.
    pub offset: usize,
    pub buffer_bytes: usize,
    /// Instances that share a value; 0 if each vertex has its own.
    pub divisor: usize,
}

/// An active uniform of the program: one that the shaders read.
#[derive(Clone, Debug, PartialEq)]
pub struct Uniform {
    /// Without brackets, if it is an array.
    pub name: String,
    pub glsl: Glsl,
    pub is_array: bool,
    /// Numbers of all elements in a row, matrices column by column.
    pub values: Vec<f64>,
    /// Whether each element was ever set. What was not is 0.
    pub set: Vec<bool>,
}

/// A block of uniforms, whose values are in a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub name: String,
    /// Size that the shader needs.
    pub bytes: usize,
    /// Size of the buffer, if there is one.
    pub buffer_bytes: Option<usize>,
}

/// What a sampler of the shaders reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    /// Name of the sampler.
    pub uniform: String,
    pub unit: u32,
    /// Width, height and format, or `None` if no texture is bound.
    pub image: Option<Image>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    pub width: usize,
    pub height: usize,
    /// OpenGL's name of the format: `SRGB8_ALPHA8`.
    pub format: String,
    /// Whether the GPU converts colours to linear light when a shader reads them.
    pub is_srgb: bool,
}

impl Uniform {
    /// Returns the numbers of one element, or of the only one.
    pub fn element(&self, index: usize) -> Option<&[f64]> {
        self.values.chunks_exact(self.glsl.numbers()).nth(index)
    }

    /// Returns the names of elements that nobody set.
    pub fn unset(&self) -> Vec<String> {
        let mut names = Vec::new();
        for (index, is_set) in self.set.iter().enumerate() {
            if !is_set {
                names.push(if self.is_array { format!("{}[{index}]", self.name) } else { self.name.clone() });
            }
        }
        names
    }
}

impl Attribute {
    /// Returns the value of the vertex that is `nth` among `Draw::vertices`.
    pub fn value(&self, nth: usize) -> Option<&[f64]> {
        self.values.chunks_exact(self.components.max(1)).nth(nth)
    }
}

impl Draw {
    /// Returns the uniform of that name.
    pub fn uniform(&self, name: &str) -> Option<&Uniform> {
        self.uniforms.iter().find(|uniform| uniform.name == name)
    }

    /// Returns the attribute of that name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }

    /// Returns the names of all uniforms that nobody set, elements of arrays one by one.
    pub fn unset(&self) -> Vec<String> {
        self.uniforms.iter().flat_map(Uniform::unset).collect()
    }
}

impl Trace {
    /// Returns the draw calls in their order.
    pub fn draws(&self) -> Vec<&Draw> {
        let mut draws = Vec::new();
        for event in &self.events {
            if let Event::Draw(draw) = event {
                draws.push(draw.as_ref());
            }
        }
        draws
    }

    /// Returns the clears in their order.
    pub fn clears(&self) -> Vec<&Clear> {
        let mut clears = Vec::new();
        for event in &self.events {
            if let Event::Clear(clear) = event {
                clears.push(clear);
            }
        }
        clears
    }
}
