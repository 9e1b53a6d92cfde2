//! A drawn frame as plain data.

use glium::index::PrimitiveType;
use glium::{BackfaceCullingMode, Blend, DepthTest, PolygonMode, Rect};

/// A frame, or as much of it as was drawn.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Clears and draw calls, in their order.
    pub events: Vec<Event>,
}

#[derive(Clone, Debug)]
pub enum Event {
    Clear(Clear),
    Draw(Box<Draw>),
}

#[derive(Clone, Debug)]
pub struct Clear {
    /// Red, green, blue and opacity, from 0 to 1, if the colour is cleared.
    pub color: Option<[f32; 4]>,
    /// Whether the colour is written as it is, encoded. If not, it is linear light that the GPU encodes.
    pub is_srgb: bool,
    /// Depth from 0, near, to 1, far, if depths are cleared.
    pub depth: Option<f32>,
}

/// A draw call, with all that it depends on.
#[derive(Clone, Debug)]
pub struct Draw {
    pub primitive: PrimitiveType,
    /// The index buffer, if there is one.
    pub indices: Option<Vec<u32>>,
    pub attributes: Vec<Attribute>,
    /// Number of vertices in the shortest of the vertex buffers.
    pub buffer_vertices: usize,
    /// Active uniforms outside of blocks, by their names.
    pub uniforms: Vec<Uniform>,
    pub textures: Vec<Texture>,
    /// Numbers of the vertices that are drawn, from the smallest on, each once. Those that no buffer has are left out.
    pub vertices: Vec<u32>,
    /// `gl_Position` of each of `vertices` in the first instance: clip space, before the division by w. `None` if a geometry
    /// shader moves them.
    pub clip: Option<Vec<[f32; 4]>>,
    pub depth_test: DepthTest,
    pub depth_write: bool,
    pub culling: BackfaceCullingMode,
    pub polygon_mode: PolygonMode,
    pub blend: Blend,
    /// Whether red, green, blue and opacity are written.
    pub color_mask: [bool; 4],
    /// Rectangle that the corners -1 and 1 of clip space are mapped to.
    pub viewport: Rect,
    /// Rectangle outside of which no pixel is written.
    pub scissor: Option<Rect>,
    pub line_width: f32,
    /// Number of pixels that passed all tests.
    pub samples: Option<u32>,
}

/// An input of the vertex shader.
#[derive(Clone, Debug)]
pub struct Attribute {
    pub name: String,
    /// Format in the buffer, as glium names it: `F32F32F32`. Empty if no buffer has it.
    pub format: String,
    /// Whether whole numbers of the buffer are fractions in the shader, from 0 or -1 to 1.
    pub is_normalized: bool,
    /// The numbers of each of `Draw::vertices`, as the shader gets them in the first instance.
    pub values: Vec<Vec<f64>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Uniform {
    /// Name, without brackets if it is an array.
    pub name: String,
    pub is_array: bool,
    /// The numbers of each element, matrices column by column. An element that the draw call does not set is empty.
    pub elements: Vec<Vec<f64>>,
}

/// The picture that a sampler of the shaders reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    /// Name of the sampler.
    pub uniform: String,
    /// Width and height, in pixels.
    pub size: (u32, u32),
    /// Whether the GPU converts colours to linear light when a shader reads them.
    pub is_srgb: bool,
}

/// Where a clip position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Inside,
    Beside,
    BeforeNear,
    BeyondFar,
    BehindEye,
    ZeroW,
    NotFinite,
}

impl Place {
    pub const ALL: [(Place, &'static str); 7] = [
        (Place::Inside, "in the picture"),
        (Place::Beside, "beside the picture"),
        (Place::BeforeNear, "nearer than the near plane"),
        (Place::BeyondFar, "beyond the far plane"),
        (Place::BehindEye, "behind the eye"),
        (Place::ZeroW, "at w = 0"),
        (Place::NotFinite, "not a number"),
    ];

    /// Returns the place of a position in clip space.
    pub fn of(clip: [f32; 4]) -> Self {
        let [x, y, z, w] = clip;
        match () {
            () if clip.iter().any(|number| !number.is_finite()) => Self::NotFinite,
            () if w == 0.0 => Self::ZeroW,
            () if w < 0.0 => Self::BehindEye,
            () if z > w => Self::BeyondFar,
            () if z < -w => Self::BeforeNear,
            () if x.abs() > w || y.abs() > w => Self::Beside,
            () => Self::Inside,
        }
    }

    pub fn words(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

impl Draw {
    pub fn uniform(&self, name: &str) -> Option<&Uniform> {
        self.uniforms.iter().find(|uniform| uniform.name == name)
    }

    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }

    /// Returns the number of `vertices` at a place.
    pub fn count_at(&self, place: Place) -> usize {
        self.clip.iter().flatten().filter(|clip| Place::of(**clip) == place).count()
    }

    /// Returns the names of all uniforms that the draw call does not set, elements of arrays one by one.
    pub fn unset(&self) -> Vec<String> {
        let mut names = Vec::new();
        for Uniform { name, is_array, elements } in &self.uniforms {
            for (element, _) in elements.iter().enumerate().filter(|(_, numbers)| numbers.is_empty()) {
                names.push(if *is_array { format!("{name}[{element}]") } else { name.clone() });
            }
        }
        names
    }

    /// Returns the numbers of vertices that indices name and no vertex buffer has.
    pub fn missing_vertices(&self) -> Vec<u32> {
        let mut missing = self.indices.clone().unwrap_or_default();
        missing.retain(|index| *index as usize >= self.buffer_vertices);
        missing.sort_unstable();
        missing.dedup();
        missing
    }
}

impl Trace {
    pub fn draws(&self) -> Vec<&Draw> {
        let mut draws = Vec::new();
        for event in &self.events {
            if let Event::Draw(draw) = event {
                draws.push(&**draw);
            }
        }
        draws
    }

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
