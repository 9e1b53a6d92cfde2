//! Lines between joints, moved by a student's vertex shader.

use crate::exercise::Farthest;
use crate::scenes::joint_lines::{JointLines, JointVertex, LineStyle, uniforms};
use crate::scenes::student_shader::ShaderTrial;
use crate::shader::positions_on;
use anyhow::Result;
use drawing::{StudentShader, Wires};
use given::Course;
use glam::{Mat4, Vec3, Vec4};
use glium::Program;
use graphics::{Gl, Target, shader};
use ui::View;

/// Position of the vertices on which a shader is tried, in their joints' spaces. Those that are drawn lie at the origin,
/// where a joint's rotation does nothing.
const TRIED_AT: Vec3 = Vec3::new(0.1, 0.0, 0.0);
/// The camera of that try: positions stay in metres, but w is not 1.
const TRIED_CLIP: Mat4 =
    Mat4::from_cols(Vec4::X, Vec4::Y, Vec4::new(0.0, 0.0, 1.0, 1.0), Vec4::new(0.0, 0.0, 0.0, 3.0));
const STYLE: LineStyle = LineStyle { width: 1.0 / 200.0, dot: 2.4 };

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

    pub(super) fn draw(
        &self,
        gl: &Gl,
        target: &mut Target<'_>,
        view: &View,
        Wires { matrices, joints, indices, groups }: &Wires,
        is_ghost: bool,
    ) -> Result<()> {
        let vertices = &vec![JointVertex { a_position: [0.0; 3] }; *joints];
        JointLines { vertices, indices, groups, matrices }.draw(gl, target, view, &self.program, STYLE, is_ghost)
    }
}
