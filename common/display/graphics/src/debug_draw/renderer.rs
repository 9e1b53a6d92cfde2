//! Drawing collected shapes.

use super::Shapes;
use crate::{Gl, LiveProgram, ShaderError, ShaderFile, Target, Uniforms, canvas::blend_over};
use glam::Mat4;
use glium::{
    Depth, DepthTest, DrawParameters, Surface, VertexBuffer,
    index::{NoIndices, PrimitiveType},
};

/// The order of shapes and what is drawn already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// Nearer things cover them: the ground, boxes around things.
    InScene,
    /// Nearer things cover them, and they each other: marks on a figure.
    Solid,
    /// They shine through everything, and cover each other: bones inside a figure.
    XRay,
    /// They lie on top in the order in which they were collected: marks on the picture itself.
    OnTop,
}

/// Draws [`Shapes`].
pub struct DebugRenderer {
    gl: Gl,
    program: LiveProgram,
}

impl DebugRenderer {
    /// # Errors
    /// If `shaders/common/lines.*` do not compile.
    pub fn new(gl: &Gl) -> Result<Self, ShaderError> {
        let program = LiveProgram::load(gl, ShaderFile("common/lines.vert"), ShaderFile("common/lines.frag"), &[])?;
        Ok(Self { gl: gl.clone(), program })
    }

    /// Draws the shapes in two draw calls: all triangles, then all lines.
    ///
    /// # Errors
    /// The driver's error, as one of the shader file.
    pub fn draw(
        &self,
        target: &mut Target<'_>,
        shapes: &Shapes,
        clip_from_world: Mat4,
        overlay: Overlay,
    ) -> Result<(), ShaderError> {
        if overlay == Overlay::XRay {
            target.clear_depth(1.0);
        }
        let depth = Depth {
            test: if overlay == Overlay::OnTop { DepthTest::Overwrite } else { DepthTest::IfLessOrEqual },
            write: matches!(overlay, Overlay::XRay | Overlay::Solid),
            ..Depth::default()
        };
        // Without its own width glium would draw with the last one that was set.
        let line_width = Some(1.0);
        let parameters = DrawParameters { depth, blend: blend_over(), line_width, ..DrawParameters::default() };
        let uniforms = Uniforms::new().mat4("u_clip_from_world", clip_from_world);
        let program = self.program.get();
        for (vertices, kind) in
            [(&shapes.triangles, PrimitiveType::TrianglesList), (&shapes.lines, PrimitiveType::LinesList)]
        {
            if vertices.is_empty() {
                continue; // OpenGL has no buffers of no size
            }
            let buffer = VertexBuffer::new(&self.gl, vertices).map_err(|error| drawing_error(&error))?;
            target
                .draw(&buffer, NoIndices(kind), &program, &uniforms, &parameters)
                .map_err(|error| drawing_error(&error))?;
        }
        Ok(())
    }
}

fn drawing_error(error: &impl ToString) -> ShaderError {
    ShaderError::drawing(ShaderFile("common/lines.vert"), error.to_string())
}
