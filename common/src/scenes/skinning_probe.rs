//! A student's skinning shader run on the vertices of a probe, for a check.

use super::skinned_mesh::skinning_uniforms;
use crate::{
    check::{AnswerError, Probe, shader},
    graphics::{ShaderFile, Uniforms, feedback::Feedback},
    mesh::SkinnedVertex,
};
use glam::{Mat4, Vec3};

/// What the shader is given.
pub struct SkinningProbe {
    /// Its vertices, each of which follows some matrices of the palette.
    pub vertices: Vec<SkinnedVertex>,
    uniforms: Uniforms<'static>,
}

impl SkinningProbe {
    /// With a camera in odd probes; without one in even probes, so that their numbers are metres.
    pub fn new(probe: &Probe, (palette, vertices): (Vec<Mat4>, Vec<SkinnedVertex>)) -> Self {
        let uniforms = skinning_uniforms(shader::clip_from_model(probe), &palette);
        SkinningProbe { vertices, uniforms }
    }

    /// `gl_Position` of every vertex, with the notes about uniforms and about the attributes of `notes_about`:
    /// the others are for normals or for the fragment shader alone, and have no effect on a position.
    ///
    /// # Errors
    /// If there is no OpenGL, or the shader does not compile or does not fit.
    pub fn positions(
        &self,
        vertex: ShaderFile,
        notes_about: &[&str],
    ) -> Result<Feedback, AnswerError> {
        let mut read = shader::positions(vertex, &self.uniforms, &self.vertices)?;
        let is_about = |note: &str| notes_about.iter().any(|name| note.contains(name));
        read.notes.retain(|note| note.contains("u_") || is_about(note));
        Ok(read)
    }

    /// `v_normal` of every vertex.
    ///
    /// # Errors
    /// As [`positions`](Self::positions), and if the shader has no such output.
    pub fn normals(&self, vertex: ShaderFile) -> Result<Vec<Vec3>, AnswerError> {
        shader::vec3_outputs(vertex, &self.uniforms, &self.vertices, "v_normal")
    }
}
