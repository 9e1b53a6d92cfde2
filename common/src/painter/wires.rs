//! Bones as lines and joints as dots, moved by a student's vertex shader as in lesson 04: every vertex lies at its joint's origin,
//! and the shader moves it by `u_model[gl_VertexID]`.

use crate::exercise::Farthest;
use crate::scenes::student_shader::ShaderTrial;
use crate::shader::positions_on;
use anyhow::Result;
use drawing::{StudentShader, Wires};
use given::Course;
use glam::{Mat4, Vec3, Vec4};
use glium::{
    Depth, DepthTest, DrawParameters, Program, Surface, VertexBuffer, implement_vertex,
    index::{IndexBuffer, NoIndices, PrimitiveType},
};
use graphics::{Gl, Target, Uniforms, draw_state::GHOST_COLOR, shader};
use ui::View;

#[derive(Clone, Copy, Debug)]
struct JointVertex {
    /// Position in the joint's space.
    a_position: [f32; 3],
}
implement_vertex!(JointVertex, a_position);

/// Position of the vertices on which a shader is tried, in their joints' spaces. Those that are drawn lie at the origin,
/// where a joint's rotation does nothing.
const TRIED_AT: Vec3 = Vec3::new(0.1, 0.0, 0.0);
/// The camera of that try: positions stay in metres, but w is not 1.
const TRIED_CLIP: Mat4 =
    Mat4::from_cols(Vec4::X, Vec4::Y, Vec4::new(0.0, 0.0, 1.0, 1.0), Vec4::new(0.0, 0.0, 0.0, 3.0));
/// Width of a line, as a fraction of the picture's height; of a ghost's, which is thin, so that what lies under it is still seen; and
/// the size of a dot, in widths of a line.
const WIDTH: f32 = 1.0 / 200.0;
const GHOST_WIDTH: f32 = 0.45 * WIDTH;
const DOT: f32 = 2.4;

pub(super) struct WireShader {
    program: Program,
    /// The largest error of a vertex beside its joint's origin when the shader was tried, in metres.
    off: f32,
}

impl WireShader {
    /// Loads the student's vertex shader, or the finished one if the student's cannot be used.
    pub(super) fn load(
        gl: &Gl,
        trial: &mut ShaderTrial,
        StudentShader { todo, vertex, fragment }: &StudentShader,
        course: &Course,
        reference: &Course,
        Wires { matrices, .. }: &Wires,
    ) -> Result<Self> {
        let vertices = vec![JointVertex { a_position: TRIED_AT.to_array() }; matrices.len()];
        // Positions are read back first: that finds what else only drawing would, such as a misspelt attribute.
        let tried = positions_on(gl, vertex(course), &uniforms(TRIED_CLIP, matrices), &vertices)
            .map_err(|trouble| trouble.to_string())
            .and_then(|feedback| {
                let program = shader::load(gl, vertex(course), *fragment).map_err(|error| error.to_string())?;
                let expected = matrices.iter().map(|matrix| matrix.transform_point3(TRIED_AT));
                let positions = feedback.positions.iter().map(|position| position.truncate());
                let off = Farthest::between(positions, expected).map_or(0.0, |farthest| farthest.distance);
                Ok(WireShader { program, off })
            });
        tried.or_else(|error| {
            trial.report(todo, error);
            Ok(WireShader { program: shader::load(gl, vertex(reference), *fragment)?, off: 0.0 })
        })
    }

    /// Describes the error of the shader, if it has one.
    pub(super) fn difference(&self) -> Option<String> {
        (self.off > 1e-3)
            .then(|| format!("the shader puts a vertex at {TRIED_AT} in its joint's space {:.2} m off", self.off))
    }

    /// Draws the lines, each group in its colour, and a dot at every joint, over everything else.
    pub(super) fn draw(
        &self,
        gl: &Gl,
        target: &mut Target<'_>,
        view: &View,
        Wires { matrices, joints, indices, groups }: &Wires,
        is_ghost: bool,
    ) -> Result<()> {
        if *joints == 0 {
            return Ok(()); // OpenGL has no buffers of no size
        }
        let vertices = VertexBuffer::new(gl, &vec![JointVertex { a_position: [0.0; 3] }; *joints])?;
        let width = view.size.1 as f32 * if is_ghost { GHOST_WIDTH } else { WIDTH };
        let parameters = DrawParameters {
            depth: Depth { test: DepthTest::Overwrite, write: false, ..Depth::default() },
            line_width: Some(width),
            point_size: Some(DOT * width),
            ..DrawParameters::default()
        };
        let uniforms = uniforms(view.clip_from_world(), matrices);
        if !indices.is_empty() {
            let indices = IndexBuffer::new(gl, PrimitiveType::LinesList, indices)?;
            for (color, lines) in groups.iter().filter(|(_, lines)| !lines.is_empty()) {
                if let Some(lines) = indices.slice(lines.clone()) {
                    let uniforms = uniforms.clone().vec3("u_color", if is_ghost { GHOST_COLOR } else { *color });
                    target.draw(&vertices, lines, &self.program, &uniforms, &parameters)?;
                }
            }
        }
        let uniforms = uniforms.vec3("u_color", if is_ghost { GHOST_COLOR } else { Vec3::ONE });
        target.draw(&vertices, NoIndices(PrimitiveType::Points), &self.program, &uniforms, &parameters)?;
        Ok(())
    }
}

fn uniforms(clip_from_model: Mat4, matrices: &[Mat4]) -> Uniforms<'static> {
    Uniforms::new().mat4("u_clip_from_model", clip_from_model).mat4s("u_model", matrices)
}
