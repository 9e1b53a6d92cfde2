//! The level's pieces, all in one list of triangles.

use super::{
    light::{Lit, LitPrograms, WORLD_SHADER},
    materials,
};
use crate::level::{
    Level, Piece,
    shapes::{self, Material, PieceMesh, planar_uv},
};
use common::graphics::{LiveProgram, attribute, camera::Projection, renderer::SAMPLER};
use common::prelude::*;
use glam::{Mat4, Vec2, Vec3};
use glium::{
    BackfaceCullingMode, DrawParameters, Surface, Vertex, VertexBuffer,
    index::{IndexBuffer, PrimitiveType},
    texture::SrgbTexture2dArray,
    uniforms::UniformValue,
    vertex::{AttributeType, VertexFormat},
};
use std::{cmp::Ordering, mem::offset_of, ops::Range};

#[derive(Clone, Copy)]
#[repr(C)]
struct LevelVertex {
    position: Vec3,
    normal: Vec3,
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

/// Length of a section of the list along x, in metres.
const SECTION: f64 = 6.0;

/// Difference in size of pieces beside one another, so that no two of their faces lie in one plane, in metres.
const APART: f32 = 1e-4;

pub(super) struct DrawnLevel {
    programs: LitPrograms<LiveProgram>,
    depth: LiveProgram,
    textures: SrgbTexture2dArray,
    meshes: Meshes,
    /// The level's door, and the angle by which it is open, in radians.
    door: (f32, Meshes),
}

struct Meshes {
    vertices: VertexBuffer<LevelVertex>,
    indices: IndexBuffer<u32>,
    /// Range of x of each section, and the end of its indices.
    sections: Vec<(f32, f32, usize)>,
}

impl DrawnLevel {
    pub(super) fn new(gl: &Gl, level: &Level) -> Result<Self> {
        let vertex = ShaderFile("18-side-scroller/level.vert");
        Ok(DrawnLevel {
            programs: LitPrograms::new("LEVEL", |defines| LiveProgram::load(gl, vertex, WORLD_SHADER, defines))?,
            depth: LiveProgram::load(gl, vertex, ShaderFile("18-side-scroller/depth.frag"), &[])?,
            textures: materials::textures(gl)?,
            meshes: Meshes::new(gl, level)?,
            door: (0.0, Meshes::door(gl, level, 0.0)?),
        })
    }

    pub(super) fn set(&mut self, gl: &Gl, level: &Level) -> Result<()> {
        self.meshes = Meshes::new(gl, level)?;
        self.door = (0.0, Meshes::door(gl, level, 0.0)?);
        Ok(())
    }

    pub(super) fn open_door(&mut self, gl: &Gl, level: &Level, angle: f32) -> Result<()> {
        if self.door.0 != angle {
            self.door = (angle, Meshes::door(gl, level, angle)?);
        }
        Ok(())
    }

    pub(super) fn draw(&self, target: &mut Target<'_>, lit: &Lit<'_>) -> Result<()> {
        let textures = UniformValue::SrgbTexture2dArray(&self.textures, Some(SAMPLER));
        let uniforms = lit.uniforms.clone().mat4("u_clip_from_world", lit.view.clip_from_world());
        let uniforms = uniforms.value("u_materials", textures);
        self.draw_with(target, self.programs.program_for(lit.light), &uniforms, visible_range(lit.view))
    }

    /// Draws the pieces up to `reach` metres beside `x` as depths, seen from the sun.
    pub(super) fn draw_depth(&self, target: &mut Target<'_>, clip_from_world: Mat4, x: f32, reach: f32) -> Result<()> {
        let uniforms = Uniforms::new().mat4("u_clip_from_world", clip_from_world);
        self.draw_with(target, &self.depth, &uniforms, (x - reach, x + reach))
    }

