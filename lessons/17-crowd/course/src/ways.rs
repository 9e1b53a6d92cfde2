//! The three ways to draw a crowd. They give the same picture:
//!
//! | | who skins | sent for each figure and frame | draw calls |
//! |---|---|---|---|
//! | [`Uniforms`](Way::Uniforms) | the shader, one figure at a time | its palette, as uniforms | one for each part of each figure |
//! | [`Palettes`](Way::Palettes) | the shader, all figures at once | its palette, as texels | one for each part |
//! | [`Frames`](Way::Frames) | the shader, all figures at once | two frame numbers and a fraction | one for each part |

use anyhow::Result;
use armature::model::Model;
use armature_simd::{Affine3x4, Moment};
use common::graphics::{
    Attributes, ShaderError, ShaderSource, attributes,
    renderer::{DrawMode, FigureInstance, LIGHT_SHADER, Look, ModelRenderer, TexelTexture, Viewpoint},
    shader,
};
use common::prelude::*;
use glam::{Affine3A, Mat4, Vec4};
use glium::{DrawParameters, Program, VertexBuffer, draw_parameters::TimeElapsedQuery};
use models::pictures;
use std::time::Duration;

/// Draws a single figure by its palette in uniforms.
const UNIFORMS_SHADER: ShaderFile = ShaderFile("17-crowd/uniforms.vert");

/// A way to divide the work of a frame between processor and graphics card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// One draw call for each part of each figure, its palette in uniforms.
    Uniforms,
    /// Instances, all palettes in one texture.
    Palettes,
    /// Instances that mix baked frames in the shader.
    Frames,
}

impl Way {
    pub const ALL: [Way; 3] = [Way::Uniforms, Way::Palettes, Way::Frames];

    /// Returns the number of bytes that each frame uploads for a figure of `joints` joints: matrices, three rows of each, or
    /// a [`Moment`].
    pub fn uploaded_bytes(self, joints: usize) -> usize {
        match self {
            Way::Uniforms => joints * size_of::<[[f32; 4]; 4]>(),
            Way::Palettes => joints * size_of::<Affine3x4>(),
            Way::Frames => size_of::<Moment>(),
        }
    }

    /// Returns the number of draw calls in a frame.
    pub fn draw_calls(self, figures: usize, parts: usize) -> usize {
        if self == Way::Uniforms { figures * parts } else { parts }
    }
}

/// The buffers with which a block of dancers is drawn.
#[derive(Default)]
pub struct Played {
    /// Two frames and the way between them, for each.
    pub moments: Vec<Moment>,
    /// All palettes, one behind the other; none where the shader poses.
    pub palettes: Vec<Affine3x4>,
    /// Texels of the palettes.
    pub texels: Vec<Vec4>,
    /// Time that the processor took for all of them.
    pub posing: Duration,
}

/// Draws the dancers of one model in one way.
pub struct CrowdRenderer {
    gl: Gl,
    way: Way,
    renderer: ModelRenderer,
    instances: Vec<FigureInstance>,
    /// The program of [`Way::Uniforms`].
    one_by_one: Option<Program>,
    /// What [`Way::Frames`] reads.
    moments: Option<VertexBuffer<Attributes<Moment>>>,
    frames: Option<TexelTexture>,
}

impl CrowdRenderer {
    /// Uploads meshes and textures. The crowd is empty at first.
    ///
    /// # Errors
    /// If a shader does not compile, such as one whose uniforms are too many for the driver, or the card has no room.
    pub fn new(gl: &Gl, model: &Model, way: Way) -> Result<Self> {
        let renderer = ModelRenderer::new(gl, model, pictures::decode)?;
        let one_by_one = if way == Way::Uniforms {
            let size = format!("PALETTE_SIZE {}", renderer.joints().max(1));
            Some(program(gl, &ShaderSource::read(UNIFORMS_SHADER)?.with_defines(&[&size]))?)
        } else {
            None
        };
        Ok(Self { gl: gl.clone(), way, renderer, instances: Vec::new(), one_by_one, moments: None, frames: None })
    }

