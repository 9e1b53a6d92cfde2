//! Colours of vertices: their own buffer, and programs that read it, for parts that have them.

use crate::{Attributes, Gl, LiveProgram, ShaderError, ShaderFile, color::linear_with_opacity, vertex::VertexColor};
use armature::{
    mesh::SkinnedVertex,
    model::{Model, Part},
};
use glam::Vec4;
use glium::{Program, VertexBuffer, vertex::VerticesSource};
use std::rc::Rc;

/// Lights a model's surface.
pub const LIGHT_SHADER: ShaderFile = ShaderFile("common/lit.frag");

/// A vertex and a fragment shader.
pub struct Programs {
    plain: LiveProgram,
    /// For parts whose vertices have colours, where the model has any.
    colored: Option<LiveProgram>,
}

impl Programs {
    /// Builds a vertex shader with a fragment shader, and once more with the define `COLORED` if `with_colors`.
    ///
    /// # Errors
    /// If one does not compile.
    pub fn load(
        gl: &Gl,
        [vertex, fragment]: [ShaderFile; 2],
        defines: &[&str],
        with_colors: bool,
    ) -> Result<Self, ShaderError> {
        let plain = LiveProgram::load(gl, vertex, fragment, defines)?;
        let colored = if with_colors {
            Some(LiveProgram::load(gl, vertex, fragment, &[defines, &["COLORED"]].concat())?)
        } else {
            None
        };
        Ok(Self { plain, colored })
    }

    /// Returns the program for parts with or without vertex colours. `None` only after a file was broken and reloaded.
    pub fn get(&self, colored: bool) -> Option<Rc<Program>> {
        self.colored.as_ref().filter(|_| colored).unwrap_or(&self.plain).get()
    }
}

pub fn has_colors(model: &Model) -> bool {
    model.parts.iter().any(|part| !part.colors.is_empty())
}

/// Uploads the vertex colours of a part for the mesh's `vertices`; `None` if the part has no colours.
///
/// # Errors
/// If the graphics memory is full: the driver's message.
pub fn upload_colors(
    gl: &Gl,
    part: &Part,
    vertices: impl Iterator<Item = usize>,
) -> Result<Option<VertexBuffer<VertexColor>>, String> {
    if part.colors.is_empty() {
        return Ok(None);
    }
    let mut colors = Vec::new();
    for vertex in vertices {
        let encoded = Vec4::from(part.colors[vertex].map(f32::from)) / 255.0;
        colors.push(VertexColor(linear_with_opacity(encoded)));
    }
    VertexBuffer::immutable(gl, &colors).map(Some).map_err(|error| error.to_string())
}

/// Returns the second vertex source of a draw call: the vertices' colours, or a source without attributes.
pub fn colors_beside<'b>(
    vertices: &VertexBuffer<Attributes<SkinnedVertex>>,
    colors: Option<&'b VertexBuffer<VertexColor>>,
) -> VerticesSource<'b> {
    let none = VerticesSource::Marker { len: vertices.len(), per_instance: false };
    colors.map_or(none, Into::into)
}