    /// Draws the sections within a range of x by a program.
    fn draw_with(
        &self,
        target: &mut Target<'_>,
        program: &LiveProgram,
        uniforms: &Uniforms<'_>,
        range: (f32, f32),
    ) -> Result<()> {
        let program = program.get();
        let backface_culling = BackfaceCullingMode::CullClockwise;
        let state = DrawParameters { backface_culling, ..draw_state::solid() };
        for meshes in [&self.meshes, &self.door.1] {
            let Meshes { vertices, indices, .. } = meshes;
            if let Some(indices) = indices.slice(meshes.indices_within(range)).filter(|indices| indices.len() > 0) {
                target.draw(vertices, indices, &program, uniforms, &state)?;
            }
        }
        Ok(())
    }
}

/// Returns the range of x in which pieces may be in the picture: everything, unless the camera is the game's.
fn visible_range(view: &View) -> (f32, f32) {
    let camera = &view.camera;
    let is_from_the_side = camera.yaw.abs() < 0.2 && camera.pitch.abs() < 0.5;
    match camera.projection {
        Projection::Perspective { vertical_fov } if is_from_the_side => {
            // As deep as the farthest trees are.
            let half = (camera.distance + 9.0) * (0.5 * vertical_fov).tan() * view.aspect;
            let turned = 12.0 * camera.yaw.abs();
            (camera.target.x - half - turned, camera.target.x + half + turned)
        }
        _ => (f32::MIN, f32::MAX),
    }
}

impl Meshes {
    fn new(gl: &Gl, level: &Level) -> Result<Self> {
        let mut pieces = level.pieces.clone();
        // The nearest first, so that what they cover is not lit for nothing.
        pieces.sort_by(|a, b| {
            (section(a), -a.layer.z()).partial_cmp(&(section(b), -b.layer.z())).unwrap_or(Ordering::Equal)
        });
        let mut vertices = Vec::new();
        let mut indices = Vec::new();
        let mut sections = Vec::new();
        for pieces in pieces.chunk_by(|a, b| section(a) == section(b)) {
            let first = vertices.len();
            for (number, piece) in pieces.iter().enumerate() {
                append_piece(piece, &shapes::mesh(piece), (number % 8) as f32 * APART, &mut vertices, &mut indices);
            }
            let mut low = f32::MAX;
            let mut high = f32::MIN;
            for vertex in &vertices[first..] {
                low = low.min(vertex.position.x);
                high = high.max(vertex.position.x);
            }
            sections.push((low, high, indices.len()));
        }
        Self::upload(gl, &vertices, &indices, sections)
    }

    fn door(gl: &Gl, level: &Level, angle: f32) -> Result<Self> {
        let piece = level.door_piece();
        let mut vertices = Vec::new();
        let mut indices = Vec::new();
        append_piece(&piece, &shapes::open_door(&piece, angle), 0.0, &mut vertices, &mut indices);
        let x = piece.position.x as f32;
        let width = piece.size.x as f32;
        let sections = vec![(x - width, x + width, indices.len())];
        Self::upload(gl, &vertices, &indices, sections)
    }

    fn upload(gl: &Gl, vertices: &[LevelVertex], indices: &[u32], sections: Vec<(f32, f32, usize)>) -> Result<Self> {
        Ok(Meshes {
            vertices: VertexBuffer::new(gl, vertices)?,
            indices: IndexBuffer::new(gl, PrimitiveType::TrianglesList, indices)?,
            sections,
        })
    }

    /// Returns the indices of the sections that overlap this range of x.
    fn indices_within(&self, (from, to): (f32, f32)) -> Range<usize> {
        let mut range = 0..0;
        let mut begin = 0;
        for &(low, high, end) in &self.sections {
            if high >= from && low <= to {
                range = if range.is_empty() { begin..end } else { range.start..end };
            }
            begin = end;
        }
        range
    }
}

fn section(piece: &Piece) -> i64 {
    (piece.position.x / SECTION).floor() as i64
}

/// Appends a piece's mesh in world space, its faces moved outwards by `out` metres.
fn append_piece(piece: &Piece, mesh: &PieceMesh, out: f32, vertices: &mut Vec<LevelVertex>, indices: &mut Vec<u32>) {
    let world_from_piece = piece.world_from_piece();
    let first = vertices.len() as u32;
    indices.extend(mesh.indices.iter().map(|index| first + index));
    for vertex in &mesh.vertices {
        let position = world_from_piece.transform_point3(vertex.position + out * vertex.normal);
        let normal = world_from_piece.transform_vector3(vertex.normal);
        // Earth goes on from piece to piece.
        let is_earth = matches!(vertex.material, Material::Earth | Material::Grass);
        let texcoord = if is_earth { planar_uv(position, normal) } else { vertex.uv };
        vertices.push(LevelVertex { position, normal, texcoord, material: vertex.material as u32 as f32 });
    }
}