    /// Replaces the instances: when a crowd grows, shrinks or moves, not in every frame.
    ///
    /// # Errors
    /// If the card has no room.
    pub fn set_instances(&mut self, instances: &[FigureInstance]) -> Result<()> {
        self.instances.clear();
        self.instances.extend_from_slice(instances);
        // One by one, each draw call has a single figure.
        self.renderer.place(if self.way == Way::Uniforms {
            &instances[..instances.len().min(1)]
        } else {
            instances
        })?;
        self.moments = None;
        if self.way == Way::Frames && !instances.is_empty() {
            self.moments = Some(VertexBuffer::empty_dynamic(&self.gl, instances.len())?);
        }
        Ok(())
    }

    /// Uploads baked frames, which stay on the card: [`SkinFrames::texels`](armature_simd::SkinFrames::texels).
    ///
    /// # Errors
    /// If they do not fit a texture.
    pub fn set_frames(&mut self, texels: &[Vec4]) -> Result<()> {
        let frames = TexelTexture::new(&self.gl, "texels of baked frames", texels.len(), 1)?;
        frames.write(texels);
        self.frames = Some(frames);
        Ok(())
    }

    /// Uploads what a frame needs: palettes or moments. Uniforms are uploaded by the draw calls.
    ///
    /// # Errors
    /// If the card has no room.
    pub fn upload(&mut self, played: &Played) -> Result<()> {
        match (self.way, &self.moments) {
            (Way::Palettes, _) => self.renderer.write_texels(&played.texels)?,
            (Way::Frames, Some(moments)) => moments.write(attributes(&played.moments)),
            _ => {}
        }
        Ok(())
    }

    /// Draws the instances, opaque parts first. `given` is the program for palettes or frames. `query` measures the time on
    /// the card.
    ///
    /// # Errors
    /// The driver's error.
    pub fn draw(
        &self,
        target: &mut Target<'_>,
        view: &Viewpoint,
        given: &Program,
        played: &Played,
        query: Option<&TimeElapsedQuery>,
    ) -> Result<()> {
        for see_through in [false, true] {
            if see_through && !self.renderer.has_see_through() {
                continue;
            }
            let parameters = DrawParameters { time_elapsed_query: query, ..draw_state::surface(see_through) };
            let look = Look {
                mode: DrawMode::Material,
                program: Some(self.one_by_one.as_ref().unwrap_or(given)),
                uniforms: &Uniforms::new(),
                parameters: &parameters,
                see_through: Some(see_through),
                moments: self.moments.as_ref(),
            };
            match (self.way, &self.frames) {
                (Way::Uniforms, _) => {
                    let palettes = played.palettes.chunks_exact(self.renderer.joints().max(1));
                    for (instance, palette) in self.instances.iter().zip(palettes) {
                        let uniforms = &uniforms_of(instance, palette);
                        self.renderer.draw_by(target, view, &Look { uniforms, ..look })?;
                    }
                }
                (Way::Palettes, _) => self.renderer.draw_by(target, view, &look)?,
                (Way::Frames, Some(frames)) => {
                    let uniforms = &Uniforms::new().value("u_frames", frames.value());
                    self.renderer.draw_by(target, view, &Look { uniforms, ..look })?;
                }
                (Way::Frames, None) => {}
            }
        }
        Ok(())
    }
}

/// Returns the uniforms of a single figure.
fn uniforms_of(instance: &FigureInstance, palette: &[Affine3x4]) -> Uniforms<'static> {
    let matrices: Vec<Affine3A> = palette.iter().map(|matrix| (*matrix).into()).collect();
    Uniforms::new()
        .mat4("u_world_from_model", Mat4::from(instance.world_from_model()))
        .vec3("u_tint", instance.tint)
        .affines("u_palette", &matrices)
}

/// Builds a vertex shader of the crowd, which knows no vertex colours, with what lights figures.
///
/// # Errors
/// If it does not compile. An output of another name is an error with some drivers, and nothing but black with others.
pub fn program(gl: &Gl, vertex: &ShaderSource) -> Result<Program, ShaderError> {
    shader::program(gl, &vertex.with_vertex_colors(), &ShaderSource::read(LIGHT_SHADER)?)
}
