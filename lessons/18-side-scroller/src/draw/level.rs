//! The level's pieces, all in one list of triangles.

use super::materials;
use crate::level::{Level, Piece, shapes};
use anyhow::Result;
use common::app::View;
use common::graphics::renderer::SAMPLER;
use common::graphics::{Gl, LiveProgram, ShaderFile, Target, Uniforms};
use common::mesh::layout::attribute;
use common::scenes::draw_state;
use glam::{Mat4, Vec2, Vec3};
use glium::index::{IndexBuffer, PrimitiveType};
use glium::texture::SrgbTexture2dArray;
use glium::uniforms::UniformValue;
use glium::vertex::{AttributeType, VertexFormat};
use glium::{BackfaceCullingMode, DrawParameters, Surface, Vertex, VertexBuffer};
use std::mem::offset_of;

/// A corner of a piece, in the world.
#[derive(Clone, Copy)]
#[repr(C)]
struct LevelVertex {
    position: Vec3,
    normal: Vec3,
    /// In metres.
    texcoord: Vec2,
    material: f32,
}

impl Vertex for LevelVertex {
    fn build_bindings() -> VertexFormat {
        const FORMAT: VertexFormat = &[
            attribute("a_position", offset_of!(LevelVertex, position), AttributeType::F32F32F32),
            attribute("a_normal", offset_of!(LevelVertex, normal), AttributeType::F32F32F32),
            attribute("a_texcoord", offset_of!(LevelVertex, texcoord), AttributeType::F32F32),
            attribute("a_material", offset_of!(LevelVertex, material), AttributeType::F32),
        ];
        FORMAT
    }
}

/// The level on the graphics card.
pub(super) struct DrawnLevel {
    program: LiveProgram,
    depth: LiveProgram,
    textures: SrgbTexture2dArray,
    vertices: VertexBuffer<LevelVertex>,
    indices: IndexBuffer<u32>,
}

impl DrawnLevel {
    pub(super) fn new(gl: &Gl, level: &Level) -> Result<Self> {
        let program = |fragment, defines: &[&str]| {
            let vertex = ShaderFile("18-side-scroller/level.vert");
            LiveProgram::load(gl, vertex, ShaderFile(fragment), defines)
        };
        let (vertices, indices) = upload(gl, level)?;
        Ok(DrawnLevel {
            program: program("18-side-scroller/world.frag", &["LEVEL"])?,
            depth: program("18-side-scroller/depth.frag", &[])?,
            textures: materials::textures(gl)?,
            vertices,
            indices,
        })
    }

    pub(super) fn set(&mut self, gl: &Gl, level: &Level) -> Result<()> {
        (self.vertices, self.indices) = upload(gl, level)?;
        Ok(())
    }

    pub(super) fn draw(
        &self,
        target: &mut Target<'_>,
        view: &View,
        light: &Uniforms<'_>,
    ) -> Result<()> {
        let textures = UniformValue::SrgbTexture2dArray(&self.textures, Some(SAMPLER));
        let uniforms = light
            .clone()
            .mat4("u_clip_from_world", view.clip_from_world())
            .value("u_materials", textures);
        self.draw_with(target, &self.program, &uniforms)
    }

    pub(super) fn draw_depth(&self, target: &mut Target<'_>, clip_from_world: Mat4) -> Result<()> {
        let uniforms = Uniforms::new().mat4("u_clip_from_world", clip_from_world);
        self.draw_with(target, &self.depth, &uniforms)
    }

    fn draw_with(
        &self,
        target: &mut Target<'_>,
        program: &LiveProgram,
        uniforms: &Uniforms<'_>,
    ) -> Result<()> {
        // It compiled once, or there would be no level.
        let Some(program) = program.get() else { return Ok(()) };
        let backface_culling = BackfaceCullingMode::CullClockwise;
        let state = DrawParameters { backface_culling, ..draw_state::solid() };
        target.draw(&self.vertices, &self.indices, &program, uniforms, &state)?;
        Ok(())
    }
}

fn upload(gl: &Gl, level: &Level) -> Result<(VertexBuffer<LevelVertex>, IndexBuffer<u32>)> {
    let (mut vertices, mut indices) = (Vec::new(), Vec::new());
    for piece in &level.pieces {
        append(piece, &mut vertices, &mut indices);
    }
    append(&level.door_piece(), &mut vertices, &mut indices);
    Ok((
        VertexBuffer::new(gl, &vertices)?,
        IndexBuffer::new(gl, PrimitiveType::TrianglesList, &indices)?,
    ))
}

fn append(piece: &Piece, vertices: &mut Vec<LevelVertex>, indices: &mut Vec<u32>) {
    let (mesh, world_from_piece) = (shapes::mesh(piece), piece.world_from_piece());
    let first = vertices.len() as u32;
    indices.extend(mesh.indices.iter().map(|index| first + index));
    vertices.extend(mesh.vertices.iter().map(|vertex| LevelVertex {
        position: world_from_piece.transform_point3(vertex.position),
        normal: world_from_piece.transform_vector3(vertex.normal),
        texcoord: vertex.uv,
        material: vertex.material as u32 as f32,
    }));
}
