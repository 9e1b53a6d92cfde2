//! Bones as lines and joints as dots over a figure, drawn as in lesson 03: every vertex lies at its joint's
//! origin, and the vertex shader moves it by `u_model[gl_VertexID]`.

use glam::{Mat4, Vec3};
use glium::{
    Depth, DepthTest, DrawParameters, Program, Surface, VertexBuffer, implement_vertex,
    index::{IndexBuffer, NoIndices, PrimitiveType},
};
use graphics::{Gl, Target, Uniforms};
use std::ops::Range;
use ui::View;
use window::anyhow::Result;

/// The vertex shader's input for each joint.
#[derive(Clone, Copy, Debug)]
pub struct JointVertex {
    /// Position in the joint's space: its origin.
    pub a_position: [f32; 3],
}
implement_vertex!(JointVertex, a_position);

/// Colours of the dots, and of the finished lines over the student's; sRGB.
const DOT: Vec3 = Vec3::ONE;
const GHOST: Vec3 = Vec3::new(0.9, 0.0, 0.5);
/// A ghost is thin, so that what lies under it is still seen.
const GHOST_WIDTH: f32 = 0.45;

/// Sizes of lines and dots.
#[derive(Clone, Copy, Debug)]
pub struct LineStyle {
    /// Width of a line, as a fraction of the picture's height.
    pub width: f32,
    /// Size of a dot, in widths of a line.
    pub dot: f32,
}

/// One vertex for each joint, and the bones between them.
#[derive(Clone, Copy, Debug)]
pub struct JointLines<'a> {
    /// One for each joint.
    pub vertices: &'a [JointVertex],
    /// Two joints for each bone.
    pub indices: &'a [u16],
    /// The bones of each colour (sRGB): a range of `indices`.
    pub groups: &'a [(Vec3, Range<usize>)],
    /// `u_model`, as many as the shader has.
    pub matrices: &'a [Mat4],
}

impl JointLines<'_> {
    /// Draws the bones, each group in its colour, and a dot at every joint, over everything else. A ghost has its own colour
    /// and width.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(
        &self,
        gl: &Gl,
        target: &mut Target<'_>,
        view: &View,
        program: &Program,
        style: LineStyle,
        is_ghost: bool,
    ) -> Result<()> {
        if self.vertices.is_empty() {
            return Ok(()); // OpenGL has no buffers of no size
        }
        let vertices = VertexBuffer::new(gl, self.vertices)?;
        let width = style.width * view.size.1 as f32 * if is_ghost { GHOST_WIDTH } else { 1.0 };
        let parameters = DrawParameters {
            depth: Depth { test: DepthTest::Overwrite, write: false, ..Depth::default() },
            line_width: Some(width),
            point_size: Some(style.dot * width),
            ..DrawParameters::default()
        };
        let uniforms = uniforms(view.clip_from_world(), self.matrices);
        if !self.indices.is_empty() {
            let indices = IndexBuffer::new(gl, PrimitiveType::LinesList, self.indices)?;
            for (color, bones) in self.groups.iter().filter(|(_, bones)| !bones.is_empty()) {
                if let Some(bones) = indices.slice(bones.clone()) {
                    let color = if is_ghost { GHOST } else { *color };
                    let uniforms = uniforms.clone().vec3("u_color", color);
                    target.draw(&vertices, bones, program, &uniforms, &parameters)?;
                }
            }
        }
        let points = NoIndices(PrimitiveType::Points);
        let uniforms = uniforms.vec3("u_color", if is_ghost { GHOST } else { DOT });
        target.draw(&vertices, points, program, &uniforms, &parameters)?;
        Ok(())
    }
}

/// Returns the vertex shader's uniforms.
pub fn uniforms(clip_from_model: Mat4, matrices: &[Mat4]) -> Uniforms<'static> {
    Uniforms::new().mat4("u_clip_from_model", clip_from_model).mat4s("u_model", matrices)
}
